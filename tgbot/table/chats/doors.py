"""Whether the bot can reach people: their private chats, and the group itself."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing
from tgbot.table.clock.timing import Timing
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.identity import Person, Reach, is_supergroup
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.inward import GroupRefused, ProbeDue, ThreadLost
from tgbot.table.intents.updates import BotAdded, BotRemoved, ChatUpgraded, WritingAllowed, WritingForbidden
from tgbot.table.news.notices import BotGreeted
from tgbot.table.news.replies import Barred, Told
from tgbot.table.news.surfaces import Card, PrivateCup
from tgbot.table.people.lobby import join
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table

ChatChange: TypeAlias = (
    BotAdded | BotRemoved | WritingAllowed | WritingForbidden | ChatUpgraded | GroupRefused | ProbeDue | ThreadLost
)


def chat_changed(table: Table, change: ChatChange, moment: Moment) -> Decision:
    """Take in what has become of the group, or of the bot in it."""
    match change:
        case BotAdded():
            return greet(table)
        case WritingAllowed():
            return unmute(table)
        case BotRemoved(place=place) | WritingForbidden(place=place):
            # The chat a supergroup grew out of says goodbye too, in whatever order.
            return mute(table, moment) if place.chat == table.chat else Decision(table=table)
        case ChatUpgraded(new=new):
            return move_in(table, new)
        case GroupRefused(swept=swept):
            return silenced(table, moment, swept=swept)
        case ProbeDue():
            at = tries_at(table, moment.timing)
            return Decision(table=table) if at is None or moment.now < at else unmute(table)
        case ThreadLost():
            return Decision(table=replace(table, adrift=True))
        case _ as unknown:
            assert_never(unknown)


def greet(table: Table) -> Decision:
    """Say hello once the bot came into the group; a game it was thrown out of is shown again where it stood.

    A supergroup may tell of the coming before it tells that it grew out of a group that knows the bot. So the first
    hello to one waits a moment: what turns out to be another table's new home is never greeted.
    """
    if table.version and table.muted_since is None:
        return Decision(table=table)  # it never was away: a supergroup tells of a coming when it grows out of a group
    if not table.version and is_supergroup(table.id.home):
        return Decision(table=replace(table, unmet=True))
    return say_hello(audible(table))


def say_hello(table: Table) -> Decision:
    """Say hello, unless a table is open: it was meanwhile, or it stands there still, and its card says enough."""
    table = replace(table, unmet=False)
    return Decision(table=table, items=() if table.playing else (BotGreeted(),))


def move_in(table: Table, chat: int) -> Decision:
    """Go on in the supergroup that the group has become. Telegram tells of it more than once."""
    if table.chat == chat:
        return Decision(table=table)
    # Messages are numbered anew there: the recap's button is left behind, and its number may be a card's.
    recap = None if table.recap is None else replace(table.recap, message=0)
    return Decision(table=replace(audible(table), chat=chat, recap=recap))


def mute(table: Table, moment: Moment) -> Decision:
    """Stop everything while the bot may not write; nothing is retried in a loop and nobody pays for the silence."""
    return Decision(table=table if table.muted_since is not None else replace(table, muted_since=moment.now))


def silenced(table: Table, moment: Moment, *, swept: bool = False) -> Decision:
    """Stop because Telegram refused a message; the reply has the host told, though not again and again."""
    muted = mute(table, moment)
    if table.muted_since is not None:
        return muted
    muted = replace(muted, table=replace(muted.table, swept=swept))
    if moment.now - table.silence_told < moment.timing.silence:
        return muted
    return replace(muted, table=replace(muted.table, silence_told=moment.now), reply=why_silent(muted.table))


def why_silent(table: Table) -> Told:
    """Say why the bot writes nothing in the group."""
    return Told(Barred.SWEPT if table.swept else Barred.MUTED, table.language)


def press_in_silence(table: Table, since: int, moment: Moment) -> Decision:
    """Try whether the bot may write again because somebody pressed: at once, or once the last try is long enough ago."""
    waits = moment.now - since < moment.timing.probe
    return (Decision(table=replace(table, probing=True)) if waits else unmute(table)).replying(why_silent(table))


def command_in_silence(table: Table, since: int, moment: Moment) -> Table:
    """Try again to write because a command has reached us, as `press_in_silence`. It is obeyed; nobody idled meanwhile."""
    waits = moment.now - since < moment.timing.probe
    return replace(replace(table, probing=True) if waits else audible(table), moved_at=moment.now)


def tries_at(table: Table, timing: Timing) -> int | None:
    """Tell when the bot tries again because somebody wished for something; None: nobody did, or it may write."""
    return table.muted_since + timing.probe if table.probing and table.muted_since is not None else None


def audible(table: Table) -> Table:
    """Forget what silenced the bot; the next thing it does is to show the card anew."""
    return replace(table, muted_since=None, swept=False, probing=False, repost=table.repost + 1)


def unmute(table: Table) -> Decision:
    """Go on at the same place, with a fresh card."""
    if table.muted_since is None:
        return Decision(table=table)
    return Decision(table=audible(table), dirty=(Card(),))


def cup_refused(table: Table, player: PlayerId) -> Decision:
    """Note a refused private cup: this turn's card asks, once, to open the private chat, and offers the buttons itself."""
    member = table.member(player)
    if member is None or member.reach is Reach.CLOSED:
        return Decision(table=table)
    closed = table.reaching(player, Reach.CLOSED)
    return Decision(table=replace(closed, doorbell=player, keyboard_open=True) if _holds(table, player) else closed)


def cup_arrived(table: Table, player: PlayerId) -> Decision:
    """Note that a private cup reached its player."""
    return Decision(table=table.reaching(player, Reach.OPEN))


def door_changed(table: Table, who: Person, *, opened: bool) -> Decision:
    """Note an opened or blocked private chat. Whoever holds a cup gets it there at once, with the same dice."""
    table = table.knowing(who) if table.member(who.id) else table
    table = table.reaching(who.id, Reach.OPEN if opened else Reach.CLOSED)
    if opened and table.doorbell == who.id:
        table = replace(table, doorbell=None)
    return Decision(table=table, dirty=(PrivateCup(who.id),) if opened and _holds(table, who.id) else ())


def knock(table: Table, who: Person) -> Decision:
    """Somebody came through the table's link. The link alone seats nobody: it is asked whether he is in the group."""
    if who.id in seated(table.game) or not table.playing:
        return door_changed(table, who, opened=True)
    return Decision(table=table, inquiries=(Inquiry(Purpose.SEAT, who, table.games),))


def seat_if_member(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Seat who came through the link and is in the group, in a running game from the next round on."""
    if finding is not Finding.YES or not table.playing or inquiry.game != table.games:
        return Decision(table=table)
    decision = join(table, inquiry.who, moment)
    return replace(decision, table=decision.table.reaching(inquiry.who.id, Reach.OPEN))


def _holds(table: Table, player: PlayerId) -> bool:
    return isinstance(table.game, Announcing) and table.game.holder == player
