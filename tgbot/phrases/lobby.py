"""The lobby: who is in, what will be played, who gives the sign."""

from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import is_due
from tgbot.game.rules.players import FEWEST, enough
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.ranking import Ranking, top
from tgbot.game.view import View
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Keyboard
from tgbot.phrases.voice import Voice
from tgbot.table.scene import Scene
from tgbot.table.taps import Action

_DOUBLE = 2


def lobby_lines(voice: Voice, scene: Scene, view: View) -> list[str]:
    """Write the lobby card."""
    players = voice.roster.listed(seat.player for seat in view.seats)
    at_table = (
        voice.say("lobby.players", number=len(view.seats), players=players) if players else voice.say("lobby.empty")
    )
    title = voice.say("lobby.title", game=voice.say(f"rolls.top.{view.rules.top_name.value}"))
    return [
        title,
        rules_line(voice, view.rules),
        at_table,
        *_missing(voice, view),
        _sign(voice, scene),
    ]


def lobby_keyboard(voice: Voice, scene: Scene, view: View) -> Keyboard:
    """Offer a seat, and the start as soon as there are enough; from two on the game may start anyway."""
    buttons = Buttons.of(voice, scene)
    players = len(view.seats)
    start = [Action.START] if enough(players, view.rules.min_players) else []
    if not start and players >= FEWEST:
        start = [Action.START_ANYWAY]
    rows = ((Action.JOIN, Action.LEAVE), (*start, Action.RULES))
    return tuple(tuple(map(buttons.press, row)) for row in rows)


def rules_line(voice: Voice, rules: HouseRules) -> str:
    """Name the rules of the coming game in one line."""
    preset = next((name for name, preset in PRESETS.items() if preset == rules), "own")
    parts = [voice.say(f"lobby.preset.{preset}")]
    if rules.limit is not None:
        parts.append(voice.count(f"lobby.limit.{rules.penalty_mode.value}", rules.limit))
    if rules.ranking is not Ranking.NORMAL:
        parts.append(voice.say(f"lobby.ranking.{rules.ranking.value}"))
    if min(rules.top_false_cost, rules.top_true_cost) == _DOUBLE:
        parts.append(voice.say("lobby.double", top=voice.spoken(top(rules.ranking))))
    if is_due(rules.payment):
        parts.append(voice.say(f"lobby.payment.{rules.payment.value}"))
    return " · ".join(parts)


def _missing(voice: Voice, view: View) -> list[str]:
    missing = view.rules.min_players - len(view.seats)
    return [voice.count("lobby.missing", missing, least=view.rules.min_players)] if missing > 0 else []


def _sign(voice: Voice, scene: Scene) -> str:
    if scene.host is None:
        return voice.say("lobby.no_host")
    return voice.say("lobby.host", host=voice.roster.plain(scene.host))
