"""What a payment makes people owe, and how they settle it."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER
from tests.table.tables_that_pay import DANCE, LOW, SING, TOAST, Paid
from tgbot.decks.task import Task
from tgbot.game.refusals import Refusal
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.top_rule import TopRule
from tgbot.game.state import Announcing, Over, Rolling
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.paying import BagReshuffled, NoTaskFits, WaterRound
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import PrivateBill
from tgbot.table.ports.effects import Charged
from tgbot.table.state.debts import Bill, Settling
from tgbot.table.state.evening import Form
from tgbot.table.state.purse import Coin, Purse
from tgbot.table.state.terms import Equal, Paying

THREE = (1, 1, 1)
"""One draw from the bag: the first task that is left."""


def told(reply: object) -> object:
    """Read what a reply is about."""
    assert isinstance(reply, Told)
    return reply.what


async def test_without_a_payment_units_are_only_counted() -> None:
    """The books know of every unit, and the next round begins at once."""
    on = Paid(Payment.NONE, (*LOW, *LOW))
    await on.open()
    await on.lose(ANNA, BERT)
    assert on.paid(ANNA) == {Form.COUNTED: 1}
    assert isinstance(on.table.game, Announcing)


async def test_a_task_holds_the_next_round_back() -> None:
    """The opener throws when the task is settled, not before: the dice come after the decision they follow."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    assert isinstance(on.table.game, Rolling)
    assert on.debt.text == "sing (de)"
    assert on.cup.left == 2
    await on.settle(ANNA, Settling.DONE)
    assert isinstance(on.table.game, Announcing)
    assert on.paid(ANNA) == {Form.TASK: 1}


@pytest.mark.parametrize("equal", Equal)
async def test_rather_not_is_paid_as_the_groups_equal_without_a_word(equal: Equal) -> None:
    """Nothing is posted about it, and the game goes on; the payer alone is told what replaces his task. A unit is a unit."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING, paying=Paying(equal=equal))
    await on.open()
    await on.lose(ANNA, BERT)
    posts = len(on.store.posts)
    reply = await on.settle(ANNA, Settling.SKIP)
    assert isinstance(reply, Told)
    assert (reply.what, reply.equal) == (Note.DECLINED, equal)
    assert on.paid(ANNA) == {Form.NEUTRAL: 1}
    assert len(on.store.posts) == posts
    assert isinstance(on.table.game, Announcing)


async def test_done_and_rather_not_leave_the_same_traces() -> None:
    """What a group sees afterwards does not tell which button was pressed."""
    seen = []
    for settling in (Settling.DONE, Settling.SKIP):
        on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
        await on.open()
        await on.lose(ANNA, BERT)
        await on.settle(ANNA, settling)
        seen.append(([post for _, post in on.store.posts], on.store.dirty, on.store.effects))
    assert seen[0] == seen[1]


async def test_another_task_is_drawn_once() -> None:
    """The second wish is refused, and says what else there is."""
    on = Paid(Payment.TASKS, (*LOW, *THREE), SING, DANCE)
    await on.open()
    await on.lose(ANNA, BERT)
    first = on.debt
    assert told(await on.settle(ANNA, Settling.OTHER)) is Note.SWAPPED
    assert (on.debt.number, on.debt.swapped) == (first.number, True)
    assert on.debt.task != first.task
    assert told(await on.settle(ANNA, Settling.OTHER)) is Barred.SWAPPED


async def test_after_three_minutes_the_task_is_put_off() -> None:
    """Without a comment: the others want to play on."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    posts = len(on.store.posts)
    await on.pass_time(Due.DEBT)
    assert on.paid(ANNA) == {Form.POSTPONED: 1}
    assert isinstance(on.table.game, Announcing)
    assert len(on.store.posts) == posts


async def test_a_late_deadline_of_an_earlier_task_does_nothing() -> None:
    """It waits for the debt's own number."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT, "21")
    late = next(due for due in on.store.deadlines[on.id] if due.kind is Due.DEBT)
    await on.settle(ANNA, Settling.DONE)
    on.store.deadlines[on.id] = (late,)
    await on.pass_time(Due.DEBT)
    assert on.paid(ANNA) == {Form.TASK: 1}
    assert on.debt.units == 1


async def test_double_means_two_tasks() -> None:
    """A caught Mäxchen is two units, and one task is one unit."""
    on = Paid(Payment.TASKS, (*LOW, *THREE, *THREE, *LOW), SING, DANCE, TOAST)
    await on.open()
    await on.lose(ANNA, BERT, "21")
    assert len(on.table.debts) == 2
    first = on.debt.task
    await on.settle(ANNA, Settling.DONE)
    assert on.debt.task != first
    await on.settle(ANNA, Settling.SKIP)
    assert on.paid(ANNA) == {Form.TASK: 1, Form.NEUTRAL: 1}


@pytest.mark.parametrize("settling", [Settling.DONE, Settling.OTHER, Settling.SKIP])
async def test_the_payers_buttons_are_the_payers(settling: Settling) -> None:
    """Somebody else is told whose it is."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open()
    await on.lose(ANNA, BERT)
    assert told(await on.settle(BERT, settling)) is Barred.NOT_YOUR_DEBT
    assert on.debt.player == ANNA.id


