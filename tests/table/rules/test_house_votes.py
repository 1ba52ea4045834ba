"""Votes on a house rule, the rule sheet, and what toasts know of the rules."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.game.rules.presets import MAEXLE, WIRTSHAUS
from tgbot.game.rules.raise_rule import RaiseRule
from tgbot.game.rules.ranking import Ranking
from tgbot.game.rules.share import CodeFault, encode_rules
from tgbot.game.state import Announcing
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.intents.inquiry import Finding, Informed
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import MemberGone, SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import CodeRefused, DeskHelped, DeskHouse, Notice, OddsTold, VoteRejected
from tgbot.table.news.replies import Barred, Note, Reply, RollShown, Told
from tgbot.table.news.surfaces import RuleSheet
from tgbot.table.state.boards import Sheet
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.table import Table

FIVE = replace(WIRTSHAUS, limit=5)


def what(reply: Reply) -> object:
    """Return what a toast is about."""
    assert isinstance(reply, Told), reply
    return reply.what


async def voting(*people: Person, on: str = "limit-5") -> Evening:
    """Seat people and put a choice to the vote; the first is the host."""
    evening = Evening((4, 2, 6, 4), Timing(tell=0))
    await evening.seat(*people)
    await evening.say(Word.HOUSE, people[0])
    assert what(await evening.menu(people[0], Action.VOTE_ON, on)) is Note.VOTE_OPENED
    return evening


async def vote(evening: Evening, who: Person, *, yes: bool, on: str = "limit-5") -> object:
    """Tap Dafür or Dagegen on the lobby's card."""
    return what(await evening.tap(who, Action.VOTE_YES if yes else Action.VOTE_NO, step=0, detail=on))


def outcome(evening: Evening) -> tuple[object, ...]:
    """Tell what holds, what was told, and whether the vote is still open."""
    return evening.table.rules, evening.told, evening.table.vote


async def test_a_majority_of_the_seats_decides_and_the_result_is_the_groups_rule() -> None:
    """The host's own tap is for it; the log and the post say how it went."""
    evening = await voting(ANNA, BERT, CLARA)
    assert evening.table.vote is not None
    assert evening.table.rules == WIRTSHAUS
    assert await vote(evening, BERT, yes=True) is Note.VOTE_COUNTED
    change = RulesChanged(ANNA.id, "limit", "3", "5", evening.store.now, (2, 0))
    assert outcome(evening) == (FIVE, [change], None)
    assert evening.table.changes == (change,)
    assert evening.table.in_force == FIVE


async def test_a_majority_against_leaves_the_rule_as_it_was() -> None:
    """And says so."""
    evening = await voting(ANNA, BERT, CLARA)
    await vote(evening, BERT, yes=False)
    await vote(evening, CLARA, yes=False)
    assert outcome(evening) == (WIRTSHAUS, [VoteRejected("limit", "5", 1, 2)], None)


async def test_a_second_tap_changes_ones_mind() -> None:
    """Nobody counts twice, and the newest tap counts."""
    evening = await voting(ANNA, BERT, CLARA, DIETER)
    for yes in (True, True, False, True, False):
        await vote(evening, BERT, yes=yes)
    assert evening.table.vote is not None
    assert (evening.table.vote.yes, evening.table.vote.no) == ((ANNA.id,), (BERT.id,))


@pytest.mark.parametrize("host_for", [True, False])
async def test_a_tie_is_the_hosts_to_break(host_for: bool) -> None:
    """Only once all have voted: then his own tap decides."""
    evening = await voting(ANNA, BERT, CLARA, DIETER)
    if not host_for:
        await vote(evening, ANNA, yes=False)
    await vote(evening, BERT, yes=not host_for)
    await vote(evening, CLARA, yes=host_for)
    assert evening.table.vote is not None
    await vote(evening, DIETER, yes=not host_for)
    assert outcome(evening)[::2] == (FIVE if host_for else WIRTSHAUS, None)


async def test_alone_at_the_table_the_host_is_the_majority() -> None:
    """One seat, one vote."""
    evening = await voting(ANNA)
    assert evening.table.rules == FIVE


@pytest.mark.parametrize("thrown_out", [True, False])
async def test_who_leaves_no_longer_counts_and_the_others_may_be_a_majority_now(thrown_out: bool) -> None:
    """Two of four is none, two of three is."""
    evening = await voting(ANNA, BERT, CLARA, DIETER)
    await vote(evening, BERT, yes=True)
    await vote(evening, CLARA, yes=False)
    assert evening.table.vote is not None
    if thrown_out:
        await evening.service.handle(MemberGone(evening.mark(), evening.place, CLARA.id))
    else:
        await evening.tap(CLARA, Action.LEAVE)
    assert evening.table.rules == FIVE
    assert [item.vote for item in evening.told if isinstance(item, RulesChanged)] == [(2, 0)]


