"""What the decks that come with the bot promise their players."""

import re
from collections.abc import Iterator
from itertools import chain, combinations, product

import pytest

from tests.decks.wording import forbidden, likeness, words
from tgbot.decks.bag import suitable
from tgbot.decks.checks import LONGEST_TEXT
from tgbot.decks.deck import Deck
from tgbot.decks.draft import COMPLETE
from tgbot.decks.filters import Filters
from tgbot.decks.loading import load_decks
from tgbot.decks.tags import Intensity, Place
from tgbot.decks.task import Task

LOADED = load_decks()
DECKS = {deck.id: deck for deck in LOADED.decks}
TASKS = tuple(task for deck in LOADED.decks for task in deck.tasks)

CHOICES = tuple(chain.from_iterable(combinations(LOADED.decks, size) for size in range(1, len(LOADED.decks) + 1)))
WISHES = tuple(Filters(*wishes) for wishes in product((False, True), repeat=3))

NEIGHBOURS = re.compile(
    r"nachbar|(links|rechts) von dir|neben dir|linksherum|(to|on) your (left|right)|next to you|\btisch\b",
    re.IGNORECASE,
)
SIPS = re.compile(r"schluck|\bsips?\b", re.IGNORECASE)
ALCOHOL = re.compile(
    r"\b(schluck|trink|bier(?!deckel)|wein|sekt|cocktail|prost|sips?\b|beer|wine|drink|cheers\b)", re.IGNORECASE
)


def said(task: Task) -> Iterator[tuple[str, str]]:
    """List everything a task says, with its language."""
    for language, wording in task.wordings.items():
        yield from ((language, sentence) for sentence in (wording.text, wording.soft) if sentence)


SENTENCES = tuple((task, language, sentence) for task in TASKS for language, sentence in said(task))


def test_the_decks_are_without_fault() -> None:
    """The bot comes with three decks that load."""
    assert ((), ["harmlos", "party", "trinken"]) == (LOADED.faults, list(DECKS))


@pytest.mark.parametrize("deck", LOADED.decks, ids=DECKS)
def test_a_deck_lasts_an_evening(deck: Deck) -> None:
    """Each deck has sixty tasks or more."""
    assert len(deck.tasks) >= 60


def test_an_id_is_one_task() -> None:
    """No id stands twice, in whichever deck, or a ban would hit two."""
    assert len(TASKS) == len({task.id for task in TASKS})


def test_every_task_speaks_every_language() -> None:
    """Each task and each title has its own words in German and English."""
    mute = [task.id for task in TASKS if set(task.wordings) < set(COMPLETE)]
    untitled = [deck.id for deck in LOADED.decks if not set(COMPLETE) <= deck.titles.keys() & deck.abouts.keys()]

    assert ([], []) == (mute, untitled)


def test_a_task_fits_a_card() -> None:
    """What a task says is neither cut off nor a riddle in three words."""
    assert [] == [sentence for _, _, sentence in SENTENCES if not 20 <= len(sentence) <= LONGEST_TEXT]


def test_a_sentence_ends_and_does_not_shout() -> None:
    """Sentences end as sentences do, without rows of exclamation marks, markup or straight quotes."""
    odd = re.compile(r"""!!|[<>&"_*`\n]|  |[a-zäöü,] (Sie|Ihnen|Ihre?)\b|\b[A-ZÄÖÜ]{3,}\b""")

    assert [] == [text for _, _, text in SENTENCES if odd.search(text) or not re.search("[.?!][“”]?$", text)]


@pytest.mark.parametrize("wishes", WISHES, ids=repr)
@pytest.mark.parametrize("decks", CHOICES, ids=lambda decks: "+".join(deck.id for deck in decks))
def test_enough_tasks_remain(decks: tuple[Deck, ...], wishes: Filters) -> None:
    """Whatever decks a group picks and whatever its players do without, at least twenty tasks remain."""
    assert len(suitable(decks, wishes)) >= 20


@pytest.mark.parametrize("language", COMPLETE)
def test_no_two_tasks_are_the_same_in_other_words(language: str) -> None:
    """No two tasks, of whichever decks, share half of their content words."""
    texts = [(task.id, words(language, sentence)) for task, spoken, sentence in SENTENCES if spoken == language]
    pairs = combinations(texts, 2)

    assert [] == [(one, two) for (one, a), (two, b) in pairs if one != two and likeness(a, b) >= 0.5]


def test_no_task_is_out_of_place() -> None:
    """Nothing humiliating, sexual, dangerous, illegal, on social media, or about bodies, origin, money or strangers."""
    assert [] == [(task.id, found) for task, _, sentence in SENTENCES if (found := forbidden(sentence))]


def test_neighbours_sit_together() -> None:
    """A task that works on a video call knows no neighbours and no table to walk round."""
    remote = [(task.id, text) for task, _, text in SENTENCES if task.tags.place is Place.ANYWHERE]

    assert [] == [(task, text) for task, text in remote if NEIGHBOURS.search(text)]


def test_harmless_is_harmless() -> None:
    """The deck of that name is gentle throughout, and its wish takes nothing from it."""
    assert {Intensity.GENTLE} == {task.tags.intensity for task in DECKS["harmlos"].tasks}


@pytest.mark.parametrize("deck", ["harmlos", "party"])
def test_two_decks_are_dry(deck: str) -> None:
    """Without the deck of sips nobody is asked to drink anything."""
    tasks = DECKS[deck].tasks
    wet = [text for task in tasks for _, text in said(task) if ALCOHOL.search(text)]

    assert ([], []) == ([task.id for task in tasks if task.tags.alcohol], wet)


def test_every_sip_has_its_equal_without_alcohol() -> None:
    """Each task of the deck of sips has a soft form in each language, of like length and without a drink."""
    pairs = [(task.id, wording) for task in DECKS["trinken"].tasks for wording in task.wordings.values()]

    assert all(task.tags.alcohol for task in DECKS["trinken"].tasks)
    assert [] == [(task, wording.soft) for task, wording in pairs if not wording.soft or ALCOHOL.search(wording.soft)]
    assert [] == [task for task, wording in pairs if not 0.5 <= len(wording.soft) / len(wording.text) <= 1.8]


def test_two_sips_are_the_most() -> None:
    """A task names sips, one or two of them, and never a number beyond."""
    texts = [(task.id, wording.text) for task in DECKS["trinken"].tasks for wording in task.wordings.values()]
    many = re.compile(r"\b(drei|vier|fünf|sechs|\d+|three|four|five|six|many|viele) (schluck|sips)", re.IGNORECASE)

    assert [] == [
        task for task, text in texts if not SIPS.search(text) or len(SIPS.findall(text)) > 2 or many.search(text)
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Küss deinen Nachbarn.",
        "Trink dein Glas auf ex.",
        "Post a selfie.",
        "Ruf deinen Ex an.",
        "Down it.",
        "Blamier dich.",
    ],
)
def test_the_list_of_forbidden_words_finds(sentence: str) -> None:
    """The search for what must not be in a task finds what is there."""
    assert forbidden(sentence)


def test_likeness_is_of_content() -> None:
    """Small words make no likeness, content words do."""
    penguin, dinosaur = words("de", "Spiel einen Pinguin, der schläft."), words("de", "Lob einen, der mit dir spielt.")

    assert likeness(penguin, dinosaur) == 0
    assert likeness(penguin, words("de", "Spiel den Pinguin!")) > 0.5
