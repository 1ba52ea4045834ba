"""`/ich`: a player's own settings, in his private chat. What he chooses goes to the user's own data, never to a table."""

from dataclasses import dataclass, replace

from tgbot.table.decisions.boards import numbered
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import tell_at_desk
from tgbot.table.identity import Language, Person
from tgbot.table.intents.taps import Tap
from tgbot.table.news.paying import PurseWordsRefused
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import PurseMenu
from tgbot.table.state.boards import Sheet
from tgbot.table.state.purse import LONGEST_COIN, Coin, Purse
from tgbot.table.state.table import Table
from tgbot.table.state.task_box import plain_words

PAGES = ("main", "coin", "limit", "words")
LIMITS = (2, 3, 5, 8, 12)
OPEN = "open"
CLOSE = "close"
_COIN = frozenset({"coin", "words"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody chose: a purse of which only these fields count."""

    purse: Purse
    settings: frozenset[str]


def wanted(detail: str) -> Wanted | None:
    """Read what a button sets; None: it sets nothing."""
    setting, _, word = detail.partition("-")
    match setting:
        case "coin":
            coin = next((coin for coin in Coin if coin.value == word), None)
            return Wanted(Purse(coin=coin), _COIN) if coin is not None or word == "group" else None
        case "limit" if word == "none" or word in map(str, LIMITS):
            return Wanted(Purse(left=None if word == "none" else int(word)), frozenset({"left"}))
        case "sober" if word in ("on", "off"):
            return Wanted(Purse(sober=word == "on"), frozenset({"sober"}))
        case "harmless" if word in ("on", "off"):
            return Wanted(Purse(harmless=word == "on"), frozenset({"harmless"}))
        case _:
            return None


def asks_for_words(desk: Table | None) -> bool:
    """Whether the next thing said here is a currency of one's own."""
    return desk is not None and desk.purse is not None and desk.purse.page == "words"


def worded(text: str) -> Wanted | None:
    """Take somebody's own words for a currency; None: they are none, or too long."""
    words = plain_words(text, LONGEST_COIN)
    return None if words is None else Wanted(Purse(words=words), _COIN)


def open_purse(desk: Table, who: Person) -> Decision:
    """Send the menu."""
    desk = _opened(replace(desk, language=Language.of(who.language)))
    return Decision(table=desk, dirty=(PurseMenu(),))


def press_purse(desk: Table, who: Person, tap: Tap) -> Decision:
    """Turn a page, or show what has just been set."""
    if tap.detail == OPEN:
        return open_purse(desk, who).replying(Told(Note.DONE, Language.of(who.language)))
    if desk.purse is None or tap.step != desk.purse.number:
        return refused(desk, Barred.OLD_MENU)
    if tap.detail == CLOSE:
        return _shown(replace(desk, purse=None))
    page = tap.detail.removeprefix("page-")
    page = page if page in PAGES and page != tap.detail else "main"
    return _shown(replace(desk, purse=replace(desk.purse, page=page)))


def take_words(desk: Table, moment: Moment, *, taken: bool) -> Decision:
    """Show the menu again after somebody's own words; ask once more where they were none."""
    if desk.purse is None:
        return Decision(table=desk)
    if not taken:
        return tell_at_desk(desk, PurseWordsRefused(), moment) or Decision(table=desk)
    return _shown(_opened(desk))


def _opened(desk: Table) -> Table:
    desk = numbered(desk)
    return replace(desk, purse=Sheet(desk.boards, "main"))


def _shown(desk: Table) -> Decision:
    return Decision(table=desk, dirty=(PurseMenu(),), reply=Told(Note.DONE, desk.language))
