"""Reads everything that leaves the bot and finds rolls where they have no business: calls, answers, queue, logs, metrics."""

import json
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.e2e.truth import Round, Truth
from tgbot.game.roll import Roll
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.ranking import Ranking, ladder, top
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing
from tgbot.game.turn import bar
from tgbot.phrases import press
from tgbot.phrases.language import speaking
from tgbot.phrases.rolls import spoken
from tgbot.store import scripts
from tgbot.store.keys import parse_table
from tgbot.table.identity import Language
from tgbot.table.intents.taps import Action, Tap

read_button = cache(press.decode)
"""The same buttons are looked at again and again."""

_FACES = "⚀⚁⚂⚃⚄⚅"
_DIGITS = re.compile(r"(?<![\w.])[1-6](?:(?:[-–/+·]|, ?| und | and )?[1-6]){1,2}(?!\w)")
_GLYPHS = re.compile(f"[{_FACES}](?: ?[{_FACES}]){{1,2}}")
_SPOKEN = re.compile(r"[^\W\d_]{5,}(?:-[a-z]+)?")
_IN_DATA = re.compile(r"(?<!\d)[1-6]{2,3}(?!\d)")
MARK = "✔"
_ODDS = re.compile(r"\d+ (?:von|of|in) (?:36|216)\b")
"""How likely an announcement was: a number that is no roll."""
_TALLY = re.compile(r"^(?:Verlorene Runden|Rounds lost): .*$", re.MULTILINE)
_COUNT = re.compile(r"(?<=\u2069 )\d+(?= ·|$)")
"""How many rounds somebody has lost: no roll either."""


def _words() -> dict[str, Roll]:
    """Map every word for a roll to it, but for the top's: the game bears its name, so that tells nothing."""
    rolls = [roll for roll in ladder(Ranking.NORMAL) if roll != top(Ranking.NORMAL)]
    return {spoken(speaking(language), roll).lower(): roll for language in Language for roll in rolls}


_WORDS = _words()


@cache
def rolls_in(text: str) -> frozenset[Roll]:
    """Find every roll a text tells, in digits, glyphs or words, in any order of its dice."""
    plain = _TALLY.sub(lambda line: _COUNT.sub("", line[0]), _ODDS.sub("", text))
    digits = [re.findall(r"[1-6]", found) for found in _DIGITS.findall(plain)]
    glyphs = [[_FACES.index(face) + 1 for face in found if face != " "] for found in _GLYPHS.findall(plain)]
    said = {_WORDS[word] for word in _SPOKEN.findall(plain.lower()) if word in _WORDS}
    return frozenset(said | {Roll.of(tuple(map(int, dice))) for dice in (*digits, *glyphs)})


def rolls_in_data(data: str) -> frozenset[Roll]:
    """Find every roll in callback data that is none of the bot's."""
    return frozenset(Roll.of(tuple(map(int, found))) for found in _IN_DATA.findall(data))


def _told_by(button: dict[str, str], tap: Tap | None) -> frozenset[Roll]:
    """List the rolls a button tells. One for an announcement tells nothing, unless it bears the mark of the true one."""
    text = f"{button['text']} {button.get('url', '')}"
    if tap is None:
        return rolls_in(text) | rolls_in_data(button.get("callback_data", ""))
    value = frozenset(() if tap.value is None else (tap.value,))
    if tap.action in {Action.ANNOUNCE, Action.PASS}:
        return value if MARK in text else rolls_in(text) - value
    return rolls_in(text) | value


NUMBERS = frozenset(
    {"id", "game", "step", "player", "to", "opener", "claimer", "number", "round", "chat", "message", "units", "total",
     "limit", "longest_chain", "gap", "f", "home", "thread", "by", "host"}
)  # fmt: skip
"""Under these names a number is just a number."""


def rolls_within(value: object, name: str = "") -> Iterator[Roll]:
    """Find every roll in a JSON value: as a list of dice, as a number, or within a text."""
    match value:
        case dict():
            for key, part in value.items():
                yield from rolls_within(part, str(key))
        case list() | tuple():
            if len(value) in (2, 3) and all(isinstance(part, int) and 1 <= part <= 6 for part in value):
                yield Roll.of(tuple(value))
            for part in value:
                yield from rolls_within(part, name)
        case int() if name not in NUMBERS:
            yield from rolls_in(str(value))
        case str():
            yield from rolls_in(value)
        case _:
            return


@dataclass(frozen=True, slots=True)
class Leak:
    """A roll that somebody can see who must not. `where` is the kind of evidence."""

    where: str
    roll: Roll
    evidence: str


