"""What every renderer of a table needs: its language, its names and its house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId
from tgbot.phrases import rolls
from tgbot.phrases.language import Texts, speaking
from tgbot.phrases.roster import Roster
from tgbot.table.scene import Scene
from tgbot.table.state.terms import Paying


@dataclass(frozen=True, slots=True)
class Voice:
    """A table's way to speak. `rules` are the running game's, or else the group's; `lost` are the rounds lost tonight."""

    texts: Texts
    roster: Roster
    rules: HouseRules
    paying: Paying = field(default_factory=Paying)
    lost: Mapping[PlayerId, int] = field(default_factory=dict)

    @classmethod
    def of(cls, scene: Scene) -> "Voice":
        """Speak as the scene's group does."""
        texts = speaking(scene.language)
        roster = Roster.of(scene.members, texts.say("names.guest"))
        return cls(
            texts,
            roster,
            scene.rules if scene.view is None else scene.view.rules,
            scene.paying,
            dict(scene.rounds_lost),
        )

    def say(self, key: str, **fields: object) -> str:
        """Fill a sentence in."""
        return self.texts.say(key, **fields)

    def count(self, key: str, number: int, **fields: object) -> str:
        """Fill in the singular or the plural of a sentence."""
        return self.texts.count(key, number, **fields)

    def spoken(self, roll: Roll) -> str:
        """Say a roll in this table's words."""
        return rolls.spoken(self.texts, roll, self.rules.top_name)

    def named(self, roll: Roll) -> str:
        """Write a roll without markup: digits for numbers, digits and word for the rest."""
        return rolls.named(self.texts, roll, self.rules.top_name)

    def bold(self, roll: Roll) -> str:
        """Write an announcement as the bar to beat always stands: bold."""
        return f"<b>{self.named(roll)}</b>"

    def thrown(self, roll: Roll) -> str:
        """Write dice that everybody, or their roller, may see: glyphs beside the roll."""
        return f"{rolls.glyphs(roll)} {self.bold(roll)}"
