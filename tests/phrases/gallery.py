"""Every kind of message once: what the snapshots show and what the general tests run over."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

from tests.phrases.scenes import (
    ANNA,
    BERT,
    CLARA,
    DIETER,
    FOUR,
    announcing,
    answering,
    lobby,
    over,
    posted,
    rolling,
    said,
    seats,
    see,
    waiting,
)
from tests.phrases.stories import STORIES, Story
from tgbot.game.rules.catalogue import BY_NAME
from tgbot.game.rules.disclose import Disclose
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.presets import LIZUMO, MAEXLE, PRESETS, TRINKSPIEL, WIRTSHAUS
from tgbot.game.rules.raise_rule import RaiseRule
from tgbot.game.rules.ranking import Ranking
from tgbot.game.rules.share import encode_rules
from tgbot.game.rules.top_name import TopName
from tgbot.game.rules.top_rule import TopRule
from tgbot.game.rules.turn_time import TurnTime
from tgbot.game.seats import PlayerId, Presence, Seat
from tgbot.game.state import Announcing, Game, How
from tgbot.phrases import house_menu, purse_menu, seat_boards, sheet, stakes, task_list
from tgbot.phrases.bill import bill
from tgbot.phrases.card import card, closing
from tgbot.phrases.cup import asked_cup, closed_cup, cup
from tgbot.phrases.message import Message
from tgbot.phrases.posts import post, summary
from tgbot.phrases.rulesheet import SECTIONS
from tgbot.table.identity import Language, TableId
from tgbot.table.news.notices import Post
from tgbot.table.paying.purse_desk import PAGES
from tgbot.table.scene import Scene
from tgbot.table.state.ballot import Ballot, SeatVote
from tgbot.table.state.boards import Menu, Sheet
from tgbot.table.state.changes import RulesChanged
from tgbot.table.state.debts import Bill, Debt
from tgbot.table.state.purse import Coin, Purse
from tgbot.table.state.table import Vote
from tgbot.table.state.task_box import OwnTask, TaskBox
from tgbot.table.state.terms import Paying

Render: TypeAlias = Callable[[Language], Message]

NOTHING = "(nothing to repeat)"

CALLED = said((ANNA, "53"))
LONG = said((ANNA, "42"), (BERT, "53"), (CLARA, "64"))
TOP = said((ANNA, "64"), (BERT, "21"))
AWAY = (Seat(ANNA, units=1), Seat(BERT, Presence.AWAY), Seat(CLARA, units=3, out=True), Seat(DIETER, waiting=True))
CROWD = tuple(PlayerId(number) for number in range(11, 31))
SCHOCKEN = replace(WIRTSHAUS, ranking=Ranking.SCHOCKEN)
BLIND = replace(WIRTSHAUS, follower_look=LookMode.NEVER, opener_look=LookMode.NEVER)
MAY_SHOW = replace(WIRTSHAUS, opening_top_show=OpeningTop.MAY)
NOSY = replace(TRINKSPIEL, repeat_penalty=True)
PUSHING = replace(WIRTSHAUS, top_rule=TopRule.BLIND_PUSH)
FIVE = replace(WIRTSHAUS, limit=5, pass_unseen=True)
ODD = HouseRules(
    ranking=Ranking.SCHOCKEN,
    raise_rule=RaiseRule.EQUAL_OK,
    opener_look=LookMode.NEVER,
    follower_look=LookMode.OPTIONAL,
    pass_unseen=True,
    top_rule=TopRule.CIRCULATE_BEFORE,
    top_last_auto=True,
    top_false_cost=3,
    top_accept_cost=3,
    opening_top_show=OpeningTop.MAY,
    repeat_penalty=True,
    max_players=6,
    disclose=Disclose.NEVER,
    top_name=TopName.MEIER,
    odds_line=False,
    turn_time=TurnTime.OFF,
)
CHANGES = (
    RulesChanged(ANNA, "limit", "3", "5", at=1_796_000_000_000),
    RulesChanged(None, "preset", encode_rules(WIRTSHAUS), encode_rules(LIZUMO), at=1_796_000_900_000),
    RulesChanged(BERT, "code", encode_rules(LIZUMO), encode_rules(FIVE), at=1_796_086_400_000),
    RulesChanged(ANNA, "pass_unseen", "off", "on", at=1_796_086_500_000, vote=(3, 1)),
)
EQUAL = replace(WIRTSHAUS, raise_rule=RaiseRule.EQUAL_OK)

GAMES: dict[str, Game | None] = {
    "no table": None,
    "lobby, empty": lobby(),
    "lobby, two of three": lobby(ANNA, BERT),
    "lobby, four": lobby(*FOUR),
    **{f"lobby, {name}": lobby(ANNA, BERT, rules=rules) for name, rules in PRESETS.items()},
    "lobby, three dice": lobby(*FOUR, rules=SCHOCKEN),
    "the opener throws": rolling(),
    "the opener has rolled": announcing(ANNA, "42"),
    "the opener has rolled blind": announcing(ANNA, "42", looked=False, rules=BLIND),
    "the opener may show": announcing(ANNA, "21", rules=MAY_SHOW),
    "a follower has rolled": announcing(BERT, "31", chain=CALLED),
    "a follower has rolled blind": announcing(BERT, "31", chain=CALLED, looked=False, rules=BLIND),
    "a follower at an equal table": announcing(BERT, "53", chain=CALLED, rules=EQUAL),
    "a follower may look": announcing(BERT, "31", chain=CALLED, looked=False, rules=TRINKSPIEL),
    "a follower has looked": announcing(BERT, "31", chain=CALLED, rules=TRINKSPIEL),
    "a follower has rolled again": announcing(BERT, "31", chain=CALLED, rerolled=True, rules=TRINKSPIEL),
    "three dice": announcing(BERT, "421", chain=said((ANNA, "222")), rules=SCHOCKEN),
    "believe or doubt": answering(CLARA, LONG[:2]),
    "believe or doubt, double": answering(CLARA, said((ANNA, "42"), (BERT, "66"))),
    "believe or doubt, blind call": answering(CLARA, said((ANNA, "42"), (BERT, "53", How.BLIND))),
    "believe, doubt or pass": answering(CLARA, LONG[:2], rules=MAEXLE),
    "believe, doubt or ask": answering(CLARA, LONG[:2], rules=NOSY),
    "the top, lift": answering(CLARA, TOP),
    "the top, accept or lift": answering(CLARA, TOP, rules=LIZUMO),
    "the top, push or lift": answering(CLARA, TOP, rules=PUSHING),
    "the top, pass or lift": answering(CLARA, TOP, rules=MAEXLE),
    "the top, at the last seat": answering(
        ANNA, (*TOP, *said((CLARA, "21", How.PASSED), (DIETER, "21", How.PASSED))), rules=TRINKSPIEL
    ),
    "the top, back again": answering(
        BERT,
        (*TOP, *said((CLARA, "21", How.PASSED), (DIETER, "21", How.PASSED), (ANNA, "21", How.PASSED))),
        rules=MAEXLE,
    ),
    "away, out and waiting": answering(DIETER, CALLED, at=AWAY),
    "a crowd": answering(BERT, CALLED, at=seats(*CROWD, units=(0, 2, 0, 1))),
    "a break": waiting(),
    "game over": over(),
}

STATES: dict[str, tuple[Game, dict[str, Any]]] = {
    "reminded": (answering(CLARA, LONG[:2]), {"reminded": True}),
    "reminded, with the cup": (announcing(BERT, "31", chain=CALLED), {"reminded": True}),
    "keyboard open": (announcing(BERT, "31", chain=CALLED), {"keyboard_open": True}),
    "keyboard open, passing": (answering(CLARA, said((BERT, "64")), rules=MAEXLE), {"keyboard_open": True}),
    "keyboard open, three dice": (announcing(BERT, "421", rules=SCHOCKEN), {"keyboard_open": True}),
    "doorbell": (announcing(BERT, "31", chain=CALLED), {"doorbell": BERT}),
    "asleep": (answering(CLARA, LONG[:2]), {"asleep": True}),
    "paused": (answering(CLARA, LONG[:2]), {"paused": True}),
    "paused while it waits": (waiting(), {"paused": True}),
    "lobby without a host": (lobby(), {"host": None}),
    "lobby with a vote": (lobby(*FOUR), {"vote": Vote(ANNA, "ranking", "schocken", (ANNA,), (BERT,))}),
    "lobby with a vote on a number": (lobby(ANNA, BERT), {"vote": Vote(ANNA, "min_players", "2", (ANNA,))}),
}

OWED = Debt(number=5, player=BERT, units=2, payment=Payment.TASKS, task="h01", text="Sing <etwas> & tanz dazu.")
CHOICE = replace(OWED, payment=Payment.MIXED, task="", text="")
DEBTS: dict[str, tuple[Debt, dict[str, Any]]] = {
    "task": (OWED, {}),
    "task, swapped and applauded": (replace(OWED, swapped=True, claps=(ANNA, CLARA)), {}),
    "task, thumbed down": (OWED, {"box": TaskBox(banned=("h01",))}),
    "choice, secret": (CHOICE, {}),
    "choice": (CHOICE, {"paying": Paying(secret=False, sips=2)}),
}
RICH = Purse(words="Zimt<schnecke>", left=3, since=0, sober=True, harmless=True)
BILLS = {
    "bill": (Purse(), Bill(BERT, 3, 2, 0)),
    "bill, limit reached": (Purse(), Bill(BERT, 3, 1, 1)),
    "bill, sober": (Purse(coin=Coin.SQUAT), Bill(BERT, 3, 0, 2)),
    "bill, a task with a sip": (Purse(), Bill(BERT, 3, 0, 0, "t02")),
    "bill, a task with a sip, limit reached": (Purse(left=0), Bill(BERT, 3, 0, 0, "t02")),
    "bill, own words": (RICH, Bill(BERT, 3, 3, 0)),
}
_TASKS = tuple(OwnTask(number, ANNA, f"Aufgabe {number} & mehr") for number in range(1, 11))
BOXES: dict[str, dict[str, Any]] = {
    "no tasks": {},
    "one task": {"box": TaskBox(tasks=_TASKS[:1], made=1), "task_list": Sheet(4, "1")},
    "ten tasks": {"box": TaskBox(tasks=_TASKS, made=10), "task_list": Sheet(4, "1")},
    "ten tasks, last page": {
        "box": TaskBox(tasks=_TASKS, made=10, binned=(OwnTask(11, ANNA, "weg"),)),
        "task_list": Sheet(4, "9"),
    },
    "no tasks, one thumbed down": {"box": TaskBox(banned=("h01", "gone9")), "task_list": Sheet(4, "1")},
    "an own task thumbed down": {
        "box": TaskBox(tasks=_TASKS[:2], made=2, banned=("own:2",)),
        "task_list": Sheet(4, "1"),
    },
}

CUPS = tuple(name for name, game in GAMES.items() if isinstance(game, Announcing))


def cards() -> Iterator[tuple[str, Render]]:
    """Render every card, and what it becomes."""
    for name, game in GAMES.items():
        yield f"card: {name}", _card(game)
        yield f"closing: {name}", _closing(game)
    for name, (game, settings) in STATES.items():
        yield f"card: {name}", _card(game, **settings)
    yield "card: lost post", _card(GAMES["the opener has rolled"], lost=(posted(*STORIES["caught"].items),))


def cups() -> Iterator[tuple[str, Render]]:
    """Render every private cup."""
    for name in CUPS:
        yield f"cup: {name}", _own_cup(name)
    yield "cup: closed", lambda language: closed_cup(see(GAMES["believe or doubt"], BERT, language))
    yield "cup: closed, double", lambda language: closed_cup(see(GAMES["believe or doubt, double"], BERT, language))
    yield "cup: gone", lambda language: closed_cup(see(GAMES["the opener throws"], BERT, language))
    yield "cup: asked", lambda language: asked_cup(see(GAMES["believe, doubt or ask"], BERT, language))


def posts() -> Iterator[tuple[str, Render]]:
    """Render every story, and the line that repeats it."""
    for name, story in STORIES.items():
        yield f"post: {name}", partial(told, story)
        yield f"summary: {name}", partial(retold, story)


def told(story: Story, language: Language = Language.DE, number: int = 6) -> Message:
    """Render a story as a post with this number."""
    message = post(_at(story, language), posted(*story.items, number=number))
    assert message is not None
    return message


def retold(story: Story, language: Language) -> Message:
    """Render the line a card repeats of a story."""
    return Message(summary(_at(story, language), posted(*story.items)) or NOTHING)


def menus() -> Iterator[tuple[str, Render]]:
    """Render every page of the house rules menu, in a lobby and, where that makes a difference, during a game."""
    pages = ("presets", "settings", "log", "code", *BY_NAME, *(f"vote-{name}" for name in BY_NAME))
    for page in pages:
        yield f"menu: {page}", _menu(lobby(*FOUR), page)
    for page in ("presets", "settings", "limit", "code"):
        yield f"menu: {page}, during a game", _menu(GAMES["believe or doubt"], page)
    yield "menu: presets, a preset as it is", _menu(lobby(*FOUR), "presets", rules=MAEXLE)
    yield "menu: presets, everything different", _menu(lobby(*FOUR), "presets", rules=ODD)
    yield "menu: code, the same rules", _menu(lobby(*FOUR), "code", rules=LIZUMO)
    yield "menu: code, none waiting", _menu(lobby(*FOUR), "code", code="")
    yield "menu: log, empty", _menu(lobby(*FOUR), "log", changes=())
    yield "menu: limit, an admin's", _menu(lobby(*FOUR), "limit", editor=DIETER)
    yield "menu: closed", lambda language: Message(house_menu.closing(see(None, language=language, rules=MAEXLE)))
    yield "menu: gone", lambda language: house_menu.menu(see(None, language=language))


def sheets() -> Iterator[tuple[str, Render]]:
    """Render every page of the rule sheet, in a group and in private."""
    for name, rules in {**PRESETS, "three dice": SCHOCKEN, "everything different": ODD}.items():
        yield f"sheet: {name}", _sheet("short", rules=rules)
    for section in SECTIONS:
        yield f"sheet: wirtshaus, {section}", _sheet(section)
        yield f"sheet: everything different, {section}", _sheet(section, rules=ODD)
    yield "sheet: other rules from the next game on", _sheet("short", GAMES["believe or doubt"], rules=FIVE)
    yield "sheet: after a game", _sheet("short", over(), rules=LIZUMO)
    yield "sheet: in private", _sheet("short", id=TableId(ANNA), rules=LIZUMO)
    yield "sheet: closed", lambda language: Message(sheet.closing(see(None, language=language, rules=LIZUMO)))


def payments() -> Iterator[tuple[str, Render]]:
    """Render what belongs to paying: debts on the card, bills, menus and lists."""
    for name, (owed, settings) in DEBTS.items():
        shown = settings | {"debts": (owed,)}
        yield f"pay: {name}", _card(rolling(), **shown)
        yield f"pay: {name}, closed", partial(_closed_debt, shown)
    yield "pay: task, paused", _card(rolling(), debts=(OWED,), paused=True)
    yield "pay: task, asleep", _card(rolling(), debts=(OWED,), asleep=True)
    yield "pay: choice, paused", _card(rolling(), debts=(CHOICE,), paused=True, paying=Paying(secret=False, sips=2))
    yield "pay: choice, secret, paused", _card(rolling(), debts=(CHOICE,), paused=True)
    for name, (purse, due) in BILLS.items():
        yield f"pay: {name}", partial(_bill, purse, due)
    for name, settings in BOXES.items():
        yield f"pay: {name}", partial(_task_list, settings)
    yield "pay: tasks closed", lambda language: Message(task_list.closing(see(None, language=language)))
    yield (
        "pay: stakes",
        lambda language: stakes.stakes(see(None, language=language, paying=Paying(secret=False, sips=2))),
    )
    yield "pay: stakes closed", lambda language: Message(stakes.closing(see(None, language=language)))
    for page in PAGES:
        for name, purse in (("nothing chosen", Purse()), ("all chosen", RICH)):
            yield f"pay: purse, {page}, {name}", partial(_purse, page, purse)
    yield "pay: purse, main, limit reached", partial(_purse, "main", replace(RICH, left=0))
    yield "pay: purse closed", lambda language: Message(purse_menu.closing(see(None, language=language)))


def boards() -> Iterator[tuple[str, Render]]:
    """Render the boards with a button for every seat."""
    votes = tuple(SeatVote(against, by) for against, by in ((CLARA, ANNA), (CLARA, BERT), (ANNA, BERT)))
    for name, game in (("lobby", lobby(*FOUR)), ("away, out and waiting", GAMES["away, out and waiting"])):
        yield f"board: kick, {name}", _kick(game, Ballot(3, votes))
        yield f"board: host, {name}", _host(game)
    yield "board: kick, a crowd", _kick(GAMES["a crowd"], Ballot(3))
    yield "board: host, alone", _host(lobby(ANNA))
    yield "board: kick, closed", lambda language: Message(seat_boards.kick_closing(see(None, language=language)))
    yield "board: host, closed", lambda language: Message(seat_boards.host_closing(see(None, language=language)))


def everything() -> Iterator[tuple[str, Render]]:
    """Render every message of the bot."""
    return chain(cards(), cups(), posts(), menus(), sheets(), payments(), boards())


def _card(game: Game | None, lost: tuple[Post, ...] = (), **settings: Any) -> Render:
    return lambda language: card(see(game, language=language, **settings), lost)


def _closing(game: Game | None) -> Render:
    return lambda language: Message(closing(see(game, language=language)))


def _menu(game: Game | None, page: str, code: str | None = None, editor: PlayerId = ANNA, **settings: Any) -> Render:
    waiting = encode_rules(LIZUMO) if code is None else code
    settings = {"rules": FIVE, "changes": CHANGES, **settings}
    return lambda language: house_menu.menu(
        see(game, language=language, menu=Menu(3, editor, page, waiting), **settings)
    )


def _sheet(page: str, game: Game | None = None, **settings: Any) -> Render:
    return lambda language: sheet.sheet(see(game, language=language, sheet=Sheet(2, page), **settings))


def _own_cup(name: str) -> Render:
    game = GAMES[name]
    assert isinstance(game, Announcing)
    return lambda language: cup(see(game, game.holder, language))


def _at(story: Story, language: Language) -> Scene:
    return replace(see(over(rules=story.rules), language=language), own=story.own)


def _closed_debt(settings: dict[str, Any], language: Language) -> Message:
    return Message(closing(see(rolling(), language=language, **settings)))


def _bill(purse: Purse, due: Bill, language: Language) -> Message:
    message = bill(replace(see(rolling(), BERT, language), bill=due, purse=purse))
    assert message is not None
    return message


def _purse(page: str, purse: Purse, language: Language) -> Message:
    return purse_menu.purse_menu(replace(see(None, language=language, purse=Sheet(4, page)), purse=purse))


def _task_list(settings: dict[str, Any], language: Language) -> Message:
    return task_list.task_list(see(None, language=language, **settings))


def _kick(game: Game | None, ballot: Ballot) -> Render:
    return lambda language: seat_boards.kick_board(see(game, language=language, ballot=ballot))


def _host(game: Game | None) -> Render:
    return lambda language: seat_boards.host_board(see(game, language=language, office=Sheet(3)))