async def test_others_applaud_and_nobody_applauds_himself() -> None:
    """Each seat once; spectators have no say."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.settle(BERT, Settling.CLAP)
    await on.settle(BERT, Settling.CLAP)
    await on.settle(CLARA, Settling.CLAP)
    assert on.debt.claps == (BERT.id, CLARA.id)
    assert told(await on.settle(ANNA, Settling.CLAP)) is Barred.OWN_DEBT
    await on.settle(DIETER, Settling.CLAP)
    assert on.debt.claps == (BERT.id, CLARA.id)


async def test_applause_gives_no_extra_time() -> None:
    """The deadline stays where it is."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open()
    await on.lose(ANNA, BERT)
    before = on.store.deadlines[on.id]
    on.store.now += 60_000
    await on.settle(BERT, Settling.CLAP)
    assert on.store.deadlines[on.id] == before


async def test_thumbs_down_takes_a_task_out_of_the_bag() -> None:
    """It is not drawn again in this group; the payer may still do it."""
    on = Paid(Payment.TASKS, LOW * 3, SING)
    await on.open()
    await on.lose(ANNA, BERT)
    assert told(await on.settle(BERT, Settling.BAN)) is Note.BANNED
    await on.settle(ANNA, Settling.DONE)
    await on.lose(ANNA, BERT)
    assert any(isinstance(item, NoTaskFits) for item in on.told)
    assert on.paid(ANNA) == {Form.TASK: 1, Form.NEUTRAL: 1}


