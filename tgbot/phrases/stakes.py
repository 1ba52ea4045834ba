"""`/einsatz`: what a unit costs the group. Every setting has a line and a row of buttons; the present choice is marked."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from tgbot.phrases.buttons import Buttons
from tgbot.phrases.decks import decks
from tgbot.phrases.message import Keyboard, Message, Row
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene
from tgbot.table.state.terms import CHOICES, Stake, stake_word

_PER_ROW: Final = {"coin": 2, "equal": 2}
"""Words that a phone would cut where more of them stand side by side."""


def stakes(scene: Scene) -> Message:
    """Show the menu."""
    voice = Voice.of(scene)
    lines = [
        voice.say("stakes.title"),
        *(_line(voice, setting) for setting in CHOICES),
        voice.say("stakes.decks"),
        *(voice.say("stakes.deck", title=deck.title(_code(voice)), about=deck.about(_code(voice))) for deck in decks()),
    ]
    return Message("\n".join(lines), _keyboard(voice, scene))


def closing(scene: Scene) -> str:
    """Say in one line what the menu was about."""
    return Voice.of(scene).say("stakes.closed")


def _line(voice: Voice, setting: str) -> str:
    return voice.say(f"stakes.about.{setting}", now=_label(voice, setting, getattr(voice.paying, setting)))


def _label(voice: Voice, setting: str, choice: Stake) -> str:
    if isinstance(choice, int) and not isinstance(choice, bool) and choice:
        return str(choice)
    return voice.say(f"stakes.choice.{setting}.{stake_word(choice)}")


def _keyboard(voice: Voice, scene: Scene) -> Keyboard:
    buttons = replace(Buttons.of(voice, scene), step=0 if scene.stakes is None else scene.stakes.number)

    def rows(setting: str) -> Iterator[Row]:
        now = getattr(voice.paying, setting)
        named = ((choice, _label(voice, setting, choice)) for choice in CHOICES[setting])
        made = tuple(
            buttons.detailed(_marked(voice, label, now=choice == now), Action.STAKES, f"{setting}-{stake_word(choice)}")
            for choice, label in named
        )
        wide = _PER_ROW.get(setting, len(made))
        return (made[at : at + wide] for at in range(0, len(made), wide))

    switched = tuple(
        buttons.detailed(
            _marked(voice, deck.title(_code(voice)), now=deck.id in voice.paying.decks),
            Action.STAKES,
            f"deck_{deck.id}-{'off' if deck.id in voice.paying.decks else 'on'}",
        )
        for deck in decks()
    )
    done = buttons.detailed(voice.say("stakes.done"), Action.STAKES, "close")
    return (*chain.from_iterable(map(rows, CHOICES)), switched, (done,))


def _marked(voice: Voice, label: str, *, now: bool) -> str:
    return voice.say("stakes.now", label=label) if now else label


def _code(voice: Voice) -> str:
    return voice.texts.language.value
