"""What a player may do now; the buttons come from here, and `play` refuses everything else."""

from enum import Enum

from tgbot.game.answer import top_options
from tgbot.game.handing import top_is_claimed
from tgbot.game.phases import Turn
from tgbot.game.roll import Roll
from tgbot.game.rules.look import refuse_look
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.pass_unseen import passable
from tgbot.game.rules.raise_rule import sayable
from tgbot.game.rules.repeat import refuse_ask, refuse_repeat
from tgbot.game.rules.second_roll import refuse_reroll
from tgbot.game.rules.top_rule import TopAnswer
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Game, Lobby, Over, Rolling, Waiting
from tgbot.game.turn import bar, can_show, look_mode


class Move(Enum):
    """One member per button. `PASS` says a higher value, `PASS_TOP` hands the announced top on."""

    THROW = "throw"
    LOOK = "look"
    REROLL = "reroll"
    ANNOUNCE = "announce"
    SHOW = "show"
    BELIEVE = "believe"
    DOUBT = "doubt"
    PASS = "pass"  # noqa: S105 - handing on, not a password
    PASS_TOP = "pass_top"  # noqa: S105 - as PASS
    PUSH = "push"
    ACCEPT = "accept"
    ASK = "ask"
    REPEAT = "repeat"


_TOP_MOVES = {TopAnswer.ACCEPT: Move.ACCEPT, TopAnswer.PUSH: Move.PUSH, TopAnswer.PASS: Move.PASS_TOP}


def moves(game: Game, player: PlayerId | None) -> frozenset[Move]:
    """List the moves of the running turn that `play` accepts from this player."""
    match game:
        case Lobby() | Waiting() | Over():
            return frozenset()
        case Rolling():
            return frozenset({Move.THROW}) if player == game.holder else frozenset()
        case Announcing():
            return _with_own_cup(game) if player == game.holder else frozenset()
        case Answering():
            return _with_handed_cup(game) if player == game.holder else _beside_the_cup(game, player)


def announcements(game: Turn) -> tuple[Roll, ...]:
    """List what the holder may announce or pass now, low to high; the same for every roll under the cup."""
    match game:
        case Rolling():
            return ()
        case Announcing():
            return sayable(game.rules.raise_rule, game.rules.ranking, bar(game))
        case Answering():
            claim, rules = game.round.chain[-1].value, game.rules
            return passable(rules.raise_rule, rules.ranking, claim, allowed=rules.pass_unseen)


def _with_own_cup(game: Announcing) -> frozenset[Move]:
    cup, rules = game.cup, game.rules
    offered = {
        Move.ANNOUNCE: True,
        Move.LOOK: refuse_look(look_mode(game), looked=cup.looked, rerolled=cup.rerolled) is None,
        Move.REROLL: refuse_reroll(allowed=rules.second_roll, looked=cup.looked, rerolled=cup.rerolled) is None,
        Move.SHOW: rules.opening_top_show is OpeningTop.MAY and can_show(game),
    }
    return frozenset(move for move, allowed in offered.items() if allowed)


def _with_handed_cup(game: Answering) -> frozenset[Move]:
    offered = {
        Move.DOUBT: True,
        Move.BELIEVE: not top_is_claimed(game),
        Move.PASS: bool(announcements(game)),
        Move.ASK: refuse_ask(allowed=game.rules.repeat_penalty, asked=game.asked) is None,
    }
    usual = frozenset(move for move, allowed in offered.items() if allowed)
    return usual | {_TOP_MOVES[answer] for answer in top_options(game)}


def _beside_the_cup(game: Answering, player: PlayerId | None) -> frozenset[Move]:
    is_claimer = player == game.round.chain[-1].player
    refusal = refuse_repeat(allowed=game.rules.repeat_penalty, is_claimer=is_claimer)
    return frozenset({Move.REPEAT}) if refusal is None else frozenset()