async def test_a_thumbs_down_is_taken_back_under_the_task() -> None:
    """By any other seat, as it was given; the task comes again."""
    on = Paid(Payment.TASKS, (*LOW, *LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.settle(BERT, Settling.BAN)
    assert told(await on.settle(ANNA, Settling.KEEP)) is Barred.OWN_DEBT
    assert told(await on.settle(DIETER, Settling.KEEP)) is Refusal.NOT_SEATED
    assert on.table.box.banned == ("sing",)
    assert told(await on.settle(CLARA, Settling.KEEP)) is Note.TASK_BACK
    assert not on.table.box.banned
    await on.settle(ANNA, Settling.DONE)
    await on.lose(ANNA, BERT)
    assert on.debt.task == "sing"


async def test_no_task_comes_twice_before_the_bag_is_empty_which_is_said() -> None:
    """Two tasks, three losses: the third time the bag is filled again."""
    on = Paid(Payment.TASKS, (*LOW, *THREE, *LOW, *LOW, *LOW), SING, DANCE)
    await on.open()
    seen = []
    for _ in range(3):
        await on.lose(ANNA, BERT)
        seen.append(on.debt.task)
        await on.settle(ANNA, Settling.DONE)
    assert seen == ["sing", "dance", "sing"]
    assert sum(isinstance(item, BagReshuffled) for item in on.told) == 1


async def test_the_strictest_wish_chooses_for_all() -> None:
    """Clara does without alcohol and boldness; Anna gets the soft task, never the bold one."""
    on = Paid(Payment.TASKS, LOW, DANCE, TOAST)
    on.purses.purses[CLARA.id] = Purse(sober=True, harmless=True)
    await on.open()
    await on.lose(ANNA, BERT)
    assert (on.debt.task, on.debt.text) == ("toast", "tea")


async def test_sips_hold_nobody_up() -> None:
    """They are booked in the commit that makes them due; the payer's bill is marked, and his limit counted."""
    on = Paid(Payment.SIPS, (*LOW, *LOW), paying=Paying(sips=2))
    await on.open()
    await on.lose(ANNA, BERT)
    assert on.paid(ANNA) == {Form.SIPS: 1}
    assert isinstance(on.table.game, Announcing)
    assert PrivateBill(ANNA.id) in on.store.dirty
    assert [effect for effect in on.store.effects if isinstance(effect, Charged)] == [Charged(ANNA.id, 1, 2, Coin.SIP)]


@pytest.mark.parametrize("purse", [Purse(coin=Coin.SQUAT), Purse(coin=Coin.WATER), Purse(sober=True)])
async def test_a_limit_counts_drinks_and_nothing_else(purse: Purse) -> None:
    """Who pays in squats keeps his limit; what the table queues and books is the same as for whoever drinks."""
    seen = []
    for own in (purse, Purse()):
        on = Paid(Payment.SIPS, (*LOW, *LOW), paying=Paying(sips=2))
        on.purses.purses[ANNA.id] = replace(own, left=3, since=1_000_000)
        await on.open()
        await on.lose(ANNA, BERT)
        seen.append((on.store.posts, on.store.dirty, on.store.effects))
        assert (await on.purses.purse(ANNA.id)).left == (1 if own == Purse() else 3)
    assert seen[0] == seen[1]


async def test_a_limit_of_sips_stops_no_squats() -> None:
    """It is used up, and who pays in squats pays them as ever; in a group that plays for water it says nothing either."""
    for purse, coin in ((Purse(coin=Coin.SQUAT), Coin.SIP), (Purse(), Coin.WATER)):
        on = Paid(Payment.SIPS, (*LOW, *LOW), paying=Paying(sips=2, coin=coin))
        on.purses.purses[ANNA.id] = replace(purse, left=0, since=1_000_000)
        await on.open()
        await on.lose(ANNA, BERT)
        assert on.table.bills == (Bill(ANNA.id, 1, 2, 0),)


async def test_a_used_up_limit_turns_sips_soft_in_silence() -> None:
    """The third unit is beyond the limit of two; whoever looks at the group's messages sees no difference."""
    on = Paid(Payment.SIPS, LOW * 4)
    await on.open()
    await on.purses.put(ANNA.id, Purse(left=2), frozenset({"left"}))
    for _ in range(3):
        await on.lose(ANNA, BERT)
    assert on.paid(ANNA) == {Form.SIPS: 2, Form.SOFT: 1}
    assert on.table.bills[0].soft == 1


async def test_a_limit_is_used_up_within_one_payment() -> None:
    """Two units, one of them allowed."""
    on = Paid(Payment.SIPS, LOW * 2)
    await on.open()
    await on.purses.put(ANNA.id, Purse(left=1), frozenset({"left"}))
    await on.lose(ANNA, BERT, "21")
    assert on.paid(ANNA) == {Form.SIPS: 1, Form.SOFT: 1}


async def test_a_limit_of_last_week_holds_no_longer() -> None:
    """It is one evening's."""
    on = Paid(Payment.SIPS, LOW * 2)
    await on.open()
    on.store.now += 7 * 24 * 3600 * 1000
    on.purses.purses[ANNA.id] = Purse(left=0, since=0)
    await on.lose(ANNA, BERT)
    assert on.paid(ANNA) == {Form.SIPS: 1}


async def test_sober_players_pay_softly() -> None:
    """All of it."""
    on = Paid(Payment.SIPS, LOW * 2)
    on.purses.purses[ANNA.id] = Purse(sober=True)
    await on.open()
    await on.lose(ANNA, BERT, "21")
    assert on.paid(ANNA) == {Form.SOFT: 2}


@pytest.mark.parametrize(
    ("settling", "form"), [(Settling.SIPS, {Form.SIPS: 2}), (Settling.TASK, {Form.TASK: 1, Form.NEUTRAL: 1})]
)
async def test_mixed_is_the_payers_choice(settling: Settling, form: dict[Form, int]) -> None:
    """Sips at once, or task after task."""
    on = Paid(Payment.MIXED, (*LOW, *THREE, *LOW), SING, DANCE)
    if settling is Settling.SIPS:
        on = Paid(Payment.MIXED, (*LOW, *LOW), SING, DANCE)
    await on.open()
    await on.lose(ANNA, BERT, "21")
    assert on.debt.payment is Payment.MIXED
    assert told(await on.settle(BERT, settling)) is Barred.NOT_YOUR_DEBT
    await on.settle(ANNA, settling)
    if settling is Settling.TASK:
        await on.settle(ANNA, Settling.DONE)
        await on.settle(ANNA, Settling.SKIP)
    assert on.paid(ANNA) == form
    assert isinstance(on.table.game, Announcing)


async def test_a_choice_is_not_settled_like_a_task() -> None:
    """Forged buttons do nothing."""
    on = Paid(Payment.MIXED, LOW, SING)
    await on.open()
    await on.lose(ANNA, BERT)
    assert told(await on.settle(ANNA, Settling.DONE)) is Barred.NO_SUCH_BUTTON
    assert told(await on.settle(BERT, Settling.CLAP)) is Barred.NO_SUCH_BUTTON
    assert told(await on.settle(ANNA, Settling.DONE, step=99)) is Barred.OLD_DEBT


async def test_whoever_leaves_takes_no_task_along() -> None:
    """It is put off, and the next round begins."""
    on = Paid(Payment.TASKS, (*LOW, *LOW), SING)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.tap(ANNA, Action.LEAVE)
    assert on.table.debts == ()
    assert on.paid(ANNA) == {Form.POSTPONED: 1}
    assert isinstance(on.table.game, Announcing)


async def test_the_end_of_a_game_waits_for_nobody_but_its_loser_may_still_pay() -> None:
    """The last task is offered under the finished game; opening the next one puts it off."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open(rules=HouseRules(limit=1))
    await on.lose(ANNA, BERT)
    assert isinstance(on.table.game, Over)
    assert on.debt.player == ANNA.id
    await on.tap(BERT, Action.OPEN)
    assert on.table.debts == ()
    assert on.paid(ANNA) == {Form.POSTPONED: 1}


async def test_stopping_a_game_puts_everything_off() -> None:
    """Nobody owes anything to a game that is no more."""
    on = Paid(Payment.TASKS, LOW, SING)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.say(Word.END, ANNA)
    assert isinstance(on.table.game, Over)
    assert on.table.debts == ()
    assert on.paid(ANNA) == {Form.POSTPONED: 1}


async def test_water_comes_after_so_many_units_of_the_table() -> None:
    """Five units, whoever paid them."""
    on = Paid(Payment.SIPS, LOW * 4, paying=Paying(water_after=3))
    await on.open()
    for _ in range(3):
        assert not any(isinstance(item, WaterRound) for item in on.told)
        await on.lose(ANNA, BERT)
    assert sum(isinstance(item, WaterRound) for item in on.told) == 1
    assert on.table.evening is not None
    assert on.table.evening.since_water == 0


@pytest.mark.parametrize(("settling", "charged"), [(Settling.DONE, 2), (Settling.SKIP, 0)])
async def test_a_task_with_a_sip_counts_a_limit_down_when_it_is_done(settling: Settling, charged: int) -> None:
    """How it goes without is told to its payer alone, whoever he is: limit or none, the same marks and texts."""
    seen = []
    for purse in (Purse(), Purse(left=0, since=1_000_000)):
        on = Paid(Payment.TASKS, LOW * 2, TOAST, paying=Paying(sips=2))
        on.purses.purses[ANNA.id] = purse
        await on.open()
        await on.lose(ANNA, BERT)
        assert PrivateBill(ANNA.id) in on.store.dirty
        assert on.table.bills == (Bill(ANNA.id, on.debt.number, 0, 0, "toast"),)
        assert on.debt.text == "toast (de)"
        await on.settle(ANNA, settling)
        charges = [effect.sips for effect in on.store.effects if isinstance(effect, Charged)]
        assert sum(charges) == charged
        seen.append((on.store.posts, on.store.dirty, on.store.effects, on.table))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("sober", [True, False])
async def test_a_task_without_a_sip_charges_nobody(*, sober: bool) -> None:
    """Neither a dry one nor the soft form of a wet one."""
    on = Paid(Payment.TASKS, LOW * 2, TOAST if sober else SING)
    on.purses.purses[CLARA.id] = Purse(sober=sober)
    await on.open()
    await on.lose(ANNA, BERT)
    await on.settle(ANNA, Settling.DONE)
    assert PrivateBill(ANNA.id) not in on.store.dirty
    assert not any(isinstance(effect, Charged) for effect in on.store.effects)


@pytest.mark.parametrize(("task", "rounds"), [(TOAST, 1), (SING, 0)], ids=["with sips", "dry"])
async def test_tasks_count_towards_water_where_they_may_be_sips(task: Task, rounds: int) -> None:
    """Done or declined alike; put off is not paid."""
    on = Paid(Payment.TASKS, LOW * 5, task, paying=Paying(water_after=2))
    await on.open()
    await on.lose(ANNA, BERT)
    await on.pass_time(Due.DEBT)
    for settling in (Settling.DONE, Settling.SKIP):
        assert not any(isinstance(item, WaterRound) for item in on.told)
        await on.lose(ANNA, BERT)
        await on.settle(ANNA, settling)
    assert sum(isinstance(item, WaterRound) for item in on.told) == rounds


async def test_everybody_else_pays_one_after_another() -> None:
    """A false Mäxchen that came round: three debts, one on the card at a time."""
    rules = HouseRules(limit=30, top_rule=TopRule.CIRCULATE_RETURN)
    on = Paid(Payment.TASKS, (*LOW, *THREE, *THREE, *LOW), SING, DANCE, TOAST)
    await on.open(rules=rules)
    await on.tap(ANNA, Action.ANNOUNCE, "21")
    await on.tap(BERT, Action.PASS_TOP)
    await on.tap(CLARA, Action.PASS_TOP)
    await on.tap(ANNA, Action.DOUBT)
    owed: list[Person] = []
    for who in (BERT, CLARA):
        assert on.debt.player == who.id
        owed.append(who)
        await on.settle(who, Settling.DONE)
    assert [on.paid(who) for who in owed] == [{Form.TASK: 1}, {Form.TASK: 1}]
    assert isinstance(on.table.game, Announcing)
