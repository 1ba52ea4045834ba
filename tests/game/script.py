"""Games as text: a script is played again and written down; a golden script is one that comes back unchanged.

rules wirtshaus limit=5 raise_rule=equal_ok     a preset, then settings that differ
players anna bert clara                         clockwise, these three unless said; the first opens
opener bert                                     ... unless it is another
# a comment; blank lines stay

anna rolls 4-2          the opener's throw, single dice
anna looks              anna rerolls 3-1        anna says 42            anna shows
bert believes 3-1       bert lifts              bert passes 53          bert passes (the top goes round)
bert pushes 6-1         bert accepts            bert asks               anna repeats
anna sleeps 3-1         lets the time pass; the dice serve if the move throws
dora joins              anna leaves             anna pauses             anna returns            stop

> dieter pays 1 (caught), has 1                 after a command: everything that happened and is not the command itself
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum

from tgbot.game import commands, events
from tgbot.game.notation import read_rules
from tgbot.game.play import new_lobby, play
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Dice, Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import PRESETS
from tgbot.game.seats import PlayerId
from tgbot.game.state import Game

_SPOKEN = {"true": True, "false": False, "none": None}


@dataclass(slots=True)
class Played:
    """A script that has been played: its text with outcomes, the game it led to, and all that happened."""

    text: str = ""
    game: Game = field(default_factory=lambda: new_lobby(1, HouseRules()))
    ids: dict[str, PlayerId] = field(default_factory=dict)
    happened: list[events.Event] = field(default_factory=list)
    given: list[commands.Command] = field(default_factory=list)

    def player(self, name: str) -> PlayerId:
        """Give the number of a name, a new one with the next number."""
        return self.ids.setdefault(name, PlayerId(len(self.ids) + 1))


def rules_of(words: str) -> HouseRules:
    """Read `wirtshaus limit=5`."""
    preset, *changes = words.split()
    settings = {part.name: getattr(PRESETS[preset], part.name) for part in fields(HouseRules)}
    spoken = {name: value.value if isinstance(value, Enum) else value for name, value in settings.items()}
    for change in changes:
        name, word = change.split("=")
        spoken[name] = int(word) if word.isdigit() else _SPOKEN.get(word, word)
    return read_rules(spoken)


def trimmed(script: str) -> str:
    """Take the indentation off a script that stands inside a test."""
    return "\n".join(line.strip() for line in script.strip().splitlines()) + "\n"


def again(script: str) -> str:
    """Play a script's commands and write it down anew."""
    return played(trimmed(script)).text


def played(script: str) -> Played:
    """Play a script's commands, whatever outcomes it claims."""
    done = Played()
    header = {"players": "anna bert clara"}
    for line in script.splitlines():
        if line.startswith(">"):
            continue
        word, _, rest = line.partition(" ")
        if word in ("rules", "players", "opener"):
            header[word] = rest
            done.text += line + "\n"
        elif not line or line.startswith("#"):
            done.text += line + "\n"
        else:
            _seat(done, header)
            done.text += line + "\n" + _act(done, _read(done, line.split()))
    return done


def _seat(done: Played, header: dict[str, str]) -> None:
    if done.given:
        return
    names = header["players"].split()
    done.game = new_lobby(1, rules_of(header["rules"]))
    for name in names:
        _act(done, commands.Join(done.player(name)))
    _act(done, commands.Start(done.player(header.get("opener", names[0])), anyway=True))


def _act(done: Played, command: commands.Command) -> str:
    outcome = play(done.game, command)
    if isinstance(outcome, Refusal):
        return f"> refused {outcome.value}\n"
    done.game = outcome.game
    done.given.append(command)
    done.happened += outcome.events
    names = {player: name for name, player in done.ids.items()}
    told = (_told(event, names) for event in outcome.events)
    return "".join(f"> {line}\n" for line in told if line)


def _dice(word: str) -> Dice:
    return tuple(int(die) for die in word.split("-"))


def _read(done: Played, words: list[str]) -> commands.Command:
    if words == ["stop"]:
        return commands.Stop()
    player, verb, value = done.player(words[0]), words[1], words[2] if len(words) > 2 else ""
    return _VERBS[verb](player, value)


_VERBS: Mapping[str, Callable[[PlayerId, str], commands.Command]] = {
    "rolls": lambda player, value: commands.ThrowDice(player, _dice(value)),
    "looks": lambda player, _: commands.Look(player),
    "rerolls": lambda player, value: commands.Reroll(player, _dice(value)),
    "says": lambda player, value: commands.Announce(player, Roll(tuple(map(int, value)))),
    "shows": lambda player, _: commands.Show(player),
    "believes": lambda player, value: commands.Believe(player, _dice(value)),
    "lifts": lambda player, _: commands.Doubt(player),
    "passes": lambda player, value: commands.Pass(player, Roll(tuple(map(int, value))) if value else None),
    "pushes": lambda player, value: commands.Push(player, _dice(value)),
    "accepts": lambda player, _: commands.Accept(player),
    "asks": lambda player, _: commands.Ask(player),
    "repeats": lambda player, _: commands.Repeat(player),
    "sleeps": lambda player, value: commands.TimeUp(player, _dice(value)),
    "joins": lambda player, _: commands.Join(player),
    "leaves": lambda player, _: commands.Leave(player),
    "pauses": lambda player, _: commands.StepAway(player),
    "returns": lambda player, _: commands.ComeBack(player),
}


def _told(event: events.Event, names: Mapping[PlayerId, str]) -> str:
    """Write what a command does not say already; the rest is empty."""
    match event:
        case events.RoundOpened(number, opener):
            return f"round {number}: {names[opener]}"
        case events.CupLifted(_, claimer, claim, dice, true, _):
            return f"cup: {dice} under {claim} of {names[claimer]}, {'true' if true else 'a lie'}"
        case events.LapEnded(_, dice, true, _):
            return f"lap: {dice}, {'true' if true else 'a lie'}"
        case events.TopShown(_, dice):
            return f"shown: {dice}"
        case events.Paid(player, units, total, _, reason):
            return f"{names[player]} pays {units} ({reason.value}), has {total}"
        case events.WentOut(player):
            return f"{names[player]} is out"
        case events.RoundVoided(player, reason):
            return f"void: {names[player]} {reason.value}"
        case events.TimedOut(_, move):
            return f"engine: {move.value}"
        case _:
            return _told_of_table(event, names)


def _told_of_table(event: events.Event, names: Mapping[PlayerId, str]) -> str:
    match event:
        case events.SeatTaken(player, waiting, units):
            return f"{names[player]} waits with {units}" if waiting else ""
        case events.WentAway(player, by_timeout):
            return f"{names[player]} is set aside" if by_timeout else ""
        case events.Announced(_, value, how, to):
            return f"{how.value} {value}, cup to {names[to]}"
        case events.GameWaits():
            return "the game waits"
        case events.GameEnded() if event.stopped:
            return "over: stopped"
        case events.GameEnded(winners, losers):
            lost = f"; {_list(losers, names)} lost" if losers else ""
            return f"over: {_list(winners, names)} won{lost}"
        case _:
            return ""


def _list(players: tuple[PlayerId, ...], names: Mapping[PlayerId, str]) -> str:
    return " ".join(names[player] for player in players)
