"""A table, driven by intents through its service with a store in memory."""

from dataclasses import replace
from itertools import permutations

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, GROUP, Evening, person
from tgbot.game.events import CupLifted, GameEnded, Paid, SeatLeft, TimedOut, WentAway
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.game.state import Announcing, Answering, Lobby, Over
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Language, Reach, TableId
from tgbot.table.intents.deadline import Due, TimePassed
from tgbot.table.intents.inquiry import Finding, Informed, Purpose
from tgbot.table.intents.inward import CupArrived, CupRefused, GroupRefused
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    ChatUpgraded,
    DoorChanged,
    MemberGone,
    Place,
    SpokeInPrivate,
    Tapped,
    WritingAllowed,
)
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import (
    BotGreeted,
    DeskGreeted,
    DeskSeated,
    DeskSilenced,
    DeskTurnedAway,
    EndNotAllowed,
    EndProposed,
    FellAsleep,
    HelpGiven,
    HostChanged,
    LobbyClosed,
    NoTableHere,
)
from tgbot.table.news.replies import Barred, Note, Nothing, RollShown, Told
from tgbot.table.news.surfaces import Card, PrivateCup
from tgbot.table.service import Contended
from tgbot.table.state.boards import Sheet

EXAMPLE = (4, 2, 3, 1, 6, 4, 5, 2, 6, 1)


def what(reply: object) -> object:
    """Return what a toast is about."""
    assert isinstance(reply, Told), reply
    return reply.what


async def test_the_example_round_of_seed_000_costs_dieter_a_stroke_and_he_opens() -> None:
    """Anna 42, Bert 53 over 31, Clara 64, Dieter 66 over 52, Anna lifts."""
    evening = Evening(EXAMPLE)
    await evening.begin(ANNA, BERT, CLARA, DIETER)
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    for who, value in ((BERT, "53"), (CLARA, "64"), (DIETER, "66")):
        await evening.tap(who, Action.BELIEVE)
        await evening.tap(who, Action.ANNOUNCE, value)
    await evening.tap(ANNA, Action.DOUBT)

    lifted = next(item for item in evening.told if isinstance(item, CupLifted))
    paid = next(item for item in evening.told if isinstance(item, Paid))
    assert (lifted.dice, lifted.true) == (Roll.parse("52"), False)
    assert (paid.player, paid.units, paid.total) == (DIETER.id, 1, 1)
    assert isinstance(evening.table.game, Announcing)
    assert evening.table.game.holder == DIETER.id


async def test_the_host_needs_three_taps_from_neu_to_the_first_announcement() -> None:
    """`/neu` seats the host, Los geht's throws for him, and he announces."""
    evening = Evening((5, 3))
    await evening.seat(ANNA, BERT, CLARA)
    assert what(await evening.tap(ANNA, Action.START)) is Note.STARTED
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Note.ANNOUNCED


async def test_a_second_neu_posts_the_card_afresh_at_most_once_in_twenty_seconds() -> None:
    """There is never a second table."""
    evening = Evening()
    await evening.seat(ANNA)
    await evening.say(Word.NEW, BERT)
    await evening.say(Word.NEW, BERT)
    assert evening.table.repost == 1
    evening.store.now += 20_000
    await evening.say(Word.TABLE, CLARA)
    assert (evening.table.repost, evening.table.games) == (2, 1)


async def test_below_the_minimum_los_gehts_is_refused_and_trotzdem_spielen_plays() -> None:
    """Two guests may play wirtshaus if they want to."""
    evening = Evening((5, 3))
    await evening.seat(ANNA, BERT)
    assert what(await evening.tap(ANNA, Action.START)) is Refusal.TOO_FEW
    assert what(await evening.tap(ANNA, Action.START_ANYWAY)) is Note.STARTED


