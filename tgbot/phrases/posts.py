"""Posts: one message for everything a commit has to tell, and its facts in one line should it get lost."""

from collections.abc import Iterator
from itertools import chain

from tgbot.game.events import (
    Accepted,
    Announced,
    Asked,
    Believed,
    CameBack,
    CupLifted,
    DiceThrown,
    Event,
    GameEnded,
    GameStarted,
    GameWaits,
    LapEnded,
    Looked,
    Paid,
    Repeated,
    Rerolled,
    RoundOpened,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    TimedOut,
    TopShown,
    WentAway,
    WentOut,
)
from tgbot.phrases.comings import coming_lines
from tgbot.phrases.house_news import rule_lines
from tgbot.phrases.message import Message
from tgbot.phrases.news import desk_lines, house_lines, keyboard_under
from tgbot.phrases.own_data import own_lines
from tgbot.phrases.page import Line, Page
from tgbot.phrases.paying_news import paying_lines
from tgbot.phrases.people_news import people_lines
from tgbot.phrases.recap import evening_lines
from tgbot.phrases.reminder_news import reminder_lines
from tgbot.phrases.reveals import reveal_lines
from tgbot.phrases.seat_news import seat_lines
from tgbot.phrases.turns import turn_event_lines
from tgbot.table.evening_news import EveningEnded, EveningGoesOn, NoEvening, RecapPictured, StandTold
from tgbot.table.notices import (
    CodeRefused,
    DeskGreeted,
    DeskHelped,
    DeskHouse,
    DeskSeated,
    DeskSilenced,
    DeskTurnedAway,
    MenuForAdmins,
    Notice,
    OddsTold,
    Post,
    RulesChanged,
    VoteRejected,
)
from tgbot.table.own import ForgetAsked, ForgetBegun, OwnData, OwnStatistics, PrivacyTold, PrivateMatter
from tgbot.table.paying_news import (
    BagReshuffled,
    FairplayTold,
    NoTaskFits,
    PurseWordsRefused,
    TaskAsked,
    TasksAdded,
    TasksExported,
    WaterRound,
)
from tgbot.table.people_news import (
    AdminsUnknown,
    GetUpYourself,
    HostForAdmins,
    KickForSeats,
    NobodySitsThere,
    SatOut,
)
from tgbot.table.reminder_news import (
    ReminderDropped,
    ReminderElsewhere,
    ReminderGone,
    ReminderNeedsDoor,
    ReminderNoted,
    ReminderRefused,
    RemindersFull,
    TableOpened,
)
from tgbot.table.scene import Scene
from tgbot.table.seat_news import (
    JoinOffered,
    PauseNotAllowed,
    SaidGoodbye,
    StillAway,
    TablePaused,
    WhichTable,
    WishRefused,
)


def post(scene: Scene, post: Post) -> Message | None:
    """Tell a post, the same words every time; None if it has nothing to say."""
    page = Page.of(scene, post)
    lines = tuple(_lines(page))
    if not lines:
        return None
    rows = chain.from_iterable(keyboard_under(page, item) for item in post.items)
    return Message("\n".join(line.text for line in lines), tuple(dict.fromkeys(rows)))


def summary(scene: Scene, post: Post) -> str:
    """Repeat a post's facts in one line, without its colour."""
    facts = (line.text for line in _lines(Page.of(scene, post)) if line.fact)
    return " ".join(_without_emoji(text) for fact in facts for text in fact.splitlines())


def _lines(page: Page) -> Iterator[Line]:
    for item in page.post.items:
        yield from _told(page, item)


def _told(page: Page, item: Event | Notice) -> list[Line]:  # noqa: C901, PLR0912 -- one exhaustive match
    match item:
        case CupLifted() | LapEnded() | TopShown() | Paid() | WentOut() | RoundVoided() | GameEnded():
            return reveal_lines(page, item)
        case SeatTaken() | SeatLeft() | WentAway() | CameBack() | GameStarted() | RoundOpened() | GameWaits():
            return coming_lines(page, item)
        case DiceThrown() | Believed() | Looked() | Rerolled() | Announced() | Asked() | Repeated():
            return turn_event_lines(page, item)
        case Accepted() | TimedOut():
            return turn_event_lines(page, item)
        case DeskGreeted() | DeskSeated() | DeskTurnedAway() | DeskSilenced() | DeskHelped():
            return desk_lines(page, item)
        case OddsTold() | RulesChanged() | VoteRejected() | CodeRefused() | MenuForAdmins() | DeskHouse():
            return rule_lines(page, item)
        case (BagReshuffled() | NoTaskFits() | WaterRound() | FairplayTold()) | (
            TaskAsked() | TasksAdded() | TasksExported() | PurseWordsRefused()
        ):
            return paying_lines(page, item)
        case (SatOut() | NobodySitsThere() | GetUpYourself()) | (KickForSeats() | HostForAdmins() | AdminsUnknown()):
            return people_lines(page, item)
        case (ReminderNeedsDoor() | ReminderGone() | RemindersFull() | ReminderElsewhere()) | (
            ReminderNoted() | ReminderDropped() | ReminderRefused() | TableOpened()
        ):
            return reminder_lines(page, item)
        case StandTold() | NoEvening() | EveningGoesOn() | EveningEnded() | RecapPictured():
            return evening_lines(page, item)
        case PrivateMatter() | PrivacyTold() | OwnStatistics() | OwnData() | ForgetAsked() | ForgetBegun():
            return own_lines(page, item)
        case (TablePaused() | PauseNotAllowed() | StillAway() | SaidGoodbye()) | (
            JoinOffered() | WishRefused() | WhichTable()
        ):
            return seat_lines(page, item)
        case _:
            return house_lines(page, item)


def _without_emoji(text: str) -> str:
    """Drop a line's emoji: a first word without letters or digits, unless it is a tag, which a name starts with."""
    first, _, rest = text.partition(" ")
    return text if "<" in first or any(map(str.isalnum, first)) else rest