async def test_a_host_who_leaves_takes_his_vote_and_the_next_one_breaks_the_tie() -> None:
    """The question stays."""
    evening = await voting(ANNA, BERT, CLARA, DIETER)
    await vote(evening, BERT, yes=False)
    await evening.tap(ANNA, Action.LEAVE)
    assert evening.table.vote is not None
    assert (evening.table.host, evening.table.vote.yes, evening.table.vote.no) == (BERT.id, (), (BERT.id,))
    await evening.tap(CLARA, Action.LEAVE)
    await vote(evening, DIETER, yes=True)
    assert outcome(evening) == (WIRTSHAUS, [VoteRejected("limit", "5", 1, 1)], None)


async def test_with_the_last_seat_the_vote_is_gone() -> None:
    """An empty lobby decides nothing."""
    evening = await voting(ANNA, BERT)
    await evening.tap(ANNA, Action.LEAVE)
    await evening.tap(BERT, Action.LEAVE)
    assert outcome(evening) == (WIRTSHAUS, [], None)


async def test_a_vote_dies_with_its_lobby() -> None:
    """Whether the game starts or the table is closed."""
    for word in (None, Word.END):
        evening = await voting(ANNA, BERT, CLARA)
        await (evening.tap(ANNA, Action.START) if word is None else evening.say(word, ANNA))
        assert (evening.table.vote, evening.table.rules) == (None, WIRTSHAUS)
        assert await vote(evening, BERT, yes=True) is Barred.NO_VOTE


async def test_only_seats_vote_and_only_on_the_question_before_them() -> None:
    """A button of an earlier question counts for none."""
    evening = await voting(ANNA, BERT, CLARA)
    assert await vote(evening, DIETER, yes=True) is Refusal.NOT_SEATED
    await evening.menu(ANNA, Action.VOTE_ON, "limit-6")
    assert await vote(evening, BERT, yes=True) is Barred.NO_VOTE
    assert await vote(evening, BERT, yes=True, on="limit-6") is Note.VOTE_COUNTED
    assert evening.table.rules == replace(WIRTSHAUS, limit=6)


async def test_a_rule_set_by_hand_settles_the_vote_on_it() -> None:
    """And one that would make the choice contradict itself ends it too; any other leaves it open."""
    for detail, open_still in (("limit-5", False), ("limit-6", True), ("raise_rule-equal_ok", True)):
        evening = await voting(ANNA, BERT, CLARA)
        await evening.menu(ANNA, Action.MENU_SET, detail)
        assert (evening.table.vote is not None) is open_still
    evening = await voting(ANNA, BERT, CLARA, on="second_roll-on")
    await evening.menu(ANNA, Action.MENU_SET, "follower_look-never")
    assert evening.table.vote is None


async def test_only_the_host_puts_questions_in_the_lobby_and_from_his_own_menu() -> None:
    """An admin may set rules, but the table's question is the host's; during a game there is none."""
    evening = Evening((4, 2, 6, 4), Timing(tell=0))
    await evening.seat(ANNA, BERT, CLARA)
    assert what(await evening.menu(ANNA, Action.VOTE_ON, "limit-5")) is Barred.OLD_MENU
    await evening.say(Word.HOUSE, DIETER)
    await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], Finding.YES))
    assert what(await evening.menu(DIETER, Action.VOTE_ON, "limit-5")) is Barred.VOTE_IN_LOBBY
    await evening.say(Word.HOUSE, ANNA)
    for forged in ("limit-4711", "weather-on", ""):
        assert what(await evening.menu(ANNA, Action.VOTE_ON, forged)) is Barred.NO_SUCH_BUTTON
    assert what(await evening.menu(ANNA, Action.VOTE_ON, "limit-none")) is Barred.CLASH
    await evening.tap(ANNA, Action.START)
    await evening.say(Word.HOUSE, ANNA)
    assert what(await evening.menu(ANNA, Action.VOTE_ON, "limit-5")) is Barred.VOTE_IN_LOBBY
    assert evening.table.vote is None


async def test_the_question_comes_to_the_bottom_of_the_chat() -> None:
    """The card is posted afresh, below the menu, and the menu goes back to the rule."""
    evening = await voting(ANNA, BERT)
    assert evening.table.repost == 1
    assert evening.table.menu is not None
    assert evening.table.menu.page == "limit"


async def test_the_sheet_is_turned_by_anybody_and_disturbs_no_turn() -> None:
    """Its buttons are its own; an older sheet's are old."""
    evening = Evening((4, 2), Timing(tell=0))
    await evening.begin(ANNA, BERT, CLARA)
    game, reposts = evening.table.game, evening.table.repost
    await evening.say(Word.RULES, DIETER)
    assert evening.table.sheet == Sheet(1)
    assert what(await evening.tap(BERT, Action.SHEET_PAGE, step=1, detail="top")) is Note.DONE
    assert evening.table.sheet == Sheet(1, "top")
    await evening.tap(CLARA, Action.RULES)
    assert evening.table.sheet == Sheet(2)
    assert what(await evening.tap(BERT, Action.SHEET_PAGE, step=1, detail="top")) is Barred.OLD_MENU
    assert (evening.table.game, evening.table.repost) == (game, reposts)
    assert RuleSheet() in evening.store.dirty


