"""Telegram's MarkdownV2 and legacy Markdown, as far as a strict check of the markup needs it."""

from dataclasses import dataclass, field

from tgbot.demo.errors import ApiError, bad_request
from tgbot.demo.text import utf16
from tgbot.demo.text.tags import entity_of
from tgbot.demo.wire import Json

_RESERVED = "_*[]()~`>#+-=|{}.!"
# Two-character marks come first, so that "__" is not read as two italics.
_MARKS = {"__": ("u", "Underline"), "||": ("tg-spoiler", "Spoiler"), "```": ("pre", "Pre"), "*": ("b", "Bold")} | {
    "_": ("i", "Italic"),
    "~": ("s", "Strikethrough"),
    "`": ("code", "Code"),
}
_LEGACY = {"*": "b", "_": "i", "`": "code"}


@dataclass(frozen=True, slots=True)
class _Open:
    mark: str
    offset: int
    source: int


@dataclass(slots=True)
class _Writer:
    plain: list[str] = field(default_factory=list)
    offset: int = 0
    entities: list[Json] = field(default_factory=list)

    def write(self, character: str) -> None:
        self.plain.append(character)
        self.offset += utf16.length(character)

    def close(self, tag: str, start: int, argument: str = "") -> None:
        if self.offset > start and (entity := entity_of(tag, argument, start, self.offset - start, "")):
            self.entities.append(entity)

    def result(self) -> tuple[str, list[Json]]:
        self.entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return "".join(self.plain), self.entities


def parse_v2(text: str) -> tuple[str, list[Json]]:
    """Plain text and entities of MarkdownV2. Raises ApiError for a reserved character or an open mark."""
    out, opened, position = _Writer(), list[_Open](), 0
    while position < len(text):
        character = text[position]
        raw = bool(opened) and opened[-1].mark in {"`", "```"}
        if character == "\\" and position + 1 < len(text):
            out.write(text[position + 1])
            position += 2
            continue
        mark = _mark_at(text, position)
        if mark is not None and (not raw or mark == opened[-1].mark):
            _turn(out, opened, mark, position)
            position += len(mark)
            continue
        if character == "[" and not raw:
            opened.append(_Open("[", out.offset, position))
            position += 1
            continue
        if character == "]" and opened and opened[-1].mark == "[":
            position = _link(text, position, out, opened.pop())
            continue
        if character in _RESERVED and not raw:
            raise bad_request(
                f"can't parse entities: Character '{character}' is reserved and must be escaped with the preceding '\\'"
            )
        out.write(character)
        position += 1
    if opened:
        name = _MARKS.get(opened[-1].mark, ("", "TextUrl"))[1]
        raise _unfinished(text, opened[-1].source, f"{name} entity")
    return out.result()


def parse_legacy(text: str) -> tuple[str, list[Json]]:
    """Plain text and entities of the legacy mode. Raises ApiError for an open mark."""
    out, position = _Writer(), 0
    while position < len(text):
        character = text[position]
        if character == "\\" and text[position + 1 : position + 2] in {"_", "*", "`", "["}:
            out.write(text[position + 1])
            position += 2
            continue
        closing = "]" if character == "[" else character
        if character not in _LEGACY and character != "[":
            out.write(character)
            position += 1
            continue
        end = text.find(closing, position + 1)
        if end < 0:
            raise _unfinished(text, position, "the entity starting")
        start = out.offset
        for inner in text[position + 1 : end]:
            out.write(inner)
        if character == "[":
            position = _link(text, end, out, _Open("[", start, position))
        else:
            out.close(_LEGACY[character], start)
            position = end + 1
    return out.result()


def _mark_at(text: str, position: int) -> str | None:
    return next((mark for mark in sorted(_MARKS, key=len, reverse=True) if text.startswith(mark, position)), None)


def _turn(out: _Writer, opened: list[_Open], mark: str, position: int) -> None:
    if opened and opened[-1].mark == mark:
        start = opened.pop()
        out.close(_MARKS[mark][0], start.offset)
    else:
        opened.append(_Open(mark, out.offset, position))


def _link(text: str, position: int, out: _Writer, start: _Open) -> int:
    if text[position + 1 : position + 2] != "(":
        return position + 1
    end = text.find(")", position)
    if end < 0:
        raise bad_request(f"can't parse entities: Can't find end of a URL at byte offset {_byte(text, position)}")
    out.close("a", start.offset, text[position + 2 : end])
    return end + 1


def _byte(text: str, position: int) -> int:
    return len(text[:position].encode("utf-8", "surrogatepass"))


def _unfinished(text: str, position: int, what: str) -> ApiError:
    return bad_request(f"can't parse entities: Can't find end of {what} at byte offset {_byte(text, position)}")
