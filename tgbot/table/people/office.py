"""`/gastgeber`: the host hands his office over, or an admin names another host."""

from dataclasses import replace

from tgbot.game.seats import PlayerId
from tgbot.table.decisions.authority import ask, not_allowed, ruled_by
from tgbot.table.decisions.boards import fresh
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.taps import Tap
from tgbot.table.intents.updates import Commanded
from tgbot.table.news.notices import HostChanged, NoTableHere
from tgbot.table.news.people import HostForAdmins, NobodySitsThere
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import HostBoard
from tgbot.table.people.seat_boards import seat_of
from tgbot.table.state.boards import Sheet
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table


def ask_to_hand_over(table: Table, said: Commanded, moment: Moment) -> Decision:
    """Hear `/gastgeber`: in answer to a player's message he becomes host, alone it opens the board."""
    who, to = said.who, said.to
    if not table.playing:
        return tell(table, NoTableHere(), moment)
    if to is not None and to not in seated(table.game):
        return tell(table, NobodySitsThere(), moment)
    if ruled_by(table, who):
        return _open(table, moment) if to is None else _handed(table, to, moment)
    assert who is not None
    return ask(table, Purpose.HOST, who, rest="" if to is None else str(to))


def press_host(table: Table, who: Person, tap: Tap, query: str, moment: Moment) -> Decision:
    """Press a seat's button: the host's word holds, of others it is asked whether they are admins."""
    if table.office is None or tap.step != table.office.number or tap.game != table.games:
        return refused(table, Barred.OLD_MENU)
    to = seat_of(table, tap.detail)
    if to is None:
        return refused(table, Barred.SEAT_GONE)
    if ruled_by(table, who):
        return _handed(table, to, moment)
    return ask(table, Purpose.HOST, who, query, rest=tap.detail)


def hand_over_if_admin(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Let an admin name the host, or open the board for him."""
    if not table.playing or inquiry.game != table.games:
        return refused(table, Barred.OLD_GAME)
    to = seat_of(table, inquiry.rest)
    if inquiry.rest and to is None:
        return refused(table, Barred.SEAT_GONE)
    if finding is not Finding.YES and not ruled_by(table, inquiry.who):
        return not_allowed(table, inquiry, finding, (Barred.HOST_OR_ADMIN, HostForAdmins()), moment)
    return _open(table, moment) if to is None else _handed(table, to, moment)


def _open(table: Table, moment: Moment) -> Decision:
    opened = fresh(table, table.office, moment)
    if opened is None:
        return Decision(table=table)
    return Decision(table=replace(opened, office=Sheet(opened.boards)), dirty=(HostBoard(),))


def _handed(table: Table, player: PlayerId, moment: Moment) -> Decision:
    """Give the office to a seat; who has it already keeps it."""
    done = Told(Note.HANDED_OVER, table.language)
    if player == table.host:
        return tell(table, HostChanged(player), moment).replying(done)
    board = () if table.office is None else (HostBoard(),)
    handed = replace(table, host=player, office=None)
    return Decision(table=handed, items=(HostChanged(player),), dirty=board, reply=done)
