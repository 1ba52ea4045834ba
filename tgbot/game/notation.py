"""Settings, actions and events in the words of the replay format (`rules.md` §11)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any

from tgbot.game import commands
from tgbot.game.events import CupLifted, Event, LapEnded, TopShown
from tgbot.game.roll import Dice, Roll
from tgbot.game.rules.house import HouseRules, clash
from tgbot.game.seats import PlayerId

_OLD_PENALTIES = {"drinks": "sips", "tasks": "tasks"}
_ON_OFF = {True: True, False: False, "on": True, "off": False}
_NULLABLE = frozenset({"limit", "max_players"})
_PLAYERS = frozenset({"player", "to", "claimer", "opener", "players", "winners", "losers"})
_REVEALS: Mapping[type[Event], str] = {CupLifted: "reveal", LapEnded: "reveal", TopShown: "show"}

IMPOSSIBLE = Roll(())
"""What an unreadable announcement becomes, so that the game refuses it in its usual order."""

_Build = Callable[[PlayerId, Roll | None, Dice], commands.Command]

ACTIONS: Mapping[str, _Build] = {
    "roll": lambda player, _value, dice: commands.ThrowDice(player, dice),
    "look": lambda player, _value, _dice: commands.Look(player),
    "reroll": lambda player, _value, dice: commands.Reroll(player, dice),
    "announce": lambda player, value, _dice: commands.Announce(player, value or IMPOSSIBLE),
    "show": lambda player, _value, _dice: commands.Show(player),
    "believe": lambda player, _value, dice: commands.Believe(player, dice),
    "doubt": lambda player, _value, _dice: commands.Doubt(player),
    "pass": lambda player, value, _dice: commands.Pass(player, value),
    "push": lambda player, _value, dice: commands.Push(player, dice),
    "accept": lambda player, _value, _dice: commands.Accept(player),
    "ask": lambda player, _value, _dice: commands.Ask(player),
    "repeat": lambda player, _value, _dice: commands.Repeat(player),
    "leave": lambda player, _value, _dice: commands.Leave(player),
    "timeout": lambda player, _value, dice: commands.TimeUp(player, dice),
    "away": lambda player, _value, _dice: commands.StepAway(player),
    "back": lambda player, _value, _dice: commands.ComeBack(player),
    "join": lambda player, _value, _dice: commands.Join(player),
}


class RecordError(ValueError):
    """A recorded game is not in the format; the message says where, in one line."""


def read_rules(settings: object) -> HouseRules:
    """Read `settings`; what is absent has its default, and the older words are understood.

    Raises:
        RecordError: an unknown setting, a value it does not have, or settings that contradict each other.

    """
    if not isinstance(settings, dict):
        raise RecordError("settings must be an object")
    words = dict(settings)
    older = _OLD_PENALTIES.get(str(words.get("penalty_mode")))
    if older is not None:
        words = {"payment": older} | words | {"penalty_mode": "points"}
    defaults = {known.name: known.default for known in fields(HouseRules)}
    unknown = sorted(words.keys() - defaults.keys())
    if unknown:
        raise RecordError(f"settings: there is no {unknown[0]}")
    rules = HouseRules(**{name: _read_value(name, word, defaults[name]) for name, word in words.items()})
    found = clash(rules)
    if found is not None:
        raise RecordError(f"settings: {' and '.join(filter(None, (found.setting, found.other)))} cannot be so")
    return rules


def _read_value(name: str, word: object, default: object) -> Any:
    assert default is not MISSING
    if isinstance(default, Enum):
        known = {member.value: member for member in type(default)}
        if isinstance(word, str) and word in known:
            return known[word]
        raise RecordError(f"settings: {name} is one of {', '.join(known)}")
    if isinstance(default, bool):
        if isinstance(word, bool | str) and word in _ON_OFF:
            return _ON_OFF[word]
        raise RecordError(f"settings: {name} is true or false")
    if (word is None and name in _NULLABLE) or (isinstance(word, int) and not isinstance(word, bool)):
        return word
    raise RecordError(f"settings: {name} is a whole number{' or null' if name in _NULLABLE else ''}")


def read_value(word: object) -> Roll | None:
    """Read an announced value; what no dice can show becomes `IMPOSSIBLE`."""
    if word is None:
        return None
    try:
        return Roll.parse(str(word))
    except ValueError:
        return IMPOSSIBLE


def write_event(event: Event, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    """Write an event; dice that were hidden stand in `reveal` and `show` alone."""
    word = _REVEALS.get(type(event)) or re.sub(r"(?<!^)([A-Z])", r"_\1", type(event).__name__).lower()
    lap = {"lap": True} if isinstance(event, LapEnded) else {}
    return {"type": word} | lap | _write_fields(event, names)


def _write_fields(value: Any, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    return {part.name: _write(part.name, getattr(value, part.name), names) for part in fields(value)}


def _write(name: str, value: Any, names: Mapping[PlayerId, str]) -> Any:
    if name == "tally":
        return {names[player]: units for player, units in value}
    if name in _PLAYERS:
        return [names[player] for player in value] if isinstance(value, tuple) else names[value]
    if isinstance(value, Roll):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_write(name, part, names) for part in value]
    return _write_fields(value, names) if is_dataclass(value) else value
