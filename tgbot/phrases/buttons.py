"""Buttons of one table: each carries the game and the step it belongs to."""

from dataclasses import dataclass

from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import Kind
from tgbot.phrases.message import Button
from tgbot.phrases.rolls import family
from tgbot.phrases.voice import Voice
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.scene import Scene


@dataclass(frozen=True, slots=True)
class Buttons:
    """Makes the buttons of one game. A table's own buttons (open, wake, come back, rules) belong to no step: 0."""

    voice: Voice
    table: TableId
    game: int
    step: int = 0

    @classmethod
    def of(cls, voice: Voice, scene: Scene, *, turn: bool = False) -> "Buttons":
        """Make buttons for the scene's game (0: none); those of the present turn carry its step."""
        view = scene.view
        if view is None:
            return cls(voice, scene.table, 0)
        return cls(voice, scene.table, view.number, view.step if turn else 0)

    def press(self, action: Action) -> Button:
        """Make a button with its action's own label."""
        return self.labelled(f"buttons.{action.name.lower()}", action)

    def labelled(self, key: str, action: Action) -> Button:
        """Make a button with another label."""
        return Button(self.voice.say(key), Tap(self.table, self.game, self.step, action))

    def detailed(self, label: str, action: Action, detail: str) -> Button:
        """Make a button for one of many things of a kind: a page, a choice."""
        return Button(label, Tap(self.table, self.game, self.step, action, detail=detail))

    def value(self, action: Action, value: Roll, *, true: bool = False) -> Button:
        """Make a button for one announcement; `true` marks what really lies there, for its roller's eyes only."""
        label = self.voice.named(value) if family(value) is Kind.TOP else str(value)
        key = "buttons.true_value" if true else "buttons.value"
        return Button(self.voice.say(key, value=label), Tap(self.table, self.game, self.step, action, value))
