"""The card of a running turn: who must do what, what is to beat, how everybody stands."""

from tgbot.game.rules.look import LookMode
from tgbot.game.seats import PlayerId, Presence, Seat
from tgbot.game.view import Move, Phase, View
from tgbot.phrases import units
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.claims import claim
from tgbot.phrases.keyboards import announcing
from tgbot.phrases.links import private_link
from tgbot.phrases.message import Button, Keyboard
from tgbot.phrases.options import look_mode, open_moves, top_first
from tgbot.phrases.voice import Voice
from tgbot.table.identity import Reach
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene

_ANSWERS = (
    (Move.BELIEVE, Action.BELIEVE),
    (Move.ACCEPT, Action.ACCEPT),
    (Move.PASS_TOP, Action.PASS_TOP),
    (Move.PUSH, Action.PUSH),
    (Move.DOUBT, Action.DOUBT),
)
_ASIDES = ((Move.PASS, Action.PASS), (Move.ASK, Action.ASK))


def turn_lines(voice: Voice, scene: Scene, view: View) -> list[str]:
    """Write the card of a turn; its first line mentions who must act, and nobody else."""
    assert view.holder is not None
    return [
        _first_line(voice, scene, view, view.holder),
        *_bar(voice, view),
        *_looks(voice, view),
        *stands(voice, view),
    ]


def turn_keyboard(voice: Voice, scene: Scene, view: View) -> Keyboard:
    """Lay out a turn's buttons. They depend on what everybody knows, never on the dice."""
    buttons = Buttons.of(voice, scene, turn=True)
    moves = open_moves(view)
    if view.phase is Phase.RESPOND:
        rows = _answer_rows(buttons, moves)
    else:
        closed = view.holder is not None and scene.reach(view.holder) is Reach.CLOSED
        rows = _cup_rows(buttons, view, moves, closed=closed)
    if scene.keyboard_open:
        action = Action.PASS if view.phase is Phase.RESPOND else Action.ANNOUNCE
        rows = (*rows, *announcing(buttons, view.announcements, action))
    if scene.doorbell is not None:
        door = Button(voice.say("buttons.private_chat"), url=private_link(scene.bot, scene.table))
        rows = (*rows, (door,))
    return rows


def stands(voice: Voice, view: View) -> list[str]:
    """Write how everybody stands, and who is out, away or yet to come."""
    playing = tuple(seat for seat in view.seats if seat.in_game)
    drawn = units.strokes(voice, tuple((seat.player, seat.units) for seat in playing))
    groups = {
        "card.out": [seat.player for seat in view.seats if seat.out],
        "card.away": [seat.player for seat in playing if seat.presence is Presence.AWAY],
        "card.waiting": [seat.player for seat in playing if _joins_later(seat)],
    }
    told = [voice.say(key, players=voice.roster.listed(players)) for key, players in groups.items() if players]
    return [*([drawn] if drawn else []), *told]


def _joins_later(seat: Seat) -> bool:
    return seat.waiting and seat.presence is Presence.PRESENT


def _first_line(voice: Voice, scene: Scene, view: View, holder: PlayerId) -> str:
    if scene.reminded:
        lead = "card.lead.reminded"
    else:
        lead = "card.lead.answer" if view.phase is Phase.RESPOND else "card.lead.cup"
    return voice.say(lead, player=voice.roster.mention(holder), ask=_ask(voice, view, hurry=scene.reminded))


def _ask(voice: Voice, view: View, *, hurry: bool) -> str:
    if view.phase is Phase.OPEN:
        return voice.say("card.ask.throw")
    if view.phase is Phase.RESPOND:
        return _ask_for_answer(voice, view)
    if hurry:
        return voice.say("card.ask.hurry")
    if view.rerolled:
        return voice.say("card.ask.rerolled")
    blind = "_blind" if look_mode(view) is LookMode.NEVER else ""
    return voice.say(f"card.ask.follower{blind}" if view.chain else f"card.ask.opener{blind}")


def _ask_for_answer(voice: Voice, view: View) -> str:
    said, moves = view.chain[-1], open_moves(view)
    if Move.BELIEVE in moves:
        key = "card.ask.believe"
    elif moves & {Move.ACCEPT, Move.PASS_TOP, Move.PUSH}:
        key = "card.ask.top"
    elif view.holder == top_first(view):
        key = "card.ask.top_back"
    else:
        key = "card.ask.top_doubt"
    return voice.say(key, claim=claim(voice, said))


def _bar(voice: Voice, view: View) -> list[str]:
    if view.bar is None or view.phase is Phase.RESPOND:
        return []
    return [voice.say(f"card.bar.{view.rules.raise_rule.value}", value=voice.bold(view.bar))]


def _looks(voice: Voice, view: View) -> list[str]:
    """Tell that the roller looked where it was his choice: that is public (`rules.md` A2)."""
    chosen = view.phase is Phase.ROLLED and look_mode(view) is LookMode.OPTIONAL and view.looked
    return [voice.say("card.looked")] if chosen and not view.rerolled else []


def _answer_rows(buttons: Buttons, moves: frozenset[Move]) -> Keyboard:
    rows = [tuple(buttons.press(action) for move, action in group if move in moves) for group in (_ANSWERS, _ASIDES)]
    return tuple(row for row in rows if row)


def _cup_rows(buttons: Buttons, view: View, moves: frozenset[Move], *, closed: bool) -> Keyboard:
    if Move.ANNOUNCE not in moves:
        return ()
    peek = look_mode(view) is not LookMode.NEVER and not view.rerolled
    # A first peek counts as the look and shows the roll at once: one tap for who plays without the private chat.
    look = buttons.labelled("buttons.look" if Move.LOOK in moves else "buttons.peek", Action.PEEK)
    first = ([look] if peek else []) + [buttons.press(Action.KEYBOARD)]
    # Whose only cup is this card finds it there before the look: one rewriting less, and who taps too early is told so.
    early = closed and Move.LOOK in moves and view.rules.second_roll
    second = [Action.REROLL] if early or Move.REROLL in moves else []
    if Move.SHOW in moves:
        second.append(Action.SHOW)
    return (tuple(first), tuple(map(buttons.press, second))) if second else (tuple(first),)
