"""Hypothesis strategies for everything a game is made of, and the legal commands of a position."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum

from hypothesis import strategies as st

from tgbot.game import commands as c
from tgbot.game.roll import Dice, Roll
from tgbot.game.rules.house import HouseRules, clash
from tgbot.game.rules.ranking import Ranking, dice_count, ladder
from tgbot.game.seats import PlayerId
from tgbot.game.state import Game
from tgbot.game.view import Move, View, view

_NUMBERS: dict[str, st.SearchStrategy[int | None]] = {
    "limit": st.none() | st.integers(1, 6),
    "min_players": st.just(2),
    "max_players": st.none() | st.integers(2, 24),
}


def players(most: int = 6) -> st.SearchStrategy[PlayerId]:
    """Draw a player, seated or not."""
    return st.integers(1, most).map(PlayerId)


def dice(ranking: Ranking) -> st.SearchStrategy[Dice]:
    """Draw a throw, die by die."""
    return st.tuples(*[st.integers(1, 6)] * dice_count(ranking))


def rolls(ranking: Ranking) -> st.SearchStrategy[Roll]:
    """Draw a roll as it is read."""
    return st.sampled_from(ladder(ranking))


def house_rules() -> st.SearchStrategy[HouseRules]:
    """Draw any house rules that do not contradict each other."""
    settings = {part.name: _setting(part.name, part.default) for part in fields(HouseRules)}
    return st.builds(HouseRules, **settings).filter(lambda rules: clash(rules) is None)


def _setting(name: str, default: object) -> st.SearchStrategy[object]:
    if name in _NUMBERS:
        return _NUMBERS[name]
    if isinstance(default, Enum):
        return st.sampled_from(type(default))
    return st.booleans() if isinstance(default, bool) else st.integers(1, 3)


def any_command(ranking: Ranking) -> st.SearchStrategy[c.Command]:
    """Draw a command, most of them out of place."""
    who, throw, value = players(), dice(ranking), rolls(ranking)
    odd = st.sampled_from([Roll((1, 2)), Roll((7, 1)), Roll((2, 1)), Roll((1, 1, 1))])
    plain = (c.StepAway, c.ComeBack, c.Look, c.Show, c.Doubt, c.Accept, c.Ask, c.Repeat)
    thrown = (c.ThrowDice, c.Reroll, c.Believe, c.Push, c.TimeUp)
    return st.one_of(
        *[st.builds(kind, who) for kind in plain],
        *[st.builds(kind, who, st.booleans()) for kind in (c.Join, c.Leave)],
        *[st.builds(kind, who, throw) for kind in thrown],
        st.builds(c.Announce, who, value | odd),
        st.builds(c.Pass, who, st.none() | value | odd),
        st.builds(c.Start, who, st.booleans()),
    )


def legal(game: Game, player: PlayerId, throw: Dice) -> list[c.Command]:
    """List the commands a player has in the running turn, in a fixed order."""
    seen = view(game, player)
    return [command for move in Move if move in seen.moves for command in _commands(move, seen, player, throw)]


def _commands(move: Move, seen: View, player: PlayerId, throw: Dice) -> Iterator[c.Command]:
    match move:
        case Move.ANNOUNCE:
            yield from (c.Announce(player, value) for value in seen.announcements)
        case Move.PASS:
            yield from (c.Pass(player, value) for value in seen.announcements)
        case Move.THROW:
            yield c.ThrowDice(player, throw)
        case Move.REROLL:
            yield c.Reroll(player, throw)
        case Move.BELIEVE:
            yield c.Believe(player, throw)
        case Move.PUSH:
            yield c.Push(player, throw)
        case _:
            yield _PLAIN[move](player)


_PLAIN: dict[Move, Callable[[PlayerId], c.Command]] = {
    Move.LOOK: c.Look,
    Move.SHOW: c.Show,
    Move.DOUBT: c.Doubt,
    Move.PASS_TOP: c.Pass,
    Move.ACCEPT: c.Accept,
    Move.ASK: c.Ask,
    Move.REPEAT: c.Repeat,
}
