"""Seats by command: sitting down while a game runs, getting up, and what is said to who has no seat."""

from dataclasses import replace

from tgbot.game.commands import Join
from tgbot.game.play import play
from tgbot.game.refusals import Refusal
from tgbot.game.seats import PlayerId, Presence, Seat, find
from tgbot.game.state import Lobby, Over, Playing
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Person
from tgbot.table.news.notices import NoTableHere
from tgbot.table.news.replies import Told
from tgbot.table.news.seats import JoinOffered, SaidGoodbye, WishRefused
from tgbot.table.people.breaks import come_back
from tgbot.table.people.lobby import join, leave
from tgbot.table.state.table import Table


def sit_down(table: Table, who: Person | None, moment: Moment) -> Decision:
    """Hear `/dabei`: a seat in the lobby at once, in a running game from the next round on; a pause is over with it."""
    if table.game is None or isinstance(table.game, Over):
        return tell(table, NoTableHere(), moment)
    if who is None:
        return refuse_wish(table, who, Refusal.NOT_SEATED, moment)
    seat = _seat(table, who.id)
    away = seat is not None and seat.presence is Presence.AWAY
    decision = come_back(table, who, moment) if away else join(table, who, moment)
    return _unless_refused(table, who, decision, moment)


def get_up(table: Table, who: Person | None, moment: Moment) -> Decision:
    """Hear `/raus`: the seat is given up at once, with the cup in any state, and the group says goodbye."""
    if table.game is None or isinstance(table.game, Over):
        return tell(table, NoTableHere(), moment)
    if who is None:
        return refuse_wish(table, who, Refusal.NOT_SEATED, moment)
    decision = leave(table.knowing(who), who.id, moment)
    if isinstance(table.game, Lobby) or _refusal(decision) is not None:
        return _unless_refused(table, who, decision, moment)
    seat = _seat(decision.table, who.id)
    liable = seat is not None and seat.liable
    goodbye = SaidGoodbye(who.id, returns=may_join(decision.table, who.id), liable=liable)
    return replace(decision, actor=who).telling(goodbye)


def may_join(table: Table, player: PlayerId) -> bool:
    """Whether a running game would take somebody in."""
    return isinstance(table.game, Playing) and not isinstance(play(table.game, Join(player)), Refusal)


def offer_seat(table: Table, who: Person, moment: Moment) -> Decision:
    """Offer a seat to who asked for the table without having one; a game nobody plays any more may be ended, too."""
    idle = moment.idle(table)
    return tell(table.knowing(who), JoinOffered(who.id, idle=idle), moment)


def refuse_wish(table: Table, who: Person | None, why: Refusal, moment: Moment) -> Decision:
    """Say to who typed a command why it cannot be done; without a table there is nothing else to say."""
    if table.game is None or isinstance(table.game, Over):
        return tell(table, NoTableHere(), moment)
    known = table if who is None else table.knowing(who)
    return tell(known, WishRefused(None if who is None else who.id, why), moment)


def _unless_refused(table: Table, who: Person, decision: Decision, moment: Moment) -> Decision:
    why = _refusal(decision)
    return decision if why is None else refuse_wish(table, who, why, moment)


def _refusal(decision: Decision) -> Refusal | None:
    reply = decision.reply
    return reply.what if isinstance(reply, Told) and isinstance(reply.what, Refusal) else None


def _seat(table: Table, player: PlayerId) -> Seat | None:
    seats = table.game.seats if isinstance(table.game, Playing | Over) else ()
    return find(seats, player)