async def in_private(evening: Evening, word: Word, rest: str = "", *, start: bool = False) -> Table:
    """Say something to the bot in private, as Bert; returns his desk."""
    await evening.service.handle(SpokeInPrivate(evening.mark(), BERT, start, None, word, rest))
    return evening.store.tables[TableId(BERT.id)]


def said_there(evening: Evening) -> Notice:
    """Read the newest thing said at Bert's desk."""
    table, post = evening.store.posts[-1]
    assert table == TableId(BERT.id)
    assert len(post.items) == 1
    return post.items[0]  # type: ignore[return-value]


async def test_in_private_the_rules_are_those_of_the_own_table() -> None:
    """And only its owner turns the pages."""
    evening = Evening((), Timing(tell=0))
    await evening.seat(ANNA, BERT)
    await evening.say(Word.HOUSE, ANNA)
    await evening.menu(ANNA, Action.MENU_PRESET, "maexle")
    desk = await in_private(evening, Word.RULES)
    assert (desk.rules, desk.sheet) == (MAEXLE, Sheet(1))
    tap = Tap(desk.id, 0, 1, Action.SHEET_PAGE, detail="top")
    for who, answer in ((ANNA, Barred.NO_SUCH_BUTTON), (BERT, Note.DONE)):
        tapped = Tapped(evening.mark(tap=True), "q", who, tap, chat=BERT.id)
        assert what(await evening.service.handle(tapped)) is answer
    assert evening.store.tables[desk.id].sheet == Sheet(1, "top")


@pytest.mark.parametrize("start", [True, False], ids=["a link", "typed"])
async def test_in_private_a_share_code_is_shown_and_taken_along(start: bool) -> None:
    """There is no group to change; a wrong code is refused there too."""
    evening = Evening((), Timing(tell=0))
    code = encode_rules(MAEXLE)
    await in_private(evening, Word.HOUSE, code.lower(), start=start)
    assert said_there(evening) == DeskHouse(code)
    await in_private(evening, Word.HOUSE, f"{code}X", start=start)
    assert said_there(evening) == CodeRefused(CodeFault.TYPO)
    await in_private(evening, Word.HOUSE, start=start)
    assert said_there(evening) == DeskHelped()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", OddsTold()),
        ("53", OddsTold(Roll((5, 3)))),
        (" 3 5 ", OddsTold(Roll((5, 3)))),
        ("421", OddsTold(fault=True)),
        ("5ä3", OddsTold(fault=True)),
        ("57", OddsTold(fault=True)),
        ("viel", OddsTold(fault=True)),
    ],
)
async def test_the_calculator_reads_one_announcement(text: str, told: OddsTold) -> None:
    """In whatever order, of the dice that are being played with."""
    evening = Evening((), Timing(tell=0))
    await evening.say(Word.ODDS, ANNA, text)
    assert evening.told == [told]


async def test_the_calculator_counts_the_dice_of_the_running_game() -> None:
    """What was set for the next one does not hold yet."""
    evening = Evening((4, 2), Timing(tell=0))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.HOUSE, ANNA)
    await evening.menu(ANNA, Action.MENU_SET, f"ranking-{Ranking.SCHOCKEN.value}")
    await evening.say(Word.ODDS, ANNA, "53")
    await evening.say(Word.END, ANNA)
    await evening.say(Word.ODDS, ANNA, "421")
    assert [item for item in evening.told if isinstance(item, OddsTold)] == [
        OddsTold(Roll((5, 3))),
        OddsTold(Roll((4, 2, 1))),
    ]


async def test_toasts_know_the_tables_rules() -> None:
    """For the name of its top and for how high the next announcement must be."""
    rules = replace(MAEXLE, raise_rule=RaiseRule.EQUAL_OK)
    evening = Evening((2, 1, 5, 3), Timing(tell=0))
    await evening.seat(ANNA, BERT)
    await evening.say(Word.HOUSE, ANNA, encode_rules(rules))
    await evening.menu(ANNA, Action.MENU_CODE)
    await evening.tap(ANNA, Action.START_ANYWAY)
    assert isinstance(evening.table.game, Announcing)
    played = evening.table.game.rules
    assert played.raise_rule is RaiseRule.EQUAL_OK
    assert await evening.tap(ANNA, Action.PEEK) == RollShown(Roll((2, 1)), None, rules=played, language=Language.DE)
    announced = await evening.tap(ANNA, Action.ANNOUNCE, "53")
    assert announced == Told(Note.ANNOUNCED, value=Roll((5, 3)), rules=played, language=Language.DE)
    await evening.tap(BERT, Action.BELIEVE)
    too_low = await evening.tap(BERT, Action.ANNOUNCE, "52")
    assert isinstance(too_low, Told)
    assert (too_low.what, too_low.rules) == (Refusal.TOO_LOW, played)
