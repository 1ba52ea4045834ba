"""Telegram's HTML: a strict scanner that names the byte where the markup goes wrong."""

from dataclasses import dataclass, field

from tgbot.demo.errors import ApiError, bad_request
from tgbot.demo.text import utf16
from tgbot.demo.text.tags import STYLES, character_at, entity_of
from tgbot.demo.wire import Json

_SPACE = " \t\r\n\v\0"
_END = "\0"
_TOKEN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-")


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    argument: str
    offset: int
    begin: int


def parse(text: str) -> tuple[str, list[Json]]:
    """Plain text and entities of marked-up text. Raises ApiError as the Bot API words it."""
    return _Scanner(text).run()


@dataclass(slots=True)
class _Scanner:
    source: str
    position: int = 0
    plain: list[str] = field(default_factory=list)
    offset: int = 0
    opened: list[_Open] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)

    def run(self) -> tuple[str, list[Json]]:
        while self.position < len(self.source):
            if self.source[self.position] == "<":
                self._tag()
            else:
                self._character()
        if self.opened:
            raise bad_request(
                f"can't parse entities: Can't find end tag corresponding to start tag \"{self.opened[-1].tag}\""
            )
        for entity in self.entities:
            if entity["type"] == "code":
                entity.pop("language", None)
        # Inner tags close first, but where two entities cover the same text the outer one comes first.
        self.entities.reverse()
        self.entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return "".join(self.plain), self.entities

    def _at(self, position: int) -> str:
        return self.source[position] if position < len(self.source) else _END

    def _error(self, text: str, position: int, rest: str = "") -> ApiError:
        byte = len(self.source[:position].encode("utf-8", "surrogatepass"))
        return bad_request(f"can't parse entities: {text} at byte offset {byte}{rest}")

    def _character(self) -> None:
        character, after = self.source[self.position], self.position + 1
        if character == "&":
            character, after = character_at(self.source, self.position) or (character, after)
        self.plain.append(character)
        self.offset += utf16.length(character)
        self.position = after

    def _tag(self) -> None:
        begin = self.position
        self.position += 1
        if self._at(self.position) == "/":
            self._end_tag(begin)
        else:
            self._start_tag(begin)
        self.position += 1

    def _word(self, stop: str) -> str:
        start = self.position
        while self._at(self.position) not in stop:
            self.position += 1
        return self.source[start : self.position]

    def _spaces(self) -> None:
        while self.position < len(self.source) and self._at(self.position) in _SPACE:
            self.position += 1

    def _start_tag(self, begin: int) -> None:
        tag = self._word(f"{_SPACE}>").lower()
        if self.position >= len(self.source):
            raise self._error("Unclosed start tag", begin)
        if tag not in STYLES:
            raise self._error(f'Unsupported start tag "{tag}"', begin)
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._error('Tag "span" must have class "tg-spoiler"', begin)
        self.opened.append(_Open(tag, _argument(tag, attributes), self.offset, len(self.plain)))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        while True:
            self._spaces()
            if self._at(self.position) == ">":
                return found
            name = self._word(f"{_SPACE}=" if tag != "blockquote" else f"{_SPACE}=>")
            if not name:
                raise self._error(f'Empty attribute name in the tag "{tag}"', begin)
            if tag == "blockquote" and self._at(self.position) in f"{_SPACE}>":
                found[name] = name
                continue
            self._spaces()
            if self._at(self.position) != "=":
                raise self._error(f'Expected equal sign in declaration of an attribute of the tag "{tag}"', begin)
            self.position += 1
            self._spaces()
            if self.position >= len(self.source):
                raise self._error(f'Unclosed start tag "{tag}"', begin)
            found[name] = self._value()
            if self.position >= len(self.source):
                raise self._error("Unclosed start tag", begin)

    def _value(self) -> str:
        quote = self._at(self.position)
        if quote in "\"'":
            return self._quoted(quote)
        start = self.position
        while self._at(self.position) in _TOKEN:
            self.position += 1
        if self._at(self.position) not in f"{_SPACE}>":
            raise self._error("Unexpected end of name token", start)
        return self.source[start : self.position].lower()

    def _quoted(self, quote: str) -> str:
        self.position += 1
        value = ""
        while (character := self._at(self.position)) not in {quote, _END}:
            after = self.position + 1
            if character == "&":
                character, after = character_at(self.source, self.position) or (character, after)
            value += character
            self.position = after
        if self._at(self.position) == quote:
            self.position += 1
        return value

    def _end_tag(self, begin: int) -> None:
        if not self.opened:
            raise self._error("Unexpected end tag", begin)
        self.position += 1
        name = self._word(f"{_SPACE}>")
        self._spaces()
        if self._at(self.position) != ">":
            raise self._error("Unclosed end tag", begin)
        start = self.opened.pop()
        if name and name != start.tag:
            raise self._error("Unmatched end tag", begin, f', expected "</{start.tag}>", found "</{name}>"')
        if self.offset == start.offset:
            return
        inner = "".join(self.plain[start.begin :])
        entity = entity_of(start.tag, start.argument, start.offset, self.offset - start.offset, inner)
        if entity is not None:
            self._keep(entity)

    def _keep(self, entity: Json) -> None:
        """Add an entity; code that names its language and fills a pre says the language of the pre."""
        inner = self.entities[-1] if self.entities else {}
        same = all(inner.get(name) == entity[name] for name in ("offset", "length"))
        if entity["type"] == "pre" and inner.get("type") == "code" and same and "language" in inner:
            self.entities[-1] = inner | {"type": "pre"}
        else:
            self.entities.append(entity)


def _argument(tag: str, attributes: dict[str, str]) -> str:
    match tag:
        case "a":
            return attributes.get("href", "")
        case "tg-emoji":
            return attributes.get("emoji-id", "")
        case "blockquote":
            return attributes.get("expandable", "")
        case "code":
            return attributes.get("class", "").removeprefix("language-")
        case _:
            return ""