async def test_los_gehts_is_the_hosts_or_an_admins_and_after_a_minute_any_seats() -> None:
    """Of a stranger it is asked whether he is an admin; the answer decides."""
    evening = Evening((5, 3))
    await evening.seat(ANNA, BERT, CLARA)
    assert await evening.tap(BERT, Action.START) == Nothing()
    inquiry = evening.store.inquiries[-1]
    assert (inquiry.purpose, inquiry.who) == (Purpose.START, BERT)
    assert what(await evening.service.handle(Informed(evening.id, inquiry, Finding.UNKNOWN))) is Barred.ADMIN_UNKNOWN
    assert isinstance(evening.table.game, Lobby)
    evening.store.now += 60_000
    assert what(await evening.tap(BERT, Action.START)) is Note.STARTED


async def test_an_admin_starts_though_he_has_no_seat() -> None:
    """The inquiry's yes is enough."""
    evening = Evening((5, 3))
    await evening.seat(ANNA, BERT, CLARA)
    await evening.tap(DIETER, Action.START)
    reply = await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], Finding.YES))
    assert what(reply) is Note.STARTED


async def test_an_anonymous_admin_opens_and_the_first_to_join_is_host() -> None:
    """He has no seat: channels and groups do not play."""
    evening = Evening()
    await evening.say(Word.NEW, None)
    assert evening.table.host is None
    await evening.tap(BERT, Action.JOIN)
    assert evening.table.host == BERT.id


async def test_a_host_who_leaves_the_lobby_hands_over() -> None:
    """The next seat gives the sign."""
    evening = Evening()
    await evening.seat(ANNA, BERT)
    await evening.tap(ANNA, Action.LEAVE)
    assert evening.table.host == BERT.id
    assert evening.told == []


async def test_a_host_who_leaves_a_running_game_hands_over_with_a_word() -> None:
    """The game goes on."""
    evening = Evening((5, 3, 4, 2))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(MemberGone(evening.mark(), evening.place, ANNA.id))
    assert SeatLeft(ANNA.id) in evening.told
    assert HostChanged(BERT.id) in evening.told


@pytest.mark.parametrize("action", [Action.BELIEVE, Action.DOUBT, Action.KEYBOARD])
async def test_somebody_elses_button_names_whom_we_wait_for(action: Action) -> None:
    """A friendly toast, and nothing changes."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    before = evening.table
    reply = await evening.tap(BERT, action)
    assert reply == Told(Refusal.NOT_YOUR_TURN, name="Anna", language=Language.DE)
    assert evening.table == before


async def test_a_spectator_has_no_seat() -> None:
    """F21: the button is not his."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    assert what(await evening.tap(DIETER, Action.ANNOUNCE, "53")) is Refusal.NOT_SEATED


async def test_an_old_step_is_an_old_button_and_has_the_card_refreshed() -> None:
    """F23: the second of two equal taps changes nothing."""
    evening = Evening((5, 3, 6, 1))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.ANNOUNCE, "42")
    step = evening.table.game.step if isinstance(evening.table.game, Answering) else -1
    await evening.tap(BERT, Action.BELIEVE, step=step)
    evening.store.dirty.clear()
    assert what(await evening.tap(BERT, Action.BELIEVE, step=step)) is Barred.CALL_NOW
    assert evening.store.dirty == [Card()]


