"""Over whole random evenings: units are conserved, and nobody's own settings leave a trace where others look."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER
from tests.table.tables_that_pay import DANCE, SING, TOAST, Paid
from tgbot.game.events import Paid as UnitsPaid
from tgbot.game.roll import Dice
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.presets import PRESETS
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Over
from tgbot.game.view import Move, view
from tgbot.phrases.card import card, closing
from tgbot.phrases.posts import post
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.taps import Action
from tgbot.table.scene import scene
from tgbot.table.state.debts import Settling, open_debt
from tgbot.table.state.purse import Purse
from tgbot.table.state.terms import Paying

PEOPLE = (ANNA, BERT, CLARA, DIETER)
SEEDS = range(14)
WORDS, LIMIT = "Zimtschnecke", 4
PRESSES = {
    Move.BELIEVE: Action.BELIEVE,
    Move.DOUBT: Action.DOUBT,
    Move.ACCEPT: Action.ACCEPT,
    Move.PASS_TOP: Action.PASS_TOP,
    Move.PUSH: Action.PUSH,
    Move.LOOK: Action.LOOK,
    Move.REROLL: Action.REROLL,
}


class RandomCup:
    """Dice that fall the same way for the same seed, whatever was asked before."""

    left = 0

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 -- no secret

    def throw(self, count: int) -> Dice:
        """Throw `count` dice."""
        return tuple(self._random.randint(1, 6) for _ in range(count))


async def evening(seed: int, purses: dict[PlayerId, Purse], moves: int = 90) -> tuple[Paid, list[str]]:
    """Play a random evening; returns the table and every text the group was shown."""
    random = Random(seed)  # noqa: S311 -- no secret
    payment = random.choice(list(Payment))
    on = Paid(payment, (), SING, DANCE, TOAST, paying=Paying(sips=random.randint(1, 3), secret=random.random() < 0.5))
    on.service = replace(on.service, cup=RandomCup(seed))
    on.purses.purses.update(purses)
    await on.open(*PEOPLE, rules=random.choice(list(PRESETS.values())))
    shown: list[str] = []
    for _ in range(moves):
        await one_move(on, random)
        seen = scene(on.table, None, "bot")
        shown += [card(seen).text, closing(seen)]
        assert owed(on) == booked(on)
    shown += [told.text for _, queued in on.store.posts if (told := post(scene(on.table, None, "bot"), queued))]
    return on, shown


async def one_move(on: Paid, random: Random) -> None:
    """Let somebody do something: settle, move, or let the time pass."""
    game = on.table.game
    debt = open_debt(game, on.table.debts)
    if debt is not None and random.random() < 0.15:
        await on.pass_time(Due.DEBT)
    elif debt is not None:
        await on.settle(random.choice(PEOPLE), random.choice(list(Settling)))
    elif isinstance(game, Over):
        await on.tap(random.choice(PEOPLE), Action.OPEN)
        await on.tap(ANNA, Action.JOIN)
        on.store.now += 120_000
        await on.tap(ANNA, Action.START)
    elif isinstance(game, Announcing | Answering):
        await play(on, random, next(who for who in PEOPLE if who.id == game.holder))


async def play(on: Paid, random: Random, who: Person) -> None:
    """Let the holder do one of the things he may."""
    assert on.table.game is not None
    seen = view(on.table.game, who.id)
    if seen.announcements and random.random() < 0.7 and Move.ANNOUNCE in seen.moves:
        await on.tap(who, Action.ANNOUNCE, str(random.choice((seen.announcements[0], seen.announcements[-1]))))
        return
    known = sorted((PRESSES[move] for move in seen.moves if move in PRESSES), key=lambda action: action.value)
    if known:
        await on.tap(who, random.choice(known))


def owed(on: Paid) -> Counter[PlayerId]:
    """Add up what the events said was to be paid."""
    units: Counter[PlayerId] = Counter()
    for item in on.told:
        if isinstance(item, UnitsPaid):
            units[item.player] += item.units
    return units


def booked(on: Paid) -> Counter[PlayerId]:
    """Add up what was paid in all forms, and what is still open."""
    units: Counter[PlayerId] = Counter()
    for score in on.table.evening.scores if on.table.evening else ():
        units[score.player] += sum(paid for _, paid in score.paid)
    for debt in on.table.debts:
        units[debt.player] += debt.units
    return units


def secretive() -> dict[PlayerId, Purse]:
    """Give everybody a currency of his own and a limit."""
    return {who.id: Purse(words=WORDS, left=LIMIT, since=1_000_000) for who in PEOPLE}


@pytest.mark.parametrize("seed", SEEDS)
async def test_units_are_conserved(seed: int) -> None:
    """After each move of the evening: what the rules said is owed is what is booked, in all forms, and what is open."""
    on, _ = await evening(seed, {})
    assert owed(on) == booked(on)


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_secret_leaves_no_trace(seed: int) -> None:
    """The same evening with and without secrets: every post, card, effect and mark is the same to the letter."""
    plain, plain_texts = await evening(seed, {})
    secret, secret_texts = await evening(seed, secretive())
    assert secret_texts == plain_texts
    assert secret.store.posts == plain.store.posts
    assert secret.store.effects == plain.store.effects
    assert secret.store.dirty == plain.store.dirty
    assert WORDS not in repr((secret.store.posts, secret.store.effects, secret.table))


async def test_the_evenings_reach_what_they_test() -> None:
    """Among them all forms of payment occur, and limits are used up."""
    forms: set[str] = set()
    for seed in SEEDS:
        on, _ = await evening(seed, secretive())
        assert on.table.evening is None or on.table.evening.scores
        forms |= {
            form.value for score in (on.table.evening.scores if on.table.evening else ()) for form, _ in score.paid
        }
    assert forms == {"counted", "sips", "soft", "task", "neutral", "postponed"}
