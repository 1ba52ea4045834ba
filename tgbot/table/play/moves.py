"""Buttons of a running game: whose they are, whether they still count, and which command they mean."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tgbot.game.commands import (
    Accept,
    Announce,
    Ask,
    Believe,
    Command,
    Doubt,
    Look,
    Pass,
    Push,
    Repeat,
    Reroll,
    Show,
)
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Game, Lobby, Over
from tgbot.game.view import Move, Phase, View, view
from tgbot.table.clock.clockwork import holder_of, step_of
from tgbot.table.decisions.decision import Decision, Moment, act
from tgbot.table.decisions.refusing import refused
from tgbot.table.identity import Person
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.replies import Barred, Note, RollShown, Told
from tgbot.table.play.belated import belated, counted
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Lap, Table

_NOTES = {Action.ANNOUNCE: Note.ANNOUNCED, Action.BELIEVE: Note.BELIEVED, Action.DOUBT: Note.DOUBTED}


def move(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Play a turn's button. Authority comes from the seat: somebody else's button is refused before an old one is."""
    barred = _barred(table, who, tap)
    if barred is not None:
        return refused(table, barred)
    assert table.game is not None
    command = _command(who.id, tap, table.game, moment)
    decision = refused(table, Barred.NO_SUCH_BUTTON) if command is None else _play(table, who, command, moment)
    if isinstance(decision.reply, Told) and not isinstance(decision.reply.what, Note):
        return decision
    told = Told(_NOTES.get(tap.action, Note.DONE), table.language, value=tap.value, rules=table.in_force)
    return _woken(replace(decision, actor=who, reply=told))


def _play(table: Table, who: Person, command: Command, moment: Moment) -> Decision:
    decision = act(table.knowing(who), command, moment)
    return refused(table, decision) if isinstance(decision, Refusal) else decision


def _barred(table: Table, who: Person, tap: Tap) -> Refusal | Barred | None:
    if table.game is None or tap.game != table.games:
        return Barred.OLD_GAME
    if isinstance(table.game, Lobby):
        return Refusal.NOT_STARTED
    if isinstance(table.game, Over):
        return Refusal.GAME_OVER
    if who.id not in seated(table.game):
        return Refusal.NOT_SEATED
    if table.paused:
        return Barred.PAUSED
    if tap.action is Action.REPEAT:  # what he said before is nothing he can repeat now
        return Barred.OLD_BUTTON if tap.step not in (0, step_of(table.game)[1]) else None
    holder = holder_of(table.game)
    if holder is not None and holder != who.id:
        return Barred.COUNTED if counted(table, who.id, tap.step) else Refusal.NOT_YOUR_TURN
    return belated(table, who.id, tap.step) if tap.step != step_of(table.game)[1] else None


def _command(player: PlayerId, tap: Tap, game: Game, moment: Moment) -> Command | None:
    match tap.action:
        case Action.BELIEVE:
            return Believe(player, moment.throw(game))
        case Action.REROLL:
            return Reroll(player, moment.throw(game))
        case Action.PUSH:
            return Push(player, moment.throw(game))
        case Action.ANNOUNCE:
            return None if tap.value is None else Announce(player, tap.value)
        case Action.PASS | Action.PASS_TOP:
            return Pass(player, tap.value)
        case _:
            bare = _BARE.get(tap.action)
            return None if bare is None else bare(player)


_BARE: Mapping[Action, Callable[[PlayerId], Command]] = {
    Action.DOUBT: Doubt,
    Action.LOOK: Look,
    Action.SHOW: Show,
    Action.ACCEPT: Accept,
    Action.ASK: Ask,
    Action.REPEAT: Repeat,
}


def peek(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    """Show the presser his own roll, and nobody else's. Looking first counts as looking where that is a choice."""
    if table.game is None or tap.game != table.games:
        return refused(table, Barred.OLD_GAME)
    seen = view(table.game, who.id)
    if seen.dice is None and Move.LOOK in seen.moves:
        return _look_and_show(table, who, moment)
    if seen.dice is not None:
        return Decision(table=table, reply=_own_roll(table, seen, seen.dice))
    return refused(table, _nothing_to_see(table, who, tap))


def _own_roll(table: Table, seen: View, dice: Roll) -> RollShown:
    mine = (link.value for link in reversed(seen.chain) if link.player == seen.viewer)
    said = next(mine, None) if seen.phase is Phase.RESPOND else None
    return RollShown(dice, seen.bar, table.language, table.in_force, said)


def _nothing_to_see(table: Table, who: Person, tap: Tap) -> Refusal | Barred:
    match table.game:
        case Announcing(holder=holder):
            return Refusal.NO_LOOKING if holder == who.id else Barred.NOT_YOURS
        case Answering(holder=holder) if holder == who.id:
            return Barred.PAUSED if table.paused else Barred.ANSWER_NOW
        case _:
            return Barred.COUNTED if counted(table, who.id, tap.step) else Barred.NO_ROLL


def _look_and_show(table: Table, who: Person, moment: Moment) -> Decision:
    if table.paused:
        return refused(table, Barred.PAUSED)
    decision = _play(table, who, Look(who.id), moment)
    assert decision.table.game is not None
    seen = view(decision.table.game, who.id)
    if seen.dice is None:
        return decision
    return _woken(replace(decision, actor=who, reply=_own_roll(table, seen, seen.dice)))


def open_keyboard(table: Table, who: Person, tap: Tap) -> Decision:
    """Open the announcement buttons on the card, for the own roll or to hand the cup on; the same ones for every roll."""
    barred = _barred(table, who, tap)
    if barred is not None:
        return refused(table, barred)
    wanted = Move.PASS if tap.action is Action.PASS else Move.ANNOUNCE
    assert table.game is not None
    if wanted not in view(table.game, who.id).moves:
        return refused(table, Refusal.WRONG_MOMENT)
    told = Told(Note.KEYBOARD_OPEN, table.language)
    return _woken(Decision(table=replace(table, keyboard_open=True), reply=told, actor=who))


def _woken(decision: Decision) -> Decision:
    """Let a sleeping table go on: somebody has just moved by himself. A paused one needs to be told so."""
    table = decision.table
    return replace(decision, table=replace(table, asleep=False, lap=Lap())) if table.asleep else decision


def repeat_aloud(table: Table, who: Person, text: str, moment: Moment) -> Decision:
    """Take a private message with the announced value for its repetition, where the rules make a trap of that (A7)."""
    if not repeats(table, who.id, text):
        return Decision(table=table)
    return _woken(replace(_play(table, who, Repeat(who.id), moment), actor=who))


def repeats(table: Table, player: PlayerId, text: str) -> bool:
    """Whether this text repeats what a player has announced at this table, and the rules make something of that."""
    game = table.game
    if not isinstance(game, Answering) or not game.rules.repeat_penalty or table.paused:
        return False
    said = game.round.chain[-1]
    return (said.player, str(said.value)) == (player, text.strip())