async def test_a_button_of_an_earlier_game_is_refused() -> None:
    """F27: game 2 is untouched."""
    evening = Evening((5, 3, 5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    old = evening.tapped(ANNA, Action.ANNOUNCE, "53")
    await evening.say(Word.END, ANNA)
    await evening.begin(ANNA, BERT, CLARA)
    assert what(await evening.service.handle(old)) is Barred.OLD_GAME


async def test_an_unknown_table_is_said_so() -> None:
    """F20: forged data names a table that does not exist."""
    evening = Evening()
    await evening.seat(ANNA)
    tapped = evening.tapped(ANNA, Action.JOIN)
    evening.store.tables.clear()
    assert what(await evening.service.handle(tapped)) is Barred.NO_TABLE


async def test_mein_wurf_shows_the_roll_to_its_roller_alone() -> None:
    """Others are told whose cup it is."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    assert await evening.tap(ANNA, Action.PEEK) == RollShown(Roll.parse("53"), None, language=Language.DE)
    assert await evening.tap(BERT, Action.PEEK) == Told(Barred.NOT_YOURS, name="Anna", language=Language.DE)


async def test_mein_wurf_after_the_announcement_shows_what_was_said_of_the_roll() -> None:
    """His own words are nothing he has to beat."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.ANNOUNCE, "66")
    shown = await evening.tap(ANNA, Action.PEEK)
    assert isinstance(shown, RollShown)
    assert (shown.dice, shown.said) == (Roll.parse("53"), Roll.parse("66"))


async def test_ansagen_opens_the_buttons_on_the_card_until_the_turn_passes() -> None:
    """Nobody is stuck without a private chat."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.KEYBOARD)
    assert evening.table.keyboard_open
    await evening.tap(ANNA, Action.ANNOUNCE, "53")
    assert not evening.table.keyboard_open


async def test_a_refused_private_cup_rings_the_doorbell_once() -> None:
    """The card asks on this turn only; later turns do not repeat it."""
    evening = Evening((5, 3, 6, 1, 6, 2))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(CupRefused(evening.id, ANNA.id))
    assert evening.table.doorbell == ANNA.id
    await evening.tap(ANNA, Action.ANNOUNCE, "31")
    assert evening.table.doorbell is None
    await evening.service.handle(CupRefused(evening.id, ANNA.id))
    assert evening.table.doorbell is None


async def test_an_opened_door_brings_the_same_dice_at_once() -> None:
    """F04: the pending roll is sent again, unchanged."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(CupRefused(evening.id, ANNA.id))
    evening.store.dirty.clear()
    await evening.service.handle(DoorChanged(evening.mark(), ANNA, open=True))
    member = evening.table.member(ANNA.id)
    assert member is not None
    assert member.reach is Reach.OPEN
    assert PrivateCup(ANNA.id) in evening.store.dirty
    assert evening.table.doorbell is None


async def test_a_turn_in_time_has_its_reminder_and_then_the_rules_move() -> None:
    """Half time reminds on the card; the end announces the seen dice in the player's name."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.pass_time(Due.HALF)
    assert evening.table.reminded
    await evening.pass_time(Due.TURN)
    assert any(isinstance(item, TimedOut) and item.player == ANNA.id for item in evening.told)
    assert isinstance(evening.table.game, Answering)
    assert evening.table.game.round.chain[-1].value == Roll.parse("53")


async def test_a_late_deadline_of_an_earlier_step_does_nothing() -> None:
    """F102: an old timer meets a new turn."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    old = next(due for due in evening.store.deadlines[evening.id] if due.kind is Due.TURN)
    await evening.tap(ANNA, Action.ANNOUNCE, "53")
    before = evening.table
    await evening.service.handle(TimePassed(evening.id, old))
    assert evening.table == before


async def test_two_time_outs_in_a_row_set_a_seat_aside_until_it_is_back() -> None:
    """Bin wieder da brings it back."""
    evening = Evening([6, 5] * 20)
    await evening.begin(ANNA, BERT, CLARA)
    await evening.pass_time(Due.TURN)
    for who, value in ((BERT, "66"), (CLARA, "21")):
        await evening.tap(who, Action.BELIEVE)
        await evening.tap(who, Action.ANNOUNCE, value)
    await evening.pass_time(Due.TURN)
    gone = next(item for item in evening.told if isinstance(item, WentAway))
    assert (gone.player, gone.by_timeout) == (ANNA.id, True)
    assert what(await evening.tap(ANNA, Action.COME_BACK)) is Note.WELCOME_BACK


async def test_the_throw_the_table_makes_for_an_opener_breaks_no_row_of_time_outs() -> None:
    """Who slept through a doubt opens the next round; its dice were thrown for him, and he sleeps on."""
    evening = Evening([6, 5] * 20)
    await evening.begin(ANNA, BERT, CLARA)
    await evening.tap(ANNA, Action.ANNOUNCE, "65")
    await evening.pass_time(Due.TURN)
    await evening.pass_time(Due.TURN)
    gone = next(item for item in evening.told if isinstance(item, WentAway))
    assert (gone.player, gone.by_timeout) == (BERT.id, True)


async def test_a_lap_without_two_awake_seats_puts_the_table_to_sleep() -> None:
    """One line, no deadlines, and Weiter geht's wakes it at the same turn."""
    evening = Evening([6, 5] * 30)
    await evening.begin(ANNA, BERT, CLARA, DIETER)
    while not evening.table.asleep:
        await evening.pass_time(Due.TURN)
    assert FellAsleep() in evening.told
    assert evening.store.deadlines[evening.id] == ()
    game = evening.table.game
    assert what(await evening.tap(BERT, Action.WAKE)) is Note.WOKEN
    assert evening.table.game == game
    assert [due.kind for due in evening.store.deadlines[evening.id]] == [Due.TURN, Due.HALF]


async def test_two_players_who_both_play_never_fall_asleep() -> None:
    """A round's end does not count as a lap in which the other one was missing."""
    evening = Evening([6, 5] * 30)
    await evening.begin(ANNA, BERT)
    for _ in range(8):
        game = evening.table.game
        if isinstance(game, Over):
            break
        assert isinstance(game, Announcing | Answering)
        who = ANNA if game.holder == ANNA.id else BERT
        await (
            evening.tap(who, Action.DOUBT) if isinstance(game, Answering) else evening.tap(who, Action.ANNOUNCE, "65")
        )
    assert not evening.table.asleep


async def test_an_untouched_lobby_expires_with_a_word() -> None:
    """F95: nobody is blocked by a forgotten lobby."""
    evening = Evening()
    await evening.seat(ANNA)
    await evening.pass_time(Due.LOBBY)
    assert evening.told == [LobbyClosed(expired=True)]
    await evening.say(Word.NEW, BERT)
    assert evening.table.host == BERT.id


async def test_the_host_ends_at_once() -> None:
    """Nobody pays."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.END, ANNA)
    ended = next(item for item in evening.told if isinstance(item, GameEnded))
    assert ended.stopped
    assert ended.losers == ()


async def test_another_seat_needs_two_more_to_end() -> None:
    """Proposed by Bert, confirmed by Clara and Dieter; Bert's own tap does not count twice."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA, DIETER)
    await evening.say(Word.END, BERT)
    await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], Finding.NO))
    assert EndProposed(BERT.id) in evening.told
    assert what(await evening.tap(BERT, Action.CONFIRM_END)) is Barred.ALREADY_VOTED
    assert await evening.tap(CLARA, Action.CONFIRM_END) == Told(Note.VOTED, count=1, language=Language.DE)
    await evening.tap(DIETER, Action.CONFIRM_END)
    assert isinstance(evening.table.game, Over)


