"""`/rauswurf`: a seat is given up because others want it so. The host's or an admin's word is enough, else votes count."""

from dataclasses import replace

from tgbot.game.events import SeatLeft
from tgbot.game.seats import PlayerId, Presence
from tgbot.game.state import Game, Lobby
from tgbot.table.decisions.authority import ask, not_allowed, ruled_by
from tgbot.table.decisions.boards import fresh, numbered
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.taps import Tap
from tgbot.table.intents.updates import Commanded
from tgbot.table.news.notices import NoTableHere
from tgbot.table.news.people import GetUpYourself, KickForSeats, NobodySitsThere, SatOut
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import KickBoard
from tgbot.table.people.lobby import gone
from tgbot.table.people.seat_boards import seat_of
from tgbot.table.state.ballot import Ballot, SeatVote
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table


def ask_to_kick(table: Table, said: Commanded, moment: Moment) -> Decision:
    """Hear `/rauswurf`: in answer to somebody's message it is about his seat, alone it opens the board."""
    who, to = said.who, said.to
    if not table.playing:
        return tell(table, NoTableHere(), moment)
    if to is not None and (who is None or to != who.id) and to not in seated(table.game):
        return tell(table, NobodySitsThere(), moment)
    if who is not None and to == who.id:
        return tell(table, GetUpYourself(), moment)
    if ruled_by(table, who):
        return _open(table, moment) if to is None else _kicked(table, to, who, moment)
    if to is None and who is not None and who.id in seated(table.game):
        return _open(table, moment)
    assert who is not None
    return ask(table, Purpose.KICK, who, rest="" if to is None else str(to))


def press_kick(table: Table, who: Person, tap: Tap, query: str, moment: Moment) -> Decision:
    """Press a seat's button. Of others than the host it is asked whether they are admins; if not, it is a vote."""
    if table.ballot is None or tap.step != table.ballot.number or tap.game != table.games:
        return refused(table, Barred.OLD_MENU)
    to = seat_of(table, tap.detail)
    if to is None:
        return refused(table, Barred.SEAT_GONE)
    if to == who.id:
        return refused(table, Barred.OWN_SEAT)
    if ruled_by(table, who):
        return _kicked(table, to, who, moment)
    return ask(table, Purpose.KICK, who, query, rest=tap.detail)


def kick_if_admin(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Carry out an admin's word, or count a seat's vote. Meanwhile somebody may have been faster."""
    who = inquiry.who
    if not table.playing or inquiry.game != table.games:
        return refused(table, Barred.OLD_GAME)
    to = seat_of(table, inquiry.rest)
    if inquiry.rest and to is None:
        return refused(table, Barred.SEAT_GONE)
    if finding is Finding.YES or ruled_by(table, who):
        return _open(table, moment) if to is None else _kicked(table, to, who, moment)
    if to is None or who.id not in seated(table.game):
        return not_allowed(table, inquiry, finding, (Barred.SEATS_VOTE, KickForSeats()), moment)
    return _voted(table, SeatVote(to, who.id), who, moment, pressed=inquiry.query is not None)


def _open(table: Table, moment: Moment) -> Decision:
    """Send the board; the votes of an earlier one of this game still count."""
    opened = fresh(table, table.ballot, moment)
    return Decision(table=table) if opened is None else _shown(opened, replace(_ballot(table), number=opened.boards))


def _shown(table: Table, ballot: Ballot) -> Decision:
    return Decision(table=replace(table, ballot=ballot), dirty=(KickBoard(),))


def _ballot(table: Table) -> Ballot:
    return table.ballot or Ballot(0)


def _voted(table: Table, vote: SeatVote, who: Person, moment: Moment, *, pressed: bool) -> Decision:
    """Count a vote. A press takes it back; a command brings the board down for the others to see."""
    ballot = _ballot(table)
    if vote in ballot.votes and not pressed:
        return Decision(table=table)
    toggled = ballot.toggled(vote)
    # Enough already, since somebody who did not vote has left: then another press is no second thought.
    if any(known.count(vote.against, seated(table.game), _away(table.game)).enough for known in (ballot, toggled)):
        return _kicked(table, vote.against, who, moment)
    if not pressed or table.ballot is None:
        table = numbered(table)
        toggled = replace(toggled, number=table.boards)
    counted = _shown(table, toggled)
    note = Note.VOTE_COUNTED if vote in toggled.votes else Note.VOTE_BACK
    return replace(counted, actor=who, reply=Told(note, table.language))


def _away(game: Game | None) -> frozenset[PlayerId]:
    seats = () if game is None or isinstance(game, Lobby) else game.seats
    return frozenset(seat.player for seat in seats if seat.presence is Presence.AWAY)


def _kicked(table: Table, player: PlayerId, by: Person | None, moment: Moment) -> Decision:
    """Have a seat given up; what its player owes is put off, and coming back costs him nothing."""
    decision = gone(table, player, moment, sent=True)
    items = tuple(SatOut(player) if isinstance(item, SeatLeft) else item for item in decision.items)
    actor = by if by is not None and by.id in seated(table.game) else None
    return replace(
        decision,
        table=replace(decision.table, ballot=None),
        items=items,
        dirty=(*decision.dirty, KickBoard()),
        reply=Told(Note.SEAT_FREED, table.language),
        actor=actor,
    )
