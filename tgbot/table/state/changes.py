"""A change of the house rules, as the table keeps it and the group is told of it."""

from dataclasses import dataclass

from tgbot.game.seats import PlayerId


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """A setting of the house rules changed. `setting` is its name, `preset` or `code`; the others are choices' words.

    `by` is None for an anonymous admin; `vote`: the table decided it, so many for and against.
    """

    by: PlayerId | None
    setting: str
    before: str
    after: str
    at: int = 0
    vote: tuple[int, int] | None = None