async def test_who_types_what_another_has_proposed_agrees_with_it() -> None:
    """Clara types /ende instead of pressing: Bert's wish is not forgotten, and comes down again for Dieter."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA, DIETER)
    for who in (BERT, CLARA, CLARA):
        await evening.say(Word.END, who)
        await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], Finding.NO))
    assert evening.told[-3:] == [EndProposed(BERT.id)] * 3
    assert evening.table.end_votes == (BERT.id, CLARA.id)
    await evening.tap(DIETER, Action.CONFIRM_END)
    assert isinstance(evening.table.game, Over)


async def test_a_spectator_cannot_end_but_an_admin_can() -> None:
    """F96: admins are asked afresh."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.END, DIETER)
    await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], Finding.NO))
    assert evening.told[-1] == EndNotAllowed(DIETER.id)
    await evening.say(Word.END, DIETER)
    await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], Finding.YES))
    assert isinstance(evening.table.game, Over)


async def test_anybody_ends_a_table_nobody_has_moved_for_long() -> None:
    """F95: a dead game blocks no chat; before that a spectator is only asked about."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    evening.store.now += Timing().idle
    await evening.say(Word.END, DIETER)
    assert not isinstance(evening.table.game, Over)
    evening.store.now += 1
    await evening.say(Word.END, DIETER)
    assert isinstance(evening.table.game, Over)


async def test_nochmal_keeps_the_seats_for_half_an_hour() -> None:
    """After that everybody taps Mitspielen again."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.say(Word.END, ANNA)
    over = evening.table
    await evening.tap(BERT, Action.OPEN)
    assert isinstance(evening.table.game, Lobby)
    assert evening.table.game.players == (ANNA.id, BERT.id, CLARA.id)
    assert evening.table.host == BERT.id
    evening.store.tables[evening.id] = over
    evening.store.now += 31 * 60_000
    await evening.tap(BERT, Action.OPEN)
    assert isinstance(evening.table.game, Lobby)
    assert list(evening.table.game.players) == [BERT.id]


