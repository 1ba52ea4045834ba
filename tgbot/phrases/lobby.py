"""The lobby: who is in, what will be played, who gives the sign."""

from tgbot.game.rules.catalogue import BY_NAME
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import is_due
from tgbot.game.rules.players import FEWEST, enough
from tgbot.game.rules.ranking import Ranking, top
from tgbot.game.view import View
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Keyboard
from tgbot.phrases.rulesheet import chosen, label, meaning, whose
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene

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
        *_question(voice, scene, view),
    ]


def lobby_keyboard(voice: Voice, scene: Scene, view: View) -> Keyboard:
    """Offer a seat, and the start as soon as there are enough; from two on the game may start anyway."""
    buttons = Buttons.of(voice, scene)
    players = len(view.seats)
    start = [Action.START] if enough(players, view.rules.min_players) else []
    if not start and players >= FEWEST:
        start = [Action.START_ANYWAY]
    seats, signs = ((Action.JOIN, Action.LEAVE), (*start, Action.RULES))
    return (tuple(map(buttons.press, seats)), *_ballot(buttons, scene), tuple(map(buttons.press, signs)))


def rules_line(voice: Voice, rules: HouseRules) -> str:
    """Name the rules of the coming game in one line."""
    parts = [whose(voice.texts, rules)]
    if rules.limit is not None:
        parts.append(voice.count(f"lobby.limit.{rules.penalty_mode.value}", rules.limit))
    if rules.ranking is not Ranking.NORMAL:
        parts.append(voice.say(f"lobby.ranking.{rules.ranking.value}"))
    if min(rules.top_false_cost, rules.top_true_cost) == _DOUBLE:
        parts.append(voice.say("lobby.double", top=voice.spoken(top(rules.ranking))))
    if is_due(rules.payment):
        parts.append(voice.say(f"lobby.payment.{rules.payment.value}"))
    return " · ".join(parts)


def _question(voice: Voice, scene: Scene, view: View) -> list[str]:
    """Put the open vote, and say how it stands."""
    vote = scene.vote
    if vote is None:
        return []
    setting, texts, rules = BY_NAME[vote.setting], voice.texts, voice.rules
    wanted = setting.choice(vote.choice)
    question = voice.say(
        "lobby.question",
        wanted=chosen(texts, rules, setting, wanted),
        before=label(texts, setting, setting.of(rules)),
    )
    yes, no = len(vote.yes), len(vote.no)
    count = voice.say("lobby.votes", yes=yes, no=no, missing=len(view.seats) - yes - no)
    return [question, *filter(None, [meaning(voice, setting, wanted)]), count]


def _ballot(buttons: Buttons, scene: Scene) -> Keyboard:
    """Offer both answers. They name the question, so that none counts for the next one."""
    if scene.vote is None:
        return ()
    detail = f"{scene.vote.setting}-{scene.vote.choice}"
    answers = ((Action.VOTE_YES, "buttons.vote_yes"), (Action.VOTE_NO, "buttons.vote_no"))
    return (tuple(buttons.detailed(buttons.voice.say(key), action, detail) for action, key in answers),)


def _missing(voice: Voice, view: View) -> list[str]:
    missing = view.rules.min_players - len(view.seats)
    return [voice.count("lobby.missing", missing, least=view.rules.min_players)] if missing > 0 else []


def _sign(voice: Voice, scene: Scene) -> str:
    if scene.host is None:
        return voice.say("lobby.no_host")
    return voice.say("lobby.host", host=voice.roster.plain(scene.host))
