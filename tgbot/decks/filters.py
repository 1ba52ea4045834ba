"""What the players at a table do without; the strictest wish wins."""

from collections.abc import Iterable
from dataclasses import dataclass

from tgbot.decks.tags import Intensity, Place
from tgbot.decks.task import Task


@dataclass(frozen=True, slots=True)
class Filters:
    """`remote`: not everybody sits at one table."""

    alcohol_free: bool = False
    gentle_only: bool = False
    remote: bool = False

    def allow(self, task: Task) -> bool:
        """Whether a task suits. One with alcohol suits those without by its soft form."""
        return not (
            (self.alcohol_free and task.tags.alcohol and not task.has_soft_form)
            or (self.gentle_only and task.tags.intensity is not Intensity.GENTLE)
            or (self.remote and task.tags.place is not Place.ANYWHERE)
        )


def merge(wishes: Iterable[Filters]) -> Filters:
    """Find what suits everybody: what one player does without, the table does without."""
    everybody = tuple(wishes)
    return Filters(
        alcohol_free=any(wish.alcohol_free for wish in everybody),
        gentle_only=any(wish.gentle_only for wish in everybody),
        remote=any(wish.remote for wish in everybody),
    )