async def test_commands_without_a_table_say_so() -> None:
    """/tisch and /ende offer to open one."""
    evening = Evening()
    await evening.say(Word.TABLE, ANNA)
    assert evening.told == [NoTableHere()]


async def test_rules_asked_for_again_and_again_are_told_once() -> None:
    """Nobody floods the group with a command."""
    evening = Evening()
    for _ in range(5):
        await evening.say(Word.RULES, ANNA)
    assert evening.table.boards == 1


async def test_different_questions_in_a_row_are_all_answered() -> None:
    """Who asks for the rules swallows nobody else's question."""
    evening = Evening()
    for word in (Word.RULES, Word.HELP, Word.TABLE, Word.END):
        await evening.say(word, ANNA)
    assert evening.table.sheet == Sheet(1)
    assert evening.told == [HelpGiven(), NoTableHere(), NoTableHere()]


async def test_who_asks_without_end_is_answered_a_few_times() -> None:
    """Then one answer at a time, as their places are free again."""
    evening = Evening()
    for _ in range(20):
        await evening.say(Word.ODDS, ANNA, "53")
    first = len(evening.told)
    assert 1 < first < 6
    evening.store.now += Timing().tell
    for _ in range(20):
        await evening.say(Word.ODDS, ANNA, "53")
    assert len(evening.told) == first + 1


async def test_being_added_greets_and_being_removed_silences() -> None:
    """F41: no deadlines, no sends; the game waits."""
    evening = Evening((5, 3))
    await evening.service.handle(BotAdded(evening.mark(), evening.place))
    await evening.pass_time(Due.GREETING)
    assert evening.told == [BotGreeted()]
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(BotRemoved(evening.mark(), evening.place))
    assert evening.store.deadlines[evening.id] == ()
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Barred.MUTED


async def test_a_bot_brought_back_says_hello_only_where_no_table_is_open() -> None:
    """A game is shown where it stood: no button above its card opens another."""
    evening = Evening((5, 3))
    await evening.seat(ANNA)
    for greetings in (0, 1):
        await evening.service.handle(BotRemoved(evening.mark(), evening.place))
        await evening.service.handle(BotAdded(evening.mark(), evening.place))
        assert evening.told.count(BotGreeted()) == greetings
        await evening.say(Word.END, ANNA)


async def test_who_opens_a_table_before_the_greeting_needs_none() -> None:
    """He knows the bot."""
    evening = Evening((5, 3))
    await evening.service.handle(BotAdded(evening.mark(), evening.place))
    (greeting,) = evening.store.deadlines[evening.id]
    await evening.seat(ANNA)
    await evening.service.handle(TimePassed(evening.id, greeting))
    assert evening.told == []


async def test_a_muted_bot_says_so_and_goes_on_at_the_same_place() -> None:
    """F45: paused, not lost."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    game = evening.table.game
    await evening.service.handle(GroupRefused(evening.id))
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Barred.MUTED
    await evening.service.handle(WritingAllowed(evening.mark(), evening.place))
    assert evening.table.game == game
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Note.ANNOUNCED


async def test_the_host_is_told_in_private_that_the_group_is_shut_but_not_again_and_again() -> None:
    """F45: and not at all where his private chat is shut too."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)

    async def told() -> int:
        await evening.service.handle(GroupRefused(evening.id))
        await evening.service.handle(WritingAllowed(evening.mark(), evening.place))
        return sum(post.items == (DeskSilenced("Stammtisch"),) for _, post in evening.store.posts)

    assert [await told(), await told()] == [1, 1]
    evening.store.now += Timing().silence
    assert await told() == 2
    evening.store.now += Timing().silence
    await evening.service.handle(CupRefused(evening.id, ANNA.id))
    assert await told() == 2


