"""The whole game as one function: a game and a command lead to a step, or to a refusal that changes nothing.

Pure: dice and time come with the commands, so a game replays from them. Every `match` is exhaustive without a default;
mypy names what a new command or a new phase still lacks.
"""

from dataclasses import replace
from typing import TypeAlias

from tgbot.game.answer import accept, believe, hand_on_unseen, push
from tgbot.game.asking import ask, repeat
from tgbot.game.commands import (
    Accept,
    Announce,
    Answer,
    Ask,
    Believe,
    ComeBack,
    Command,
    CupMove,
    Doubt,
    Join,
    Leave,
    Look,
    Pass,
    Push,
    Repeat,
    Reroll,
    Show,
    Start,
    StepAway,
    Stop,
    ThrowDice,
    TimeUp,
)
from tgbot.game.lobby import join_lobby, leave_lobby, new_lobby, start
from tgbot.game.penalty import end
from tgbot.game.phases import Turn
from tgbot.game.refusals import Refusal
from tgbot.game.reveal import lift
from tgbot.game.rules.end import Verdict
from tgbot.game.seating import come_back, join, leave, seated, step_away
from tgbot.game.seats import PlayerId, find, put
from tgbot.game.state import Announcing, Answering, Game, Lobby, Over, Rolling, Running, Waiting
from tgbot.game.step import Outcome, Step
from tgbot.game.timeout import time_up
from tgbot.game.turn import announce, look, reroll, show, throw

__all__ = ["Outcome", "Step", "new_lobby", "play"]

_ByHolder: TypeAlias = CupMove | Answer | TimeUp


def play(game: Game, command: Command) -> Outcome:
    """Apply a command.

    Raises:
        ValueError: the command carries dice that are none, or the wrong number of them. Players cannot cause that.

    """
    match game:
        case Lobby():
            return _in_lobby(game, command)
        case Over():
            return Refusal.GAME_OVER
        case Rolling() | Announcing() | Answering() | Waiting():
            return _counted(game, _in_game(_awake(game, command), command))


def _in_lobby(game: Lobby, command: Command) -> Outcome:
    match command:
        case Join():
            return join_lobby(game, command)
        case Leave():
            return leave_lobby(game, command)
        case Start():
            return start(game, command)
        case StepAway() | ComeBack() | TimeUp() | Stop() | Repeat():
            return Refusal.NOT_STARTED
        case ThrowDice() | Look() | Reroll() | Announce() | Show():
            return Refusal.NOT_STARTED
        case Believe() | Doubt() | Pass() | Push() | Accept() | Ask():
            return Refusal.NOT_STARTED


def _in_game(game: Running, command: Command) -> Outcome:
    match command:
        case Join(player, owing):
            return join(game, player, owing=owing)
        case Leave(player, owing, sent):
            return leave(game, player, owing=owing, sent=sent)
        case StepAway(player):
            return step_away(game, player)
        case ComeBack(player):
            return come_back(game, player)
        case Start():
            return Refusal.WRONG_MOMENT
        case Stop():
            return end(game, Verdict(winners=(), losers=()), stopped=True)
        case Repeat(player):
            return _refuse_seat(game, player) or repeat(game, player)
        case ThrowDice() | Look() | Reroll() | Announce() | Show():
            return _by_holder(game, command)
        case Believe() | Doubt() | Pass() | Push() | Accept() | Ask() | TimeUp():
            return _by_holder(game, command)


def _by_holder(game: Running, command: _ByHolder) -> Outcome:
    refusal = _refuse_seat(game, command.player)
    if refusal is not None:
        return refusal
    if isinstance(game, Waiting):
        return Refusal.GAME_WAITS
    if game.holder != command.player:
        return Refusal.NOT_YOUR_TURN
    match command:
        case ThrowDice() | Look() | Reroll() | Announce() | Show():
            return _at_own_cup(game, command)
        case Believe() | Doubt() | Pass() | Push() | Accept() | Ask():
            return _at_handed_cup(game, command) if isinstance(game, Answering) else Refusal.WRONG_MOMENT
        case TimeUp(_, dice):
            return time_up(game, dice)


def _at_own_cup(game: Turn, command: CupMove) -> Outcome:
    if isinstance(command, ThrowDice):
        return throw(game, command.dice) if isinstance(game, Rolling) else Refusal.WRONG_MOMENT
    if not isinstance(game, Announcing):
        return Refusal.WRONG_MOMENT
    match command:
        case Look():
            return look(game)
        case Reroll(_, dice):
            return reroll(game, dice)
        case Announce(_, value):
            return announce(game, value)
        case Show():
            return show(game)


def _at_handed_cup(game: Answering, command: Answer) -> Outcome:
    match command:
        case Believe(_, dice):
            return believe(game, dice)
        case Doubt():
            return lift(game)
        case Pass(_, value):
            return hand_on_unseen(game, value)
        case Push(_, dice):
            return push(game, dice)
        case Accept():
            return accept(game)
        case Ask():
            return ask(game)


def _refuse_seat(game: Running, player: PlayerId) -> Refusal | None:
    seat = seated(game, player)
    return seat if isinstance(seat, Refusal) else None


def _awake(game: Running, command: Command) -> Running:
    """Forget the time-outs of whoever acts by himself; a refusal later keeps the old game anyway."""
    if isinstance(command, Start | Stop | TimeUp) or (isinstance(command, ThrowDice) and command.unasked):
        return game
    seat = find(game.seats, command.player)
    if seat is None or not seat.misses:
        return game
    return replace(game, seats=put(game.seats, replace(seat, misses=0)))


def _counted(before: Running, outcome: Outcome) -> Outcome:
    """Raise `step` if the turn moved on, so that buttons of the old turn are recognised."""
    if isinstance(outcome, Refusal) or isinstance(outcome.game, Lobby):
        return outcome
    if _turn_of(outcome.game) == _turn_of(before):
        return outcome
    return replace(outcome, game=replace(outcome.game, step=before.step + 1))


def _turn_of(game: Running | Over) -> tuple[type[Running | Over], int, PlayerId | None]:
    return type(game), game.round.number, None if isinstance(game, Waiting | Over) else game.holder
