"""What the shuffle bag promises: every task once before any comes twice, whoever is at the table."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.decks.folders import deck, task
from tgbot.decks.bag import Bag, Draw, draw, suitable
from tgbot.decks.filters import Filters, merge
from tgbot.decks.loading import load_decks
from tgbot.decks.tags import Intensity, Place, Tags
from tgbot.decks.task import Task, own_task

ANYBODY = Filters()
FIVE = deck(*(task(number) for number in range(5)))
BOLD, TABLE = task(10, Tags(intensity=Intensity.BOLD)), task(11, Tags(place=Place.TOGETHER))
WET, EITHER = task(12, Tags(alcohol=True)), task(13, Tags(alcohol=True), soft="Summ.")
MIXED = deck(task(0), BOLD, TABLE, WET, EITHER)


def first(_: int) -> int:
    """Choose the first."""
    return 0


def last(number: int) -> int:
    """Choose the last."""
    return number - 1


def chance(*says: int) -> Callable[[int], int]:
    """Choose what chance says, over and over; what is beyond the tasks begins at the first again."""
    told = cycle(says)
    return lambda number: next(told) % number


def drawn(found: Draw | None) -> Draw:
    """Expect a task."""
    assert found is not None
    return found


def test_no_task_comes_twice() -> None:
    """An evening with the decks of the bot sees each task once, and only then hears of a reshuffle."""
    decks, choose, bag = load_decks().decks, chance(66, 5, 21, 0, 31), Bag()
    number = len(suitable(decks, ANYBODY))
    seen: list[Draw] = []
    for _ in range(number + 1):
        seen.append(drawn(draw(decks, bag, ANYBODY, choose)))
        bag = seen[-1].bag

    assert number == len({found.task.id for found in seen[:number]})
    assert [False] * number + [True] == [found.reshuffled for found in seen]


def test_chance_chooses_among_what_is_left() -> None:
    """Chance is asked for one of the tasks still in the bag; after a reshuffle for one of all but the latest."""
    asked: list[int] = []

    def choose(number: int) -> int:
        asked.append(number)
        return 0

    bag = Bag()
    for _ in range(6):
        bag = drawn(draw([FIVE], bag, ANYBODY, choose)).bag

    assert [5, 4, 3, 2, 1, 4] == asked


def test_a_fair_chance_is_a_fair_draw() -> None:
    """Each order in which tasks can come belongs to just one outcome of chance, so all are as likely as chance is even."""
    orders = set()
    for says in product(range(5), range(4), range(3)):
        bag, choose = Bag(), chance(*says)
        for _ in says:
            bag = drawn(draw([FIVE], bag, ANYBODY, choose)).bag
        orders.add(bag.drawn)

    assert set(permutations([one.id for one in FIVE.tasks], 3)) == orders


def test_a_reshuffle_does_not_repeat_the_last_task() -> None:
    """Whoever has just paid does not see the same task again."""
    full = Bag(tuple(one.id for one in FIVE.tasks))
    again = drawn(draw([FIVE], full, ANYBODY, last))

    assert (True, "x3", ("x3",)) == (again.reshuffled, again.task.id, again.bag.drawn)


def test_a_single_task_comes_again() -> None:
    """Where only one task suits, it comes each time, and says so."""
    once = drawn(draw([deck(task(1))], Bag(), ANYBODY, first))
    twice = drawn(draw([deck(task(1))], once.bag, ANYBODY, first))

    assert (False, True, ("x1",)) == (once.reshuffled, twice.reshuffled, twice.bag.drawn)


def test_no_task_is_no_draw() -> None:
    """Where nothing suits, nothing is drawn and chance is not asked."""
    assert None is draw([], Bag(("x1",)), ANYBODY, first)
    assert None is draw([deck(WET)], Bag(), Filters(alcohol_free=True), first)


def test_a_banned_task_does_not_come() -> None:
    """A task the group never wants again stays out, after a reshuffle too."""
    bag = Bag()
    for _ in range(9):
        found = drawn(draw([FIVE], bag, ANYBODY, last, banned={"x4", "x0"}))
        assert found.task.id not in {"x4", "x0"}
        bag = found.bag


def test_own_tasks_are_in_the_bag() -> None:
    """A group's own tasks come among the others, once each, and can be banned."""
    own = [own_task(1, "Hol Salzstangen."), own_task(2, "Mach Musik an.")]
    one = drawn(draw([FIVE], Bag(), ANYBODY, last, own=own))
    two = drawn(draw([FIVE], one.bag, ANYBODY, last, own=own))
    three = drawn(draw([FIVE], Bag(), ANYBODY, last, own=own, banned={"own:2"}))

    assert ("own:2", "own:1", "own:1") == (one.task.id, two.task.id, three.task.id)


@pytest.mark.parametrize(
    ("wishes", "left_out"),
    [
        (ANYBODY, set()),
        (Filters(alcohol_free=True), {WET}),
        (Filters(gentle_only=True), {BOLD}),
        (Filters(remote=True), {TABLE}),
        (Filters(alcohol_free=True, gentle_only=True, remote=True), {WET, BOLD, TABLE}),
    ],
)
def test_wishes_filter(wishes: Filters, left_out: set[Task]) -> None:
    """A wish leaves out what does not suit it; a task with a soft form suits those without alcohol."""
    assert left_out == {one for one in MIXED.tasks if one not in suitable([MIXED], wishes)}


def test_the_strictest_wish_wins() -> None:
    """What one player does without, the table does without; without wishes everything goes."""
    wishes = [ANYBODY, Filters(alcohol_free=True), Filters(remote=True)]

    assert (Filters(alcohol_free=True, remote=True), ANYBODY) == (merge(wishes), merge([]))


def test_a_wish_may_come_late() -> None:
    """A guest who wants it gentle empties only the gentle part of the bag; the bold tasks drawn before stay drawn."""
    bag = Bag((BOLD.id, "x0", TABLE.id, WET.id, EITHER.id))
    found = drawn(draw([MIXED], bag, Filters(gentle_only=True), first))
    after = drawn(draw([MIXED], found.bag, ANYBODY, first))

    assert (True, "x0", (BOLD.id, "x0")) == (found.reshuffled, found.task.id, found.bag.drawn)
    assert (False, TABLE) == (after.reshuffled, after.task)


@given(evening=st.lists(st.tuples(st.builds(Filters), st.integers(min_value=0)), max_size=40))
def test_however_wishes_change_nothing_repeats_unsaid(evening: list[tuple[Filters, int]]) -> None:
    """A task that was drawn comes again only in a draw that says the bag was reshuffled, or after one."""
    bag, since = Bag(), set[str]()
    for wishes, says in evening:
        found = drawn(draw([MIXED], bag, wishes, chance(says)))
        since = {found.task.id} if found.reshuffled else since
        assert found.reshuffled or found.task.id not in since
        since = {*since, found.task.id}
        bag = found.bag
        assert len(bag.drawn) == len(set(bag.drawn))


def test_a_renamed_deck_keeps_its_bans() -> None:
    """What is drawn and banned is remembered by id alone, so a deck's other properties may change."""
    renamed = replace(FIVE, id="nacht")

    assert "x1" == drawn(draw([renamed], Bag(("x0",)), ANYBODY, first)).task.id
