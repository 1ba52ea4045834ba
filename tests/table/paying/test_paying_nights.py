"""Where an evening and its payments meet: counted once, put off when nobody is there, and told without a word of sips."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA
from tests.table.tables_that_pay import HIGH, LOW, SING, TOAST, Paid, deck
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.payment import Payment
from tgbot.game.state import Announcing, Over
from tgbot.phrases.card import card
from tgbot.phrases.posts import post
from tgbot.table.identity import Person
from tgbot.table.intents.inward import Forget
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import MemberGone
from tgbot.table.intents.word import Word
from tgbot.table.news.evening import EveningEnded, StandTold
from tgbot.table.news.paying import FairplayTold
from tgbot.table.scene import scene
from tgbot.table.state.debts import Bill, Settling
from tgbot.table.state.evening import Form, Score
from tgbot.table.state.mentions import players_in
from tgbot.table.state.task_box import TaskBox
from tgbot.table.state.terms import Paying


def score(on: Paid, who: Person) -> Score:
    """Look into the running evening."""
    assert on.table.evening is not None
    return next(score for score in on.table.evening.scores if score.player == who.id)


def recapped(on: Paid, who: Person) -> Score:
    """Look into the recap."""
    assert on.table.recap is not None
    return next(score for score in on.table.recap.scores if score.player == who.id)


async def test_a_round_paid_with_a_task_counts_once_and_the_evening_is_one() -> None:
    """The tally and the books keep the same scores, in seat order, though the next round begins later."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    assert (score(on, ANNA).rounds_lost, score(on, ANNA).units) == (1, 1)
    await on.settle(ANNA, Settling.DONE)
    assert (score(on, ANNA).rounds_lost, on.paid(ANNA)) == (1, {Form.TASK: 1})
    assert on.table.evenings == 1
    assert on.table.evening is not None
    assert [known.player for known in on.table.evening.scores] == [ANNA.id, BERT.id, CLARA.id]


async def test_a_top_shown_by_itself_counts_also_after_a_task() -> None:
    """The opener throws once nothing is owed; what he must show then is a top everybody saw."""
    on = Paid(Payment.TASKS, (*LOW, 2, 1, *HIGH), SING)
    await on.open(rules=HouseRules(limit=30, opening_top_show=OpeningTop.AUTO))
    await on.lose(ANNA, BERT)
    assert score(on, ANNA).tops == 0
    await on.settle(ANNA, Settling.DONE)
    assert isinstance(on.table.game, Announcing)
    assert score(on, ANNA).tops == 1


