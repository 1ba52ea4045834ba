"""Whoever comes, goes, pauses or sleeps, and whatever time does: somebody can always move (`design.md` §6, invariant 4)."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, person
from tests.table.playing_by import Table
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.turn_time import TurnTime
from tgbot.game.seats import Presence
from tgbot.game.state import Announcing, Answering, Over, Playing, Rolling, Waiting
from tgbot.game.view import Move, view
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due, TimePassed
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import MemberGone
from tgbot.table.intents.word import Word
from tgbot.table.state.seats import seated

EVERYBODY = (ANNA, BERT, CLARA, DIETER, person(5, "Emil"))
STEPS = 90
CHANCES = 60

Try = Callable[[Table, Random, Person], Awaitable[object]]


async def act(table: Table, random: Random, _: Person) -> None:
    """Let whoever has the cup do something that is allowed."""
    who = next((known for known in EVERYBODY if known.id == table.holder), None)
    if who is None or table.table.game is None:
        return
    seen = view(table.table.game, who.id)
    if Move.ANNOUNCE in seen.moves:
        await table.tap(who, Action.ANNOUNCE, str(random.choice(seen.announcements)))
    else:
        wanted = Action.BELIEVE if Move.BELIEVE in seen.moves and random.random() < 0.6 else Action.DOUBT
        await table.tap(who, wanted)


async def let_time_pass(table: Table, random: Random, _: Person) -> None:
    """Let a deadline of the game come, if there is one."""
    waiting = table.store.deadlines.get(table.id, ())
    if waiting:
        due = random.choice(waiting)
        table.store.now = max(table.store.now, due.at)
        await table.service.handle(TimePassed(table.id, due))


async def stop(table: Table, _random: Random, who: Person) -> None:
    """Ask for a pause of the whole table; the host gets it."""
    await table.say(Word.PAUSE, who, "tisch")


async def leave_the_group(table: Table, _random: Random, who: Person) -> None:
    """Leave the group, and with it the seat."""
    await table.service.handle(MemberGone(table.mark(), table.place, who.id))


def saying(word: Word) -> Try:
    """Type a command."""
    return lambda table, _, who: table.say(word, who)


def pressing(action: Action) -> Try:
    """Press a button."""
    return lambda table, _, who: table.tap(who, action)


WAYS: tuple[tuple[Try, int], ...] = (
    (act, 12),
    (let_time_pass, 4),
    (saying(Word.PAUSE), 2),
    (saying(Word.GET_UP), 1),
    (saying(Word.SIT_DOWN), 2),
    (pressing(Action.JOIN), 1),
    (pressing(Action.COME_BACK), 3),
    (pressing(Action.STAY_AWAY), 1),
    (pressing(Action.WAKE), 3),
    (stop, 1),
    (leave_the_group, 1),
)


def check(table: Table) -> None:
    """Somebody can move: who is on turn, a deadline, a button, the host; and nobody is counted who is not there."""
    stored, game = table.table, table.table.game
    dues = {due.kind for due in table.store.deadlines.get(table.id, ())}
    if not isinstance(game, Playing):
        return
    there = seated(game)
    assert len(there) >= 2
    assert stored.host in there
    away = {seat.player for seat in game.seats if seat.presence is Presence.AWAY}
    assert {pausing.player for pausing in stored.breaks} <= away
    if stored.paused or stored.asleep:
        assert dues == set(), "nothing moves until Weiter geht's"
    elif stored.debts and isinstance(game, Rolling | Waiting):
        assert dues == {Due.DEBT}
    elif isinstance(game, Waiting):
        assert dues == set()
        assert away, "Bin wieder da goes on"
    elif game.rules.turn_time is TurnTime.OFF:
        assert dues == set()
    else:
        assert Due.TURN in dues
    if isinstance(game, Announcing | Answering):
        seat = next(seat for seat in game.seats if seat.player == game.holder)
        assert seat.active
        assert view(game, game.holder).moves


@pytest.mark.parametrize("seed", range(CHANCES))
async def test_somebody_can_always_move(seed: int) -> None:
    """After every single step; and in the end the host ends it."""
    random = Random(seed)  # noqa: S311 -- no secret
    rules: HouseRules = replace(random.choice(list(PRESETS.values())), turn_time=random.choice(list(TurnTime)))
    table = Table(replace(rules, min_players=2, limit=rules.limit and 9), [random.randint(1, 6) for _ in range(800)])
    await table.open(*EVERYBODY[: random.randint(2, 5)])
    tries, weights = zip(*WAYS, strict=True)
    for _ in range(STEPS):
        (way,) = random.choices(tries, weights)
        await way(table, random, random.choice(EVERYBODY))
        check(table)
        if isinstance(table.table.game, Over):
            return
    host = next(known for known in EVERYBODY if known.id == table.table.host)
    await table.say(Word.END, host)
    assert isinstance(table.table.game, Over)
    assert not table.table.paused
