"""Play recorded games again: `python -m tgbot.game.replay < game.jsonl`, one game a line (`rules.md` §11).

A line that cannot be played becomes `{"error": "line 3: ..."}`, and the exit status is 1.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tgbot.game.commands import Command, Join, Start
from tgbot.game.events import Announced, Believed, DiceThrown, Event, Rerolled
from tgbot.game.notation import ACTIONS, RecordError, read_rules, read_value, write_event
from tgbot.game.play import new_lobby, play
from tgbot.game.refusals import Refusal
from tgbot.game.roll import PIPS, Dice
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.ranking import dice_count
from tgbot.game.seats import PlayerId, active
from tgbot.game.state import Game, How
from tgbot.game.step import Step
from tgbot.game.view import Phase, view


@dataclass(slots=True)
class _Players:
    """Names stand outside, numbers inside; whoever is named for the first time gets the next number."""

    names: dict[PlayerId, str] = field(default_factory=dict)

    def number(self, name: str) -> PlayerId:
        known = {known: player for player, known in self.names.items()}
        player = known.get(name, PlayerId(len(self.names) + 1))
        self.names[player] = name
        return player


@dataclass(slots=True)
class _Table:
    """A game in progress, the dice still to come, and the names of its players."""

    game: Game
    dice: Dice
    players: _Players

    def act(self, number: int, action: object) -> dict[str, Any]:
        word, name, value = _read_action(number, action)
        count = dice_count(self.game.rules.ranking)
        in_hand = self.dice[:count]
        short = len(in_hand) < count
        # A refused action leaves the dice where they are, so it must be tried even when there are none.
        throw = (1,) * count if short else in_hand
        outcome = play(self.game, ACTIONS[word](self.players.number(name), read_value(value), throw))
        if isinstance(outcome, Step):
            self.game = outcome.game
            if _threw(outcome.events):
                if short:
                    raise RecordError(f"action {number}: the dice have run out")
                self.dice = self.dice[count:]
        return _written(self.game, outcome, self.players.names)


def replay(record: object) -> dict[str, Any]:
    """Play one recorded game.

    Raises:
        RecordError: the record is not in the format.

    """
    if not isinstance(record, dict):
        raise RecordError("a game is an object")
    rules = read_rules(record.get("settings", {}))
    players = _Players()
    table = _Table(_seat(rules, record, players), _read_dice(record.get("dice", [])), players)
    steps = [table.act(number, action) for number, action in enumerate(_list(record, "actions"), start=1)]
    end = view(table.game, None)
    return {
        "steps": steps,
        "winners": [players.names[player] for player in end.winners],
        "losers": [players.names[player] for player in end.losers],
    }


def _seat(rules: HouseRules, record: dict[str, Any], players: _Players) -> Game:
    names = _list(record, "players")
    if not all(isinstance(name, str) and name for name in names) or len(set(names)) != len(names):
        raise RecordError("players must be different names")
    first = record.get("first", 0)
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < len(names):
        raise RecordError(f"first is the place of a player, 0 to {len(names) - 1}")
    game: Game = new_lobby(1, rules)
    seats = [players.number(name) for name in names]
    # A recorded game was played, so its table had agreed to play even below the minimum.
    opening: list[Command] = [*map(Join, seats), Start(seats[first], anyway=True)]
    for command in opening:
        outcome = play(game, command)
        if isinstance(outcome, Refusal):
            raise RecordError(f"players: {outcome.value}")
        game = outcome.game
    return game


def _list(record: dict[str, Any], name: str) -> list[Any]:
    value = record.get(name)
    if not isinstance(value, list):
        raise RecordError(f"{name} must be a list")
    return value


def _read_dice(value: object) -> Dice:
    if not isinstance(value, list) or not all(type(die) is int and 1 <= die <= PIPS for die in value):
        raise RecordError("dice must be a list of numbers from 1 to 6")
    return tuple(value)


def _read_action(number: int, action: object) -> tuple[str, str, object]:
    match action:
        case [str(name), str(word)] if word in ACTIONS:
            return word, name, None
        case [str(name), str(word), value] if word in ACTIONS:
            return word, name, value
        case [str(_), str(word), *_]:
            raise RecordError(f"action {number}: {word} is none of {', '.join(ACTIONS)}")
        case _:
            raise RecordError(f'action {number}: must be like ["a", "announce", "53"]')


def _threw(events: tuple[Event, ...]) -> bool:
    return any(
        isinstance(event, DiceThrown | Believed | Rerolled)
        or (isinstance(event, Announced) and event.how is How.PUSHED)
        for event in events
    )


def _written(game: Game, outcome: Step | Refusal, names: dict[PlayerId, str]) -> dict[str, Any]:
    seen = view(game, None)
    stands = seen.chain[-1] if seen.chain and seen.phase is not Phase.OVER else None
    # A game that waits for players is the opening of the next round with nobody able to make it: the format has no more.
    waits = seen.phase is Phase.WAITING
    holder = seen.opener if waits else seen.holder
    return {
        "phase": (Phase.OPEN if waits else seen.phase).value,
        "round": seen.round_number,
        "holder": names[holder] if holder is not None else None,
        "opener": names[seen.opener] if seen.opener is not None else None,
        "claim": str(stands.value) if stands else None,
        "claimer": names[stands.player] if stands else None,
        "paid": {names[seat.player]: seat.units for seat in seen.seats},
        "active": [names[player] for player in active(seen.seats)],
        "refused": outcome.value if isinstance(outcome, Refusal) else None,
        "events": [] if isinstance(outcome, Refusal) else [write_event(event, names) for event in outcome.events],
    }


def replayed(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Answer each line that is not blank, in order."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield replay(json.loads(line))
        except json.JSONDecodeError as fault:
            yield {"error": f"line {number}: no JSON, {fault.msg} at column {fault.colno}"}
        except RecordError as fault:
            yield {"error": f"line {number}: {fault}"}


def main() -> int:
    """Read games from standard input, write what became of them to standard output."""
    failed = False
    for answer in replayed(sys.stdin):
        failed = failed or "error" in answer
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
