"""What commits have to tell: every event and notice, in the company the game really gives it."""

from dataclasses import dataclass, replace

from tests.phrases.scenes import ANNA, BERT, CLARA, DIETER, FOUR, GROUP, roll, said
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
    Reason,
    Repeated,
    Rerolled,
    RoundOpened,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    TimedMove,
    TimedOut,
    TopShown,
    VoidReason,
    WentAway,
    WentOut,
)
from tgbot.game.refusals import Refusal
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import LIZUMO, MAEXLE, TRINKSPIEL, WIRTSHAUS
from tgbot.game.rules.share import CodeFault, encode_rules
from tgbot.game.state import Bluff, How
from tgbot.table.identity import TableId
from tgbot.table.news.evening import EveningEnded, EveningGoesOn, NoEvening, RecapPictured, StandTold
from tgbot.table.news.notices import (
    BotGreeted,
    CodeRefused,
    DeskGreeted,
    DeskHelped,
    DeskHouse,
    DeskSeated,
    DeskSilenced,
    DeskTurnedAway,
    EndNotAllowed,
    EndProposed,
    FellAsleep,
    HelpGiven,
    HostChanged,
    LanguageAsked,
    LanguageChosen,
    LobbyClosed,
    MenuForAdmins,
    MoveLost,
    NoTableHere,
    Notice,
    OddsTold,
    TooManyTables,
    VoteRejected,
)
from tgbot.table.news.own import ForgetAsked, ForgetBegun, OwnData, OwnStatistics, PrivacyTold, PrivateMatter
from tgbot.table.news.paying import (
    BagReshuffled,
    FairplayTold,
    NoTaskFits,
    PurseWordsRefused,
    TaskAsked,
    TasksAdded,
    TasksExported,
    WaterRound,
)
from tgbot.table.news.people import AdminsUnknown, GetUpYourself, HostForAdmins, KickForSeats, NobodySitsThere, SatOut
from tgbot.table.news.reminders import (
    ReminderDropped,
    ReminderElsewhere,
    ReminderGone,
    ReminderNeedsDoor,
    ReminderNoted,
    ReminderRefused,
    RemindersFull,
    TableOpened,
)
from tgbot.table.news.seats import (
    JoinOffered,
    PauseNotAllowed,
    SaidAt,
    SaidGoodbye,
    StillAway,
    TablePaused,
    WhichTable,
    WishRefused,
)
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.evening import Recap, Score
from tgbot.table.state.own import Statistics, Stored, StoredAt
from tgbot.table.state.purse import Purse
from tgbot.table.state.task_box import TaskFault


@dataclass(frozen=True)
class Story:
    """The items of one post, the rules they happened under, and what a private chat's user is told of himself."""

    items: tuple[Event | Notice, ...]
    rules: HouseRules = WIRTSHAUS
    own: Stored | None = None


CHAIN = said((ANNA, "42"), (BERT, "53"), (CLARA, "64"), (DIETER, "66"))
TRUE_CHAIN = said((ANNA, "42"), (BERT, "53"))
TOP_CHAIN = said((ANNA, "42"), (BERT, "21"))
LAP_CHAIN = said((ANNA, "21"), *((player, "21", How.PASSED) for player in (BERT, CLARA, DIETER)))

CAUGHT = CupLifted(ANNA, DIETER, roll("66"), roll("52"), true=False, chain=CHAIN)
HONEST = CupLifted(CLARA, BERT, roll("53"), roll("53"), true=True, chain=TRUE_CHAIN)
FALSE_TOP = CupLifted(CLARA, BERT, roll("21"), roll("61"), true=False, chain=TOP_CHAIN)
REAL_TOP = CupLifted(CLARA, BERT, roll("21"), roll("21"), true=True, chain=TOP_CHAIN)
NEXT = (RoundOpened(4, DIETER), DiceThrown(DIETER))
TALLY = tuple(zip(FOUR, (1, 0, 2, 3), strict=True))


def stroke(player: int, total: int, reason: Reason, units: int = 1, limit: int | None = 3) -> Paid:
    """Book units."""
    return Paid(next(seated for seated in FOUR if seated == player), units, total, limit, reason)


