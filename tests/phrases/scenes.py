"""Small tables to render: real phases seen through the real view, so that hidden dice stay where they belong."""

from dataclasses import replace
from typing import Any

from tgbot.game.events import Event
from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import WIRTSHAUS
from tgbot.game.seats import PlayerId, Presence, Seat
from tgbot.game.state import (
    Announcement,
    Announcing,
    Answering,
    Cup,
    Game,
    How,
    Lobby,
    Over,
    Rolling,
    Round,
    Waiting,
)
from tgbot.table.identity import Language, Member, TableId
from tgbot.table.news.notices import Notice, Post
from tgbot.table.scene import Scene, scene
from tgbot.table.state.table import Table

ANNA, BERT, CLARA, DIETER = (PlayerId(number) for number in (11, 12, 13, 14))
FOUR = (ANNA, BERT, CLARA, DIETER)
NAMES = {ANNA: "Anna", BERT: "Bert", CLARA: "Clara", DIETER: "Dieter"}
GROUP = TableId(-1001234567890)
BOT = "maexchen_bot"


def roll(digits: str) -> Roll:
    """Read a roll from its digits."""
    return Roll.parse(digits)


def said(*links: tuple[PlayerId, str] | tuple[PlayerId, str, How]) -> tuple[Announcement, ...]:
    """Write a chain: who said what, and how if not after a look."""
    return tuple(Announcement(link[0], roll(link[1]), *link[2:]) for link in links)


def seats(*players: PlayerId, units: tuple[int, ...] = ()) -> tuple[Seat, ...]:
    """Seat players, with what they have paid so far."""
    paid = (*units, *(0 for _ in players))
    return tuple(Seat(player, units=paid[place]) for place, player in enumerate(players))


AT_TABLE = seats(*FOUR, units=(1, 0, 2, 0))


def lobby(*players: PlayerId, rules: HouseRules = WIRTSHAUS) -> Lobby:
    """Open a lobby."""
    return Lobby(number=3, rules=rules, players=players)


def rolling(holder: PlayerId = ANNA, rules: HouseRules = WIRTSHAUS) -> Rolling:
    """Let somebody open a round."""
    return Rolling(number=3, rules=rules, seats=seats(*FOUR), round=Round(2, holder), step=17, holder=holder)


def announcing(
    holder: PlayerId,
    dice: str,
    *,
    chain: tuple[Announcement, ...] = (),
    looked: bool = True,
    rerolled: bool = False,
    rules: HouseRules = WIRTSHAUS,
    at: tuple[Seat, ...] = AT_TABLE,
) -> Announcing:
    """Put a cup before its roller."""
    return Announcing(
        number=3,
        rules=rules,
        seats=at,
        round=Round(2, ANNA, chain),
        step=17,
        holder=holder,
        cup=Cup(roll(dice), holder, looked=looked, rerolled=rerolled),
    )


def answering(
    holder: PlayerId,
    chain: tuple[Announcement, ...],
    *,
    dice: str = "42",
    asked: bool = False,
    rules: HouseRules = WIRTSHAUS,
    at: tuple[Seat, ...] = AT_TABLE,
) -> Answering:
    """Put a covered cup before whoever must answer."""
    return Answering(
        number=3,
        rules=rules,
        seats=at,
        round=Round(2, ANNA, chain, _top_first(chain)),
        step=18,
        holder=holder,
        cup=Cup(roll(dice), chain[-1].player, looked=True),
        asked=asked,
    )


def waiting() -> Waiting:
    """Send all but one away."""
    away = (Seat(ANNA), *(Seat(player, Presence.AWAY) for player in (BERT, CLARA, DIETER)))
    return Waiting(number=3, rules=WIRTSHAUS, seats=away, round=Round(2, ANNA), step=19, opener=ANNA)


def over(rules: HouseRules = WIRTSHAUS) -> Over:
    """End a game."""
    return Over(
        number=3,
        rules=rules,
        seats=seats(*FOUR, units=(1, 0, 2, 3)),
        round=Round(6, ANNA),
        step=40,
        winners=(ANNA, BERT, CLARA),
        losers=(DIETER,),
    )


def see(game: Game | None, viewer: PlayerId | None = None, language: Language = Language.DE, **settings: Any) -> Scene:
    """Look at a table with this game; `settings` are the table's own fields, `names` the players'."""
    names: dict[PlayerId, str] = settings.pop("names", NAMES)
    table = Table(
        id=GROUP,
        chat=GROUP.home,
        title=settings.pop("title", "Stammtisch Freitag"),
        language=language,
        game=game,
        games=0 if game is None else game.number,
        host=ANNA,
        members=tuple(Member(player, name) for player, name in names.items()),
    )
    return scene(replace(table, **settings), viewer, BOT)


def posted(*items: Event | Notice, number: int = 6) -> Post:
    """Queue items as one post."""
    return Post(id=f"p{number}", game=3, step=18, items=items)


def _top_first(chain: tuple[Announcement, ...]) -> PlayerId | None:
    return next((link.player for link in chain if str(link.value) in ("21", "111")), None)