@dataclass(eq=False)
class Scan(logging.Handler):
    """Collects leaks, and counts what it has read. Also the handler of all logs, in the format of the bot's own."""

    truth: Truth
    queries: dict[str, Any]
    leaks: list[Leak] = field(default_factory=list)
    read: Counter[str] = field(default_factory=Counter)
    keyboards: dict[tuple[object, ...], dict[tuple[object, ...], set[Roll]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )

    def __post_init__(self) -> None:
        super().__init__()

    def judge(
        self, where: str, place: Round, player: PlayerId | None, rolls: frozenset[Roll], evidence: object
    ) -> None:
        """Note as leaks those of the rolls which the player (None: everybody) must not see."""
        self.read[where] += 1
        self.leaks += [Leak(where, roll, str(evidence)) for roll in rolls & place.secret_from(player)]

    def call(self, method: str, params: dict[str, str]) -> None:
        """Read a call of the Bot API."""
        if method == "answerCallbackQuery":
            player = self.queries[params["callback_query_id"]].user_id
            place, where = self.truth.of_chat(player), "answer"
        else:
            chat = int(params.get("chat_id", 0))
            player, place = (PlayerId(chat) if chat > 0 else None), self.truth.of_chat(chat)
            where = "group" if player is None else "private"
        harmless = {"chat_id", "message_id", "message_thread_id", "callback_query_id", "user_id", "reply_markup"}
        for name, text in params.items():
            if name not in harmless:
                self.judge(where, place, player, rolls_in(text), text)
        self._keyboard(where, place, player, json.loads(params.get("reply_markup", "{}")))
        place.bell.set()

    def _keyboard(self, where: str, place: Round, player: PlayerId | None, markup: dict[str, Any]) -> None:
        shown: list[tuple[str, Tap, int]] = []
        for row in markup.get("inline_keyboard", []):
            for button in row:
                tap = read_button(button.get("callback_data", ""))
                if tap is not None:
                    shown.append((button["text"], tap, len(row)))
                self.judge(f"{where} button", place, player, _told_by(button, tap), button)
        if player is None and shown:
            self._same_for_all(place, shown)

    def _same_for_all(self, place: Round, shown: list[tuple[str, Tap, int]]) -> None:
        """Remember a group's keyboard by what everybody knows, and the roll that lay under the cup.

        Beside the announcements the buttons depend on the dice nowhere, where a roll is looked at as it falls.
        """
        _, tap, _ = shown[-1]
        if place.table is None or (tap.game, tap.step) not in place.moments:
            return
        game, roll = place.moments[tap.game, tap.step]
        said = tuple((text, tap.action, tap.value, width) for text, tap, width in shown if tap.value is not None)
        rest = tuple((text, tap.action, width) for text, tap, width in shown if tap.value is None)
        known = (game.rules, place.table.language, type(game), bar(game))
        if said:
            self.keyboards["announcements", *known][said].add(roll)
        if isinstance(game, Announcing) and game.rules.opener_look is game.rules.follower_look is LookMode.ALWAYS:
            self.keyboards["others", bool(said), *known][rest].add(roll)

    def uneven_keyboards(self) -> list[object]:
        """List the public situations in which the group has seen more than one announcement keyboard."""
        return [situation for situation, shown in self.keyboards.items() if len(shown) > 1]

    def script(self, script: scripts.Script, keys: Sequence[str], args: Sequence[Any]) -> None:
        """Read what a script of the store is given, but for the table's state, which holds the dice by design."""
        place = next((key for key in keys if ":outbox:" in key), None)
        if place is None:
            return
        table = parse_table(place.rpartition(":")[2])
        given = [*args[:5], *args[6:]] if script is scripts.COMMIT else args
        for part in given:
            text = part.decode() if isinstance(part, bytes) else str(part)
            if re.fullmatch(r"\d+(:\d+)?", text):
                continue  # moments, versions, lengths, a game and its step
            _, _, payload = text.rpartition("|") if "{" not in text else ("", "", text[text.index("{") :])
            found = rolls_within(json.loads(payload)) if payload.startswith("{") else rolls_in(text)
            self.judge("queue", self.truth.rounds[table], None, frozenset(found), text)

    def webhook(self, body: bytes) -> None:
        """Read the body of an answer to a webhook: a call that answers a press, and nothing besides."""
        extra = json.loads(body or b"{}").keys() - {"method", "callback_query_id", "text", "show_alert"}
        self.read["webhook"] += 1
        self.leaks += [Leak("webhook", roll, str(body)) for roll in rolls_in(body.decode()) if extra]

    def emit(self, record: logging.LogRecord) -> None:
        """Read a line of the log: no roll at all belongs there."""
        line = json.loads(self.format(record))
        line.pop("timestamp", None)
        numbers = {"partition", "port", "count", "retry_in"}
        rest = {
            name: value for name, value in line.items() if name not in numbers or not isinstance(value, int | float)
        }
        self.read["log"] += 1
        self.leaks += [Leak("log", roll, str(line)) for roll in rolls_within(rest)]

    def metrics(self, exposition: str) -> None:
        """Read the metrics: no roll in a name or a label, and no counter that is not known."""
        for sample in exposition.splitlines():
            name, _, labels = sample.partition("{")
            if not sample.startswith("#") and name.split("_")[0] == "tgbot":
                labels = re.sub(r'le="[^"]*"', "", labels.rpartition("}")[0])
                self.read["metrics"] += 1
                self.leaks += [Leak("metrics", roll, sample) for roll in rolls_in(f"{labels} {name.split(' ')[0]}")]
