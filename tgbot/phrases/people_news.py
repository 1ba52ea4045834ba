"""News about people: who gets up, and who may say so."""

from tgbot.phrases.page import Line, Page
from tgbot.table.news.people import (
    AdminsUnknown,
    GetUpYourself,
    HostForAdmins,
    KickForSeats,
    NobodySitsThere,
    PeopleNews,
    SatOut,
)


def people_lines(page: Page, news: PeopleNews) -> list[Line]:
    """Tell one of these."""
    match news:
        case SatOut(player=player):
            return page.line("people.sat_out", player=page.voice.roster.plain(player))
        case NobodySitsThere():
            return page.line("people.nobody_sits_there", fact=False)
        case GetUpYourself():
            return page.line("people.get_up_yourself", fact=False)
        case KickForSeats():
            return page.line("people.kick_for_seats", fact=False)
        case HostForAdmins():
            return page.line("people.host_for_admins", fact=False)
        case AdminsUnknown():
            return page.line("people.admins_unknown", fact=False)