_REVEALS = {
    "caught": Story((CAUGHT, stroke(DIETER, 2, Reason.CAUGHT), *NEXT)),
    "wrong doubt": Story((HONEST, stroke(CLARA, 1, Reason.WRONG_DOUBT), *NEXT)),
    "false top": Story((FALSE_TOP, stroke(BERT, 2, Reason.CAUGHT, units=2), *NEXT)),
    "real top": Story((REAL_TOP, stroke(CLARA, 2, Reason.WRONG_DOUBT, units=2), *NEXT)),
    "top shown": Story((DiceThrown(ANNA), TopShown(ANNA, roll("21")), *NEXT)),
    "top shown after a reveal": Story(
        (CAUGHT, stroke(DIETER, 2, Reason.CAUGHT), *NEXT, TopShown(DIETER, roll("21")), RoundOpened(5, DIETER))
    ),
    "caught, a life": Story((CAUGHT, stroke(DIETER, 1, Reason.CAUGHT), *NEXT), LIZUMO),
    "caught, a token": Story((CAUGHT, stroke(DIETER, 1, Reason.CAUGHT, limit=6), *NEXT), MAEXLE),
    "caught, a sip": Story((CAUGHT, stroke(DIETER, 4, Reason.CAUGHT, limit=None), *NEXT), TRINKSPIEL),
    "out": Story((CAUGHT, stroke(DIETER, 3, Reason.CAUGHT), WentOut(DIETER), RoundOpened(4, ANNA)), LIZUMO),
    "game over": Story(
        (
            CAUGHT,
            stroke(DIETER, 3, Reason.CAUGHT),
            WentOut(DIETER),
            GameEnded(FOUR[:3], (DIETER,), TALLY, 7, Bluff(BERT, roll("53"), 4)),
        )
    ),
    "last one standing": Story(
        (
            CAUGHT,
            stroke(DIETER, 3, Reason.CAUGHT),
            WentOut(DIETER),
            GameEnded((BERT,), (), TALLY, 4, None),
        ),
        LIZUMO,
    ),
    "two losers": Story((GameEnded(FOUR[:2], FOUR[2:], TALLY, 1, None),)),
    "stopped": Story((GameEnded(FOUR, (), TALLY, 4, None, stopped=True),), TRINKSPIEL),
    "real lap": Story((LapEnded(ANNA, roll("21"), true=True, chain=LAP_CHAIN), RoundOpened(4, ANNA)), MAEXLE),
    "false lap": Story(
        (
            LapEnded(ANNA, roll("31"), true=False, chain=LAP_CHAIN),
            *(stroke(player, 2, Reason.LAP, limit=6) for player in FOUR[1:]),
            RoundOpened(4, ANNA),
        ),
        MAEXLE,
    ),
    "false lap, several out": Story(
        (
            LapEnded(ANNA, roll("31"), true=False, chain=LAP_CHAIN),
            *(stroke(player, 7, Reason.LAP, limit=6) for player in FOUR[1:]),
            *(WentOut(player) for player in FOUR[1:]),
            GameEnded((ANNA,), (), TALLY, 4, None),
        ),
        MAEXLE,
    ),
    "accepted": Story((Accepted(CLARA), stroke(CLARA, 1, Reason.ACCEPTED), RoundOpened(4, CLARA)), LIZUMO),
    "last seat": Story((Accepted(CLARA), stroke(CLARA, 1, Reason.LAST_SEAT, limit=None), *NEXT), TRINKSPIEL),
    "repeated": Story((Repeated(BERT, roll("53")), stroke(BERT, 3, Reason.REPEATED, limit=None)), TRINKSPIEL),
    "repeated once too often": Story(
        (
            Repeated(BERT, roll("53")),
            stroke(BERT, 3, Reason.REPEATED),
            WentOut(BERT),
            RoundVoided(BERT, VoidReason.OUT),
            RoundOpened(4, CLARA),
        ),
        LIZUMO,
    ),
}

