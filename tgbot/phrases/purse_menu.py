"""`/ich`: a player's own settings, in his private chat alone."""

from dataclasses import replace

from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Button, Keyboard, Message, Row
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.paying.purse_desk import CLOSE, LIMITS
from tgbot.table.scene import Scene
from tgbot.table.state.purse import LONGEST_COIN, Coin, Purse


def purse_menu(scene: Scene) -> Message:
    """Show the menu's page."""
    voice, purse = Voice.of(scene), scene.purse
    page = "main" if scene.purse_menu is None else scene.purse_menu.page
    match page:
        case "words":
            return Message(voice.say("purse.ask_words", longest=LONGEST_COIN), (_back(voice, scene),))
        case "coin":
            return Message(voice.say("purse.ask_coin"), _coins(voice, scene, purse))
        case "limit":
            return Message(voice.say("purse.ask_limit"), _limits(voice, scene, purse))
        case _:
            return Message("\n".join(_lines(voice, scene, purse)), _main(voice, scene, purse))


def closing(scene: Scene) -> str:
    """Say in one line what the menu was about; nothing of what was chosen."""
    return Voice.of(scene).say("purse.closed")


def settings(voice: Voice, purse: Purse, now: int) -> list[str]:
    """Tell what somebody has chosen for himself: his currency, his limit, his wishes."""
    wishes = [voice.say(f"purse.wish.{wish.value}") for wish in sorted(purse.wishes, key=lambda wish: wish.value)]
    return [
        voice.say("purse.coin", coin=_coin(voice, purse)),
        _limit(voice, purse.remaining(now)),
        voice.say("purse.wishes", wishes=", ".join(wishes) or voice.say("purse.wish.none")),
    ]


def _limit(voice: Voice, left: int | None) -> str:
    if not left:
        return voice.say("purse.limit_none" if left is None else "purse.limit_used")
    return voice.count("purse.limit_left", left)


def _lines(voice: Voice, scene: Scene, purse: Purse) -> list[str]:
    return [voice.say("purse.title"), *settings(voice, purse, scene.now), voice.say("purse.secret")]


def _coin(voice: Voice, purse: Purse) -> str:
    if purse.words:
        return names.line(purse.words)
    return voice.say(f"purse.coins.{'group' if purse.coin is None else purse.coin.value}")


def _main(voice: Voice, scene: Scene, purse: Purse) -> Keyboard:
    switches = tuple(
        (
            _button(
                voice, scene, _marked(voice, voice.say(f"purse.wish.{name}"), now=on), f"{name}-{'off' if on else 'on'}"
            ),
        )
        for name, on in (("sober", purse.sober), ("harmless", purse.harmless))
    )
    turns = tuple(_button(voice, scene, voice.say(f"purse.page.{page}"), f"page-{page}") for page in ("coin", "limit"))
    return (turns, *switches, (_button(voice, scene, voice.say("purse.done"), CLOSE),))


def _coins(voice: Voice, scene: Scene, purse: Purse) -> Keyboard:
    words = [(coin.value, purse.coin is coin) for coin in Coin]
    words.append(("group", purse.coin is None and not purse.words))
    buttons = [
        _button(voice, scene, _marked(voice, voice.say(f"purse.coins.{word}"), now=now), f"coin-{word}")
        for word, now in words
    ]
    own = _button(voice, scene, voice.say("purse.page.words"), "page-words")
    return (tuple(buttons[:2]), tuple(buttons[2:4]), (buttons[4], own), _back(voice, scene))


def _limits(voice: Voice, scene: Scene, purse: Purse) -> Keyboard:
    numbers = tuple(_button(voice, scene, str(number), f"limit-{number}") for number in LIMITS)
    none = _marked(voice, voice.say("purse.no_limit"), now=purse.remaining(scene.now) is None)
    return (numbers, (_button(voice, scene, none, "limit-none"),), _back(voice, scene))


def _back(voice: Voice, scene: Scene) -> Row:
    return (_button(voice, scene, voice.say("purse.back"), "page-main"),)


def _button(voice: Voice, scene: Scene, label: str, detail: str) -> Button:
    number = 0 if scene.purse_menu is None else scene.purse_menu.number
    return replace(Buttons.of(voice, scene), step=number).detailed(label, Action.PURSE, detail)


def _marked(voice: Voice, label: str, *, now: bool) -> str:
    return voice.say("stakes.now", label=label) if now else label
