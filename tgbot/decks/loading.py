"""From folders to decks."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from tgbot.decks.checks import find_faults
from tgbot.decks.deck import Deck, Fault, LoadedDecks
from tgbot.decks.draft import Draft, read_draft


def load_decks(root: Traversable | None = None) -> LoadedDecks:
    """Load each folder of `root`, or of the decks that come with the bot. One with a fault is left out and reported."""
    decks: list[Deck] = []
    faults: list[Fault] = []
    for folder in _folders(root or files(__package__)):
        taken = {task.id: deck.id for deck in decks for task in deck.tasks}
        match _load(folder, taken):
            case Deck() as deck:
                decks.append(deck)
            case found:
                faults.extend(found)
    return LoadedDecks(tuple(decks), tuple(faults))


def _folders(root: Traversable) -> Iterator[Traversable]:
    """Find the decks; a folder such as `__pycache__` is none."""
    for folder in sorted(root.iterdir(), key=lambda entry: entry.name):
        if folder.is_dir() and not folder.name.startswith(("_", ".")):
            yield folder


def _load(folder: Traversable, taken: Mapping[str, str]) -> Deck | tuple[Fault, ...]:
    draft = read_draft(folder)
    if not isinstance(draft, Draft):
        return draft
    faults = sorted(find_faults(draft, taken), key=lambda fault: (fault.file, fault.line, fault.what))
    return tuple(faults) or draft.finished()
