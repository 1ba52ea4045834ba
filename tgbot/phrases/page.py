"""A post while it is being written."""

import re
from dataclasses import dataclass
from typing import TypeVar

from tgbot.phrases.voice import Voice
from tgbot.table.news.notices import Post
from tgbot.table.scene import Scene

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a post. A `fact` is repeated by the next card should the post be lost."""

    text: str
    fact: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """A post, the table it is told at, and the voice that tells it."""

    scene: Scene
    post: Post
    voice: Voice

    @classmethod
    def of(cls, scene: Scene, post: Post) -> "Page":
        """Open a page for a post."""
        return cls(scene, post, Voice.of(scene))

    def every(self, kind: type[Item]) -> tuple[Item, ...]:
        """List the post's items of one kind."""
        return tuple(item for item in self.post.items if isinstance(item, kind))

    def tells(self, *kinds: type) -> bool:
        """Whether the post has an item of one of these kinds."""
        return any(isinstance(item, kinds) for item in self.post.items)

    def line(self, key: str, *, fact: bool = True, **fields: object) -> list[Line]:
        """Write one line."""
        return [Line(self.voice.say(key, **fields), fact)]

    def worded(self, pool: str, **fields: object) -> list[Line]:
        """Write one line in one of several wordings, which posts in a row take in turn.

        The choice is the post's own number, so telling it again gives the same words.
        """
        wordings = self.voice.texts.pool(pool)
        return [Line(wordings[_number(self.post) % len(wordings)].format_map(fields))]


def _number(post: Post) -> int:
    digits = re.findall(r"[0-9]+", post.id)
    return int(digits[-1]) if digits else 0