async def test_a_press_probes_a_muted_group_again_after_a_while() -> None:
    """Rights can come back without a word from Telegram."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(GroupRefused(evening.id))
    evening.store.now += 30_000
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Barred.MUTED
    assert evening.table.muted_since is None


async def test_a_grown_group_keeps_its_table() -> None:
    """F38: buttons carry the home id, commands find it through the alias."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(ChatUpgraded(None, GROUP, -1009999999999))
    assert evening.table.chat == -1009999999999
    evening.place = type(evening.place)(-1009999999999, title="Stammtisch")
    await evening.say(Word.NEW, BERT)
    assert len(evening.store.tables) == 1


async def test_a_group_that_has_grown_is_told_of_more_than_once_and_shown_once() -> None:
    """F38: two service messages, a refused send, and the supergroup's own coming, in any order."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    grown = Place(-1009999999999, title="Stammtisch")
    for _ in range(2):
        await evening.service.handle(ChatUpgraded(evening.mark(), GROUP, grown.chat))
    await evening.service.handle(BotAdded(evening.mark(), grown))
    assert evening.table.repost == 1
    assert BotGreeted() not in evening.told


async def test_a_group_that_grows_has_one_table_in_every_order_of_its_news() -> None:
    """F38, F40: goodbye, welcome, the messages, a refused send and a press from the old chat; no second hello."""
    for order in permutations(range(5)):
        await _grow(order)


async def _grow(order: tuple[int, ...]) -> None:
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    grown = Place(-1009999999999, title="Stammtisch")
    news = (
        BotRemoved(evening.mark(), evening.place),
        BotAdded(evening.mark(), grown),
        ChatUpgraded(evening.mark(), GROUP, grown.chat),  # both messages say the same
        ChatUpgraded(None, GROUP, grown.chat),
        evening.tapped(CLARA, Action.KEYBOARD),
    )
    for number in order:
        await evening.service.handle(news[number])
    greetings = [(table, due) for table, found in evening.store.deadlines.items() for due in found]
    for table, due in greetings:
        if due.kind is Due.GREETING:
            await evening.service.handle(TimePassed(table, due))
    assert (evening.table.chat, evening.table.muted_since) == (grown.chat, None), order
    assert not evening.store.posts, order
    evening.place = grown
    assert what(await evening.tap(ANNA, Action.ANNOUNCE, "53")) is Note.ANNOUNCED
    await evening.say(Word.TABLE, BERT)
    assert len([table for table in evening.store.tables.values() if table.game is not None]) == 1, order


async def test_a_coming_told_before_the_word_of_the_upgrade_is_no_coming() -> None:
    """F38: the supergroup is not greeted; and were it, its button would open no second table."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    grown = Place(-1009999999999, title="Stammtisch")
    await evening.service.handle(BotAdded(evening.mark(), grown))
    (greeting,) = evening.store.deadlines[TableId(grown.chat)]
    await evening.service.handle(ChatUpgraded(evening.mark(), GROUP, grown.chat))
    await evening.service.handle(TimePassed(TableId(grown.chat), greeting))
    assert not evening.store.posts
    tap = Tap(TableId(grown.chat), 0, 0, Action.OPEN)
    reply = await evening.service.handle(Tapped(evening.mark(tap=True), "q", BERT, tap, grown.chat))
    assert what(reply) is Barred.TABLE_OPEN


async def test_start_in_private_greets_in_the_users_language() -> None:
    """Other private talk is the user's, not the group's."""
    evening = Evening()
    await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=True))
    assert [post.items for _, post in evening.store.posts] == [(DeskGreeted(),)]


