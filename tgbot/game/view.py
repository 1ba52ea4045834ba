"""What one pair of eyes sees of a game: the only door to hidden dice (`rules.md` §9).

Everything that renders takes a `View`. `dice` is filled for the roller who looked, while the cup covers that roll;
`moves` depend on the dice for him alone (`SHOW`). All the rest is the same for everybody and for every roll.
"""

from dataclasses import dataclass
from enum import Enum

from tgbot.game.moves import Move, announcements, moves
from tgbot.game.phases import Turn
from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId, Seat
from tgbot.game.state import Announcement, Announcing, Answering, Cup, Game, Lobby, Over, Rolling, Waiting
from tgbot.game.turn import bar, sees_dice

__all__ = ["Move", "Phase", "View", "view"]


class Phase(Enum):
    """The phase a card shows."""

    LOBBY = "lobby"
    OPEN = "open"  # the opener must throw
    ROLLED = "rolled"  # the roller must announce
    RESPOND = "respond"  # the receiver must answer
    WAITING = "waiting"  # fewer than two are present
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as `viewer` may see it; without a viewer, what everybody may see.

    `bar` is the announcement to beat or to answer; `looked` and `rerolled` are public facts about the covered cup,
    `asked` one about the announcement ("Was hast du gesagt?");
    `announcements` is what the holder may say now, independent of the dice; `moves` is what the viewer may do now.
    In a lobby `seats` holds a fresh seat for each player.
    """

    viewer: PlayerId | None
    phase: Phase
    number: int
    step: int
    rules: HouseRules
    seats: tuple[Seat, ...]
    round_number: int = 0
    opener: PlayerId | None = None
    holder: PlayerId | None = None
    chain: tuple[Announcement, ...] = ()
    bar: Roll | None = None
    dice: Roll | None = None
    looked: bool = False
    rerolled: bool = False
    asked: bool = False
    announcements: tuple[Roll, ...] = ()
    moves: frozenset[Move] = frozenset()
    winners: tuple[PlayerId, ...] = ()
    losers: tuple[PlayerId, ...] = ()


def view(game: Game, viewer: PlayerId | None) -> View:
    """Look at a game with one player's eyes, or with everybody's."""
    match game:
        case Lobby():
            return View(
                viewer=viewer,
                phase=Phase.LOBBY,
                number=game.number,
                step=0,
                rules=game.rules,
                seats=tuple(map(Seat, game.players)),
            )
        case Over():
            return _view_of_end(game, viewer)
        case Waiting():
            return _view_of_pause(game, viewer)
        case Rolling() | Announcing() | Answering():
            return _view_of_turn(game, viewer)


def _view_of_turn(game: Turn, viewer: PlayerId | None) -> View:
    cup = None if isinstance(game, Rolling) else game.cup
    return View(
        viewer=viewer,
        phase=_phase(game),
        number=game.number,
        step=game.step,
        rules=game.rules,
        seats=game.seats,
        round_number=game.round.number,
        opener=game.round.opener,
        holder=game.holder,
        chain=game.round.chain,
        bar=bar(game),
        dice=None if cup is None else _seen(cup, viewer),
        looked=cup is not None and cup.looked,
        rerolled=cup is not None and cup.rerolled,
        asked=isinstance(game, Answering) and game.asked,
        announcements=announcements(game),
        moves=moves(game, viewer),
    )


def _phase(game: Turn) -> Phase:
    match game:
        case Rolling():
            return Phase.OPEN
        case Announcing():
            return Phase.ROLLED
        case Answering():
            return Phase.RESPOND


def _seen(cup: Cup, viewer: PlayerId | None) -> Roll | None:
    return cup.roll if viewer == cup.roller and sees_dice(cup) else None


def _view_of_pause(game: Waiting, viewer: PlayerId | None) -> View:
    return View(
        viewer=viewer,
        phase=Phase.WAITING,
        number=game.number,
        step=game.step,
        rules=game.rules,
        seats=game.seats,
        round_number=game.round.number,
        opener=game.opener,
    )


def _view_of_end(game: Over, viewer: PlayerId | None) -> View:
    return View(
        viewer=viewer,
        phase=Phase.OVER,
        number=game.number,
        step=game.step,
        rules=game.rules,
        seats=game.seats,
        round_number=game.round.number,
        opener=game.round.opener,
        chain=game.round.chain,
        winners=game.winners,
        losers=game.losers,
    )