_TURNS = {
    "game started": Story((GameStarted(FOUR), RoundOpened(1, ANNA), DiceThrown(ANNA))),
    "game started anyway": Story((GameStarted(FOUR[:2], anyway=True), RoundOpened(1, ANNA), DiceThrown(ANNA))),
    "thrown": Story((DiceThrown(ANNA),)),
    "believed": Story((Believed(BERT),)),
    "looked": Story((Looked(BERT),)),
    "rerolled": Story((Rerolled(BERT),)),
    "announced": Story((Announced(BERT, roll("53"), How.LOOKED, CLARA),)),
    "announced blind": Story((Announced(BERT, roll("53"), How.BLIND, CLARA),)),
    "passed": Story((Announced(BERT, roll("66"), How.PASSED, CLARA),)),
    "pushed": Story((Announced(BERT, roll("21"), How.PUSHED, CLARA),)),
    "asked": Story((Asked(CLARA, BERT),)),
    "time out, thrown": Story((TimedOut(BERT, TimedMove.THROWN), DiceThrown(BERT))),
    "time out, announced": Story((TimedOut(BERT, TimedMove.ANNOUNCED), Announced(BERT, roll("53"), How.LOOKED, CLARA))),
    "time out, doubted": Story(
        (
            TimedOut(CLARA, TimedMove.DOUBTED),
            WentAway(CLARA, by_timeout=True),
            HONEST,
            stroke(CLARA, 1, Reason.WRONG_DOUBT),
            RoundOpened(4, DIETER),
            DiceThrown(DIETER),
        )
    ),
}

_WISHES = (
    Refusal.NOT_STARTED,
    Refusal.NOT_SEATED,
    Refusal.ALREADY_SEATED,
    Refusal.TABLE_FULL,
    Refusal.YOU_ARE_OUT,
    Refusal.ALREADY_AWAY,
)

_SEATS = {
    "seat taken": Story((SeatTaken(BERT),)),
    "seat taken later": Story((SeatTaken(BERT, waiting=True),)),
    "seat taken with strokes": Story((SeatTaken(BERT, waiting=True, units=2),)),
    "seat taken with lives": Story((SeatTaken(BERT, waiting=True, units=2),), LIZUMO),
    "returned after leaving liable": Story((SeatTaken(BERT, waiting=True, units=1), stroke(BERT, 2, Reason.RETURNED))),
    "left": Story((SeatLeft(BERT),)),
    "left, round void": Story((SeatLeft(BERT), RoundVoided(BERT, VoidReason.LEFT), *NEXT)),
    "left, new host": Story((SeatLeft(ANNA), HostChanged(BERT))),
    "left, game over": Story((SeatLeft(BERT), GameEnded((ANNA,), (), TALLY, 2, None))),
    "away": Story((WentAway(BERT),)),
    "away, round void": Story((WentAway(BERT), RoundVoided(BERT, VoidReason.AWAY), *NEXT)),
    "away, game waits": Story((WentAway(BERT), RoundVoided(BERT, VoidReason.AWAY), GameWaits())),
    "back": Story((CameBack(BERT), RoundOpened(4, ANNA))),
    "table paused": Story((TablePaused(None),)),
    "table paused by": Story((TablePaused(ANNA),)),
    "pause not allowed": Story((PauseNotAllowed(BERT),)),
    "still away": Story((StillAway(BERT),)),
    "said goodbye": Story((SeatLeft(BERT), SaidGoodbye(BERT))),
    "said goodbye, liable": Story((SeatLeft(BERT), SaidGoodbye(BERT, liable=True))),
    "said goodbye for good": Story((SeatLeft(BERT), SaidGoodbye(BERT, returns=False))),
    "seat offered": Story((JoinOffered(DIETER),)),
    "seat offered at an idle game": Story((JoinOffered(DIETER, idle=True),)),
    "wish of nobody": Story((WishRefused(None, Refusal.NOT_SEATED),)),
    "which table": Story((WhichTable((SaidAt(GROUP, "Stammtisch Freitag", 3), SaidAt(TableId(-4711), "", 1))),)),
    **{f"wish refused, {why.value}": Story((WishRefused(BERT, why),)) for why in _WISHES},
}

