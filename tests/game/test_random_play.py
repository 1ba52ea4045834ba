"""Ten thousand random games under every preset and many house rules come to their end."""

from random import Random

import pytest

from tests.game.script import rules_of
from tests.game.strategies import legal
from tgbot.game import commands as c
from tgbot.game.events import GameEnded, Paid
from tgbot.game.play import Step, new_lobby, play
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.ranking import dice_count
from tgbot.game.seats import PlayerId, Presence
from tgbot.game.state import Game, Lobby, Over, Waiting

TABLES = [
    "wirtshaus",
    "wirtshaus limit=4 follower_look=never raise_rule=equal_ok",
    "wirtshaus ranking=schocken top_rule=blind_push",
    "lizumo",
    "lizumo next_opener=next limit=4 repeat_penalty=true",
    "maexle limit=3",
    "maexle limit=2 top_rule=circulate_before",
    "trinkspiel",
    "trinkspiel truth_rule=at_least pass_unseen=true ranking=pasch_reversed repeat_penalty=true",
    "trinkspiel top_last_auto=true limit=3 end_mode=last_standing",
]
MOST_ROUNDS = 12


def random_game(rules: HouseRules, chance: Random) -> tuple[Game, int]:
    """Play one game with players who do anything they may; tell the units that were paid."""
    game: Game = new_lobby(1, rules)
    opening: list[c.Command] = [c.Join(PlayerId(number)) for number in range(1, chance.randint(2, 5) + 1)]
    paid = 0
    for command in [*opening, c.Start(PlayerId(1), anyway=True)]:
        game, _ = stepped(game, command)
    while not isinstance(game, Over):
        game, units = stepped(game, random_command(game, chance))
        paid += units
    return game, paid


def stepped(game: Game, command: c.Command) -> tuple[Game, int]:
    """Play a command that must be accepted."""
    outcome = play(game, command)
    assert isinstance(outcome, Step), (outcome, command)
    assert isinstance(outcome.game, Over) == any(isinstance(event, GameEnded) for event in outcome.events)
    return outcome.game, sum(event.units for event in outcome.events if isinstance(event, Paid))


def random_command(game: Game, chance: Random) -> c.Command:
    """Choose what the holder does, doubting more often than chance would and falling asleep now and then."""
    assert not isinstance(game, Lobby | Over)
    if game.rules.end_mode is EndMode.OPEN and game.round.number > MOST_ROUNDS:
        return c.Stop()
    if isinstance(game, Waiting):
        away = [seat.player for seat in game.seats if seat.presence is Presence.AWAY and not seat.out]
        return c.ComeBack(chance.choice(away))
    throw = tuple(chance.randint(1, 6) for _ in range(dice_count(game.rules.ranking)))
    if chance.random() < 0.02:
        return c.TimeUp(game.holder, throw)
    options, doubt = legal(game, game.holder, throw), c.Doubt(game.holder)
    return doubt if doubt in options and chance.random() < 0.4 else chance.choice(options)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_random_games_end(table: str) -> None:
    """A thousand games a table: each ends, and what was paid is what the seats hold."""
    rules, chance = rules_of(table), Random(table)  # noqa: S311 - reproducible games, not secrets
    for _ in range(1000):
        game, paid = random_game(rules, chance)

        assert isinstance(game, Over)
        assert paid == sum(seat.units for seat in game.seats)