@pytest.mark.parametrize("payment", [Payment.TASKS, Payment.MIXED])
async def test_the_end_of_an_evening_puts_off_what_is_owed(payment: Payment) -> None:
    """In the middle of a game; the books balance, and nothing is left for the next evening."""
    on = Paid(payment, (*LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.say(Word.EVENING, ANNA)
    assert (on.table.debts, on.table.bills, on.table.evening) == ((), (), None)
    assert isinstance(on.table.game, Over)
    assert recapped(on, ANNA).rounds_lost == 1
    assert recapped(on, ANNA).tasks == 0
    assert on.table.evenings == 1


async def test_the_end_of_an_evening_puts_off_the_last_game_s_task_too() -> None:
    """The game is over, its loser's task is not."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open(rules=HouseRules(limit=1))
    await on.lose(ANNA, BERT)
    assert isinstance(on.table.game, Over)
    assert on.debt.player == ANNA.id
    await on.say(Word.EVENING, BERT)
    assert on.table.debts == ()
    assert recapped(on, ANNA).units == 1


async def test_tasks_done_are_told_and_sips_are_not() -> None:
    """A mixed table: one paid, one done. Neither the standings nor the recap know in which form."""
    on = Paid(Payment.MIXED, (*LOW, *LOW, *LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.settle(ANNA, Settling.SIPS)
    await on.lose(ANNA, BERT)
    await on.settle(ANNA, Settling.TASK)
    await on.settle(ANNA, Settling.DONE)
    assert on.paid(ANNA) == {Form.SIPS: 1, Form.TASK: 1}
    await on.say(Word.STAND, BERT)
    (stand,) = (item for item in on.told if isinstance(item, StandTold))
    assert all(known.paid == () for known in stand.scores)
    await on.say(Word.EVENING, ANNA)
    (ended,) = (item for item in on.told if isinstance(item, EveningEnded))
    assert all(known.paid == () for known in ended.recap.scores)
    assert recapped(on, ANNA).tasks == 1
    texts = [post(scene(on.table, None, "bot"), told) for _, told in on.store.posts[-2:]]
    text = "\n".join(message.text for message in texts if message is not None)
    text = text.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")
    assert "Aufgaben gemacht: 1" in text  # whose it was would tell who paid the other round
    assert "Verlorene Runden: Anna 2 · Bert 0 · Clara 0" in text
    assert "Schluck" not in text


async def test_a_payer_who_has_himself_forgotten_owes_nothing_any_more() -> None:
    """His task is put off under his guest's name, and the others play on."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    box = replace(TaskBox(), asked=(ANNA.id, 5))
    on.store.tables[on.id] = replace(on.table, bills=(Bill(ANNA.id, 1, 2, 0),), box=box)
    await on.service.handle(Forget(on.id, ANNA.id))
    assert isinstance(on.table.game, Announcing)
    assert (on.table.debts, on.table.bills, on.table.box.asked) == ((), (), None)
    assert ANNA.id not in players_in(on.table)
    assert on.table.evening is not None
    assert dict(on.table.evening.scores[0].paid) == {Form.POSTPONED: 1}


@pytest.mark.parametrize("limit", [1, 30])
async def test_a_payer_who_leaves_the_group_owes_nothing_any_more(limit: int) -> None:
    """Whether his game goes on or was his last."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
    await on.open(rules=HouseRules(limit=limit))
    await on.lose(ANNA, BERT)
    await on.service.handle(MemberGone(on.mark(), on.place, ANNA.id))
    assert on.table.debts == ()
    assert on.paid(ANNA) == {Form.POSTPONED: 1}


async def test_an_old_button_does_not_free_a_payer() -> None:
    """A seat's button of a game that is over changes nothing about what is owed."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open(rules=HouseRules(limit=1))
    await on.lose(ANNA, BERT)
    await on.tap(ANNA, Action.LEAVE)
    assert on.debt.player == ANNA.id


WET = {
    "sips": (Payment.SIPS, Paying()),
    "mixed": (Payment.MIXED, Paying()),
    "tasks that may be sips": (Payment.TASKS, Paying(decks=("trinken",))),
}


@pytest.mark.parametrize("limit", [2, None], ids=["limit", "open end"])
@pytest.mark.parametrize("mode", WET)
async def test_where_sips_are_played_lost_rounds_stand_in_seat_order(mode: str, limit: int | None) -> None:
    """On /stand, at the game's end and in the recap; with a limit the card alone keeps the strokes the game ends by."""
    payment, paying = WET[mode]
    on = Paid(payment, LOW * 4, TOAST, paying=paying)
    end = EndMode.OPEN if limit is None else EndMode.FIRST_LOSER
    await on.open(rules=HouseRules(limit=limit, end_mode=end))
    for _ in range(2):
        await on.lose(ANNA, BERT)
        if payment is Payment.MIXED:
            await on.settle(ANNA, Settling.TASK)
        if payment is not Payment.SIPS:
            await on.settle(ANNA, Settling.DONE)
        shown = card(scene(on.table, None, "bot")).text
        assert ("Striche: " in shown) == (limit is not None and not isinstance(on.table.game, Over))
    assert isinstance(on.table.game, Over) == (limit is not None)
    await on.say(Word.STAND, BERT)
    await on.say(Word.EVENING, ANNA)
    texts = [message.text for _, told in on.store.posts if (message := post(scene(on.table, None, "bot"), told))]
    text = "\n".join(texts).replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")
    assert text.count("Verlorene Runden: Anna 2 · Bert 0 · Clara 0") == (2 if limit is None else 3)
    assert "Kater-Protokoll" in text
    assert "Striche: " not in text


async def test_tasks_without_sips_rank_as_ever() -> None:
    """The fewest lost rounds first, who did what, and no hangover."""
    on = Paid(Payment.TASKS, LOW * 2, SING)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.settle(ANNA, Settling.DONE)
    await on.say(Word.EVENING, ANNA)
    message = post(scene(on.table, None, "bot"), on.store.posts[-2][1])
    assert message is not None
    text = message.text.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")
    assert "Verlorene Runden: Bert 0 · Clara 0 · Anna 1" in text
    assert "Aufgaben gemacht: Anna 1" in text
    assert "Abendprotokoll" in text


async def test_a_drinking_deck_chosen_in_the_middle_counts_from_its_first_task() -> None:
    """Even where nothing but the swap of a task follows in this evening; and the manners come with it."""
    on = Paid(Payment.TASKS, LOW * 2, SING)
    on.service = replace(on.service, decks=(*on.service.decks, deck(TOAST, name="trinken")))
    await on.open(rules=HouseRules(limit=1))
    await on.lose(ANNA, BERT)
    assert on.table.evening is not None
    assert not on.table.evening.sips
    on.store.tables[on.id] = replace(on.table, paying=Paying(decks=("trinken",)))
    await on.settle(ANNA, Settling.OTHER)
    assert on.debt.task == "toast"
    assert on.table.evening.sips
    assert isinstance(on.told[-1], FairplayTold)
    await on.settle(ANNA, Settling.DONE)
    await on.tap(ANNA, Action.OPEN)
    await on.tap(ANNA, Action.START)
    assert sum(isinstance(item, FairplayTold) for item in on.told) == 1


async def test_a_sips_game_stopped_with_its_evening_counts_rounds_in_seat_order() -> None:
    """The last game's post is worded when the evening is over already: the recap in it tells the rounds, once."""
    on = Paid(Payment.SIPS, (*LOW, *LOW), SING)
    await on.open(rules=HouseRules(limit=None, end_mode=EndMode.OPEN))
    await on.lose(ANNA, BERT)
    await on.say(Word.EVENING, ANNA)
    texts = [post(scene(on.table, None, "bot"), told) for _, told in on.store.posts]
    text = "\n".join(message.text for message in texts if message is not None)
    text = text.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")
    assert text.count("Anna 1 · Bert 0 · Clara 0") == 1
    assert "Kater-Protokoll" in text