_NEWS = {
    "greeting": Story((BotGreeted(),)),
    "help": Story((HelpGiven(),)),
    "language asked": Story((LanguageAsked(),)),
    "language chosen": Story((LanguageChosen(),)),
    "no table": Story((NoTableHere(),)),
    "table elsewhere": Story((NoTableHere(-1001234567890, 7, 42),)),
    "too many tables": Story((TooManyTables(),)),
    "lobby closed": Story((LobbyClosed(),)),
    "lobby closed by": Story((LobbyClosed(ANNA),)),
    "lobby expired": Story((LobbyClosed(expired=True),)),
    "end proposed": Story((EndProposed(BERT),)),
    "end not allowed": Story((EndNotAllowed(BERT),)),
    "odds": Story((OddsTold(),)),
    "odds of one": Story((OddsTold(roll("53")),)),
    "odds of nonsense": Story((OddsTold(fault=True),)),
    "rule changed": Story((RulesChanged(ANNA, "limit", "3", "5"),)),
    "rule changed by nobody": Story((RulesChanged(None, "truth_rule", "at_least", "exact"),)),
    "rule voted": Story((RulesChanged(ANNA, "pass_unseen", "off", "on", vote=(3, 1)),)),
    "rules taken over": Story((RulesChanged(ANNA, "preset", "W000", "L000"),)),
    "vote rejected": Story((VoteRejected("pass_unseen", "on", 1, 3),)),
    "code refused, typo": Story((CodeRefused(CodeFault.TYPO),)),
    "code refused, newer": Story((CodeRefused(CodeFault.NEWER),)),
    "code refused, clash": Story((CodeRefused(CodeFault.CLASH),)),
    "menu for admins": Story((MenuForAdmins(),)),
    "desk, house rules": Story((DeskHouse(encode_rules(LIZUMO)),)),
    "desk, house rules of a broken code": Story((DeskHouse("W"),)),
    "move lost": Story((MoveLost(),)),
    "bag reshuffled": Story((BagReshuffled(),)),
    "no task fits": Story((NoTaskFits(BERT),)),
    "water round": Story((WaterRound(),)),
    "manners": Story((FairplayTold(),)),
    "task asked": Story((TaskAsked(ANNA),)),
    "task added": Story((TasksAdded(ANNA, (7,)),)),
    "tasks added": Story((TasksAdded(ANNA, (7, 8, 9)),)),
    "tasks refused": Story((TasksAdded(ANNA, (), tuple(TaskFault)),)),
    "tasks exported": Story((TasksExported(("Sing <etwas>.", "Tanz & lach.")),)),
    "currency refused": Story((PurseWordsRefused(),)),
    "fell asleep": Story((FellAsleep(),)),
    "desk, greeting": Story((DeskGreeted(),)),
    "desk, seated": Story((DeskSeated("Stammtisch Freitag", -1001234567890, 815),)),
    "desk, seated in a small group": Story((DeskSeated("Stammtisch Freitag", -4711, 815),)),
    "desk, turned away": Story((DeskTurnedAway("Stammtisch Freitag"),)),
    "desk, silenced group": Story((DeskSilenced("Stammtisch Freitag"),)),
    "desk, swept group": Story((DeskSilenced("Stammtisch Freitag", swept=True),)),
    "desk, help": Story((DeskHelped(),)),
}

SCORES = (
    Score(player=ANNA, games=5, rounds_lost=3, right_doubts=4, believed_lies=1, tops=2),
    Score(player=BERT, games=5, rounds_lost=1, right_doubts=2, believed_lies=5, tasks=2),
    Score(player=CLARA, games=4, rounds_lost=0, right_doubts=1),
    Score(player=DIETER, games=1, rounds_lost=4, right_doubts=1, tasks=1),
)
RECAP = Recap(number=2, day="2026-12-04", games=5, scores=SCORES, longest_chain=9, boldest=Bluff(BERT, roll("66"), 12))
WET = replace(RECAP, sips=True)
BARE = Recap(number=2, day="2027-01-01", games=1, scores=tuple(Score(player=player, games=1) for player in FOUR))
FIGURES = Statistics(
    games=12,
    games_lost=3,
    rounds_lost=17,
    announced=60,
    caught=9,
    right_doubts=11,
    wrong_doubts=5,
    tops=2,
    announced_openly=50,
    lied_openly=21,
)
KEPT = Stored(
    (
        StoredAt("Stammtisch Freitag", "Anna", seated=True, games=3, in_recap=True, changes=2, tasks=3, billed=True),
        StoredAt("Weihnachtsfeier", "Änni", seated=False, games=1, in_recap=False, changes=0),
    ),
    FIGURES,
    Purse(words="Erdnuss", left=3, sober=True),
    ("Stammtisch", "Skat & Co"),
)
AT_REST = Stored((StoredAt("Stammtisch Freitag", "Anna", seated=False, games=0, in_recap=True, changes=0),))