async def test_the_tables_link_brings_a_seated_player_his_cup_and_back() -> None:
    """The link carries the table."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    await evening.service.handle(CupRefused(evening.id, ANNA.id))
    evening.store.card = 77
    await evening.service.handle(SpokeInPrivate(evening.mark(), ANNA, start=True, table=evening.id))
    assert evening.store.posts[-1][1].items == (DeskSeated("Stammtisch", GROUP, 77),)
    assert PrivateCup(ANNA.id) in evening.store.dirty


@pytest.mark.parametrize(("finding", "seated"), [(Finding.YES, True), (Finding.NO, False), (Finding.UNKNOWN, False)])
async def test_the_tables_link_seats_members_only(finding: Finding, seated: bool) -> None:
    """F07: a token from a link is not enough on its own."""
    evening = Evening()
    await evening.seat(ANNA)
    await evening.service.handle(SpokeInPrivate(evening.mark(), DIETER, start=True, table=evening.id))
    inquiry = evening.store.inquiries[-1]
    assert inquiry.purpose is Purpose.SEAT
    await evening.service.handle(Informed(evening.id, inquiry, finding))
    assert isinstance(evening.table.game, Lobby)
    assert (DIETER.id in evening.table.game.players) is seated
    last = evening.store.posts[-1][1].items[0]
    assert isinstance(last, DeskSeated if seated else DeskTurnedAway)


async def test_the_same_update_twice_moves_once() -> None:
    """F67: the second delivery finds its mark."""
    evening = Evening((5, 3))
    await evening.begin(ANNA, BERT, CLARA)
    tapped = evening.tapped(ANNA, Action.ANNOUNCE, "53")
    await evening.service.handle(tapped)
    version = evening.table.version
    assert await evening.service.handle(tapped) == Nothing()
    assert evening.table.version == version


async def test_a_stale_commit_is_tried_again_and_a_hopeless_one_says_busy() -> None:
    """F116: bounded, with a toast at the end."""
    evening = Evening((5, 3))
    await evening.seat(ANNA)
    evening.store.stale = 3
    assert what(await evening.tap(BERT, Action.JOIN)) is Note.SEATED
    evening.store.stale = 99
    assert what(await evening.tap(CLARA, Action.JOIN)) is Barred.BUSY
    with pytest.raises(Contended):
        await evening.say(Word.END, ANNA)


async def test_who_speaks_english_is_turned_away_in_english() -> None:
    """Where no table says which language holds, the presser's does: no table, or too much of a crowd."""
    evening, pat = Evening(), replace(BERT, language="en-GB")
    await evening.seat(ANNA)
    evening.store.stale = 99
    crowded = await evening.tap(pat, Action.JOIN)
    evening.store.stale = 0
    tapped = evening.tapped(pat, Action.JOIN)
    evening.store.tables.clear()
    gone = await evening.service.handle(tapped)

    assert (Told(Barred.BUSY, Language.EN), Told(Barred.NO_TABLE, Language.EN)) == (crowded, gone)


async def test_twenty_seats_and_no_more() -> None:
    """2 to 20 players."""
    evening = Evening()
    await evening.seat(*(person(number) for number in range(1, 21)))
    assert what(await evening.tap(person(21), Action.JOIN)) is Refusal.TABLE_FULL


async def test_a_new_name_is_shown_and_the_seat_stays_one() -> None:
    """F09: identified by id alone."""
    evening = Evening()
    await evening.seat(ANNA, BERT)
    renamed = type(BERT)(BERT.id, "Bertold", "de")
    assert what(await evening.tap(renamed, Action.JOIN)) is Refusal.ALREADY_SEATED
    await evening.service.handle(CupArrived(evening.id, BERT.id))
    assert [member.player for member in evening.table.members] == [ANNA.id, BERT.id]


@pytest.mark.parametrize("noted", [True, False])
async def test_who_leaves_the_group_leaves_the_tables_of_all_its_topics(*, noted: bool) -> None:
    """F91: Telegram tells it for the group, not for a topic; and he may be gone before it is noted where he sits."""
    evening = Evening((5, 3))
    evening.id = TableId(GROUP, 77)
    evening.place = Place(GROUP, 77, "Stammtisch")
    await evening.begin(ANNA, BERT, CLARA)
    if not noted:
        evening.store.seats.clear()
    await evening.service.handle(MemberGone(evening.mark(), Place(GROUP, title="Stammtisch"), CLARA.id))
    assert SeatLeft(CLARA.id) in evening.told