_EVENINGS = {
    "stand": Story((StandTold(SCORES, 5, sips=False),)),
    "stand after one game, with sips": Story((StandTold(SCORES, 1, sips=True),)),
    "no evening": Story((NoEvening(),)),
    "evening goes on": Story((EveningGoesOn(BERT),)),
    "evening ended": Story((EveningEnded(RECAP), RecapPictured(2))),
    "evening with sips ended": Story((EveningEnded(WET),), TRINKSPIEL),
    "evening without anything to tell ended": Story((EveningEnded(BARE),)),
    "evening told again": Story((EveningEnded(RECAP, again=True),)),
    "evening ended in the middle of a game": Story(
        (GameEnded(FOUR, (), TALLY, 4, None, stopped=True), EveningEnded(RECAP))
    ),
    "evening with sips ended in the middle of a game": Story(
        (GameEnded(FOUR, (), TALLY, 4, None, stopped=True), EveningEnded(WET)), TRINKSPIEL
    ),
    "private matter": Story((PrivateMatter(),)),
    "privacy": Story((PrivacyTold(),)),
    "statistics": Story((OwnStatistics(),), own=KEPT),
    "statistics, nothing yet": Story((OwnStatistics(),), own=Stored(statistics=Statistics())),
    "statistics, off": Story((OwnStatistics(),), own=Stored()),
    "own data": Story((OwnData(),), own=KEPT),
    "own data, after the evening": Story((OwnData(),), own=AT_REST),
    "own data, nothing": Story((OwnData(),), own=Stored()),
    "forget, asked": Story((ForgetAsked(),)),
    "forget, begun": Story((ForgetBegun(),)),
}

_PEOPLE = {
    "sat out": Story((SatOut(CLARA),)),
    "the host sat out": Story((SatOut(ANNA), HostChanged(BERT))),
    "nobody sits there": Story((NobodySitsThere(),)),
    "get up yourself": Story((GetUpYourself(),)),
    "kick for seats": Story((KickForSeats(),)),
    "host for admins": Story((HostForAdmins(),)),
    "admins unknown": Story((AdminsUnknown(),)),
    "reminder needs a door": Story((ReminderNeedsDoor(CLARA),)),
    "reminder of an anonymous admin": Story((ReminderNeedsDoor(None),)),
    "reminder gone": Story((ReminderGone(CLARA),)),
    "reminders full": Story((RemindersFull(),)),
    "reminder noted": Story((ReminderNoted(TableId(-1001234567890), "Stammtisch <Freitag>"),)),
    "reminder dropped": Story((ReminderDropped(TableId(-1001234567890), "Stammtisch"),)),
    "reminder refused": Story((ReminderRefused("Stammtisch"),)),
    "reminder unknown": Story((ReminderRefused("Stammtisch", unknown=True),)),
    "reminder elsewhere": Story((ReminderElsewhere(),)),
    "table opened": Story((TableOpened("Stammtisch", -1001234567890, 0, 17),)),
    "table opened, in a topic": Story((TableOpened("Stammtisch", -1001234567890, 5, 17),)),
    "table opened, in a small group": Story((TableOpened("Stammtisch", -4567890, 0, 17),)),
}

STORIES = {**_REVEALS, **_TURNS, **_SEATS, **_NEWS, **_EVENINGS, **_PEOPLE}
