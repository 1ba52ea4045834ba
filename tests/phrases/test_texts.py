"""The two languages say the same things, and the code says nothing by itself."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from tgbot.game.events import Reason, TimedMove, VoidReason
from tgbot.game.refusals import Refusal
from tgbot.game.rules.catalogue import SETTINGS, Setting, word_of
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.ranking import Ranking, ladder
from tgbot.game.rules.share import CodeFault
from tgbot.game.rules.top_name import TopName
from tgbot.game.state import How
from tgbot.phrases.commands import commands
from tgbot.phrases.language import Entry, speaking
from tgbot.phrases.rolls import glyphs, named, spoken
from tgbot.phrases.rulesheet import SECTIONS, label
from tgbot.table.identity import Language
from tgbot.table.intents.taps import Action
from tgbot.table.news.replies import Barred, Note

PACKAGE = Path(__file__).parents[2] / "tgbot" / "phrases"
DE, EN = speaking(Language.DE), speaking(Language.EN)
NAMED_BY_THEIR_DETAIL = (
    Action.ANNOUNCE,
    Action.SHEET_PAGE,
    Action.KICK,
    Action.HOST,
    Action.MENU_PAGE,
    Action.MENU_SET,
    Action.MENU_PRESET,
    Action.VOTE_ON,
)
FREQUENT = (
    "reveal.caught",
    "reveal.wrong_doubt",
    "reveal.top_true",
    "reveal.top_false",
    "reveal.top_shown",
    "timeout.wordings",
)


def placeholders(entry: Entry) -> set[str]:
    """Find what a sentence, or every wording of a pool, wants filled in."""
    wordings = (entry,) if isinstance(entry, str) else entry
    return {field for wording in wordings for _, field, _, _ in Formatter().parse(wording) if field}


def sources() -> dict[str, ast.Module]:
    """Read the package's modules."""
    return {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.glob("*.py")}


def strings(tree: ast.Module) -> list[str]:
    """Find every string of a module that is no docstring."""
    free = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in free)
    return [constant.value for constant in constants if isinstance(constant.value, str)]


def composed(tree: ast.Module) -> list[str]:
    """Find the keys a module puts together, as patterns."""
    templates = (node.values for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    return ["".join(_pattern(part) for part in parts) for parts in templates]


def _pattern(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_]*"


def test_both_languages_have_the_same_sentences() -> None:
    """A sentence added to one language is missing in the other until somebody writes it."""
    assert DE.entries.keys() == EN.entries.keys()
    assert len(DE.entries) > 300


def test_a_sentence_names_the_same_things_in_both_languages() -> None:
    """A translation drops no fact and invents none."""
    assert {key: placeholders(entry) for key, entry in EN.entries.items()} == {
        key: placeholders(entry) for key, entry in DE.entries.items()
    }


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", FREQUENT)
def test_every_wording_names_the_same_facts_in_the_same_order(language: Language, key: str) -> None:
    """Variety changes the colour of a moment, never its facts or their place."""
    wordings = speaking(language).pool(key)
    assert len({tuple(re.findall(r"\{(\w+)\}", wording)) for wording in wordings}) == 1


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", FREQUENT)
def test_frequent_moments_have_five_wordings(language: Language, key: str) -> None:
    """What happens all evening is not said the same way all evening."""
    assert len(set(speaking(language).pool(key))) >= 5


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "key",
    [
        *(f"toast.refusal.{member.value}" for member in Refusal),
        *(f"toast.barred.{member.value}" for member in Barred),
        *(f"toast.note.{member.value}" for member in Note),
        *(f"buttons.{action.name.lower()}" for action in Action if action not in NAMED_BY_THEIR_DETAIL),
        *(f"setting.{setting.name}" for setting in SETTINGS),
        *(f"about.{setting.name}" for setting in SETTINGS),
        *(f"section.{name}" for name in SECTIONS),
        *(f"menu.preset.{name}" for name in PRESETS),
        *(f"menu.name.{name}" for name in PRESETS),
        *(f"lobby.preset.{name}" for name in PRESETS),
        *(f"house.code.{fault.value}" for fault in CodeFault),
        *(f"paid.{reason.value}" for reason in Reason),
        *(f"reveal.void.{reason.value}" for reason in VoidReason),
        *(f"timeout.move.{move.value}" for move in TimedMove),
        *(f"claim.{how.value}" for how in How),
    ],
)
def test_every_member_has_its_sentence(language: Language, key: str) -> None:
    """Nothing the game or the table can say is met with silence."""
    assert speaking(language).knows(key)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_choice_has_a_word_of_its_own(setting: Setting, language: Language) -> None:
    """A guest reads no word of the code: what is no number has a name, and no two choices share one."""
    labels = {choice: label(speaking(language), setting, choice) for choice in setting.choices}
    assert len(set(labels.values())) == len(labels)
    named = {
        choice for choice in setting.choices if speaking(language).knows(f"choice.{setting.name}.{word_of(choice)}")
    }
    assert all(isinstance(choice, int) for choice in setting.choices if choice not in named)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("open", "Tisch eröffnen"),
        ("again", "Nochmal"),
        ("join", "Mitspielen"),
        ("leave", "Aussteigen"),
        ("start", "Los geht's"),
        ("start_anyway", "Trotzdem spielen"),
        ("believe", "Glauben"),
        ("doubt", "Aufdecken"),
        ("peek", "Mein Wurf"),
        ("keyboard", "Ansagen"),
        ("come_back", "Bin wieder da"),
        ("wake", "Weiter geht's"),
        ("look", "Nachsehen"),
        ("reroll", "Neu würfeln"),
        ("pass", "Weitergeben"),
        ("pass_top", "Weitergeben"),
        ("push", "Weiterschieben"),
        ("accept", "Annehmen"),
        ("show", "Zeigen"),
        ("ask", "Was hast du gesagt"),
        ("keep_quiet", "Sag ich nicht"),
        ("to_group", "In eine Gruppe holen"),
        ("menu_code", "Übernehmen"),
        ("put_to_vote", "Abstimmen"),
        ("vote_yes", "Dafür"),
        ("vote_no", "Dagegen"),
    ],
)
def test_buttons_are_called_as_agreed(key: str, words: str) -> None:
    """Help, toasts and people's habits name the buttons by these words."""
    assert words in DE.say(f"buttons.{key}")


def test_every_sentence_is_used() -> None:
    """A sentence nobody says any more is deleted: each key stands in the code, or fits a pattern that does."""
    patterns = [re.escape(text) for tree in sources().values() for text in strings(tree)]
    patterns += [pattern for tree in sources().values() for pattern in composed(tree)]
    used = re.compile(
        "|".join(f"({pattern})(\\.(one|other))?" for pattern in patterns if re.match("[a-z]{3}", pattern))
    )
    assert [key for key in DE.entries if not used.fullmatch(key)] == []


def test_the_code_speaks_no_german() -> None:
    """Sentences stand in the language files alone: no string in the code has umlauts, or a space between words."""
    found = {name: strings(tree) for name, tree in sources().items()}
    assert len(found) > 20
    prose = re.compile(r"[äöüßÄÖÜ]|[a-z]{2} [a-z]{2}", re.IGNORECASE)
    spoken_in_code = [text for texts in found.values() for text in texts if prose.search(text)]
    assert all(text.endswith((" is a pool of wordings", " is a single sentence")) for text in spoken_in_code)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("ranking", Ranking)
def test_every_roll_has_a_name_and_a_picture(language: Language, ranking: Ranking) -> None:
    """All 21 rolls of two dice and all 56 of three can be shown and said; no two share a look."""
    texts = speaking(language)
    shown = {(glyphs(roll), named(texts, roll), str(roll)) for roll in ladder(ranking)}
    assert len(shown) == len(ladder(ranking))
    assert all(spoken(texts, roll) for roll in ladder(ranking))


def test_the_top_is_called_as_the_table_calls_it() -> None:
    """Mäxchen, Mäxle and Meier are one roll."""
    roll = ladder(Ranking.NORMAL)[-1]
    assert [spoken(DE, roll, name) for name in TopName] == ["Mäxchen", "Mäxle", "Meier"]
    assert [named(DE, roll, name) for name in TopName] == ["21 · Mäxchen", "21 · Mäxle", "21 · Meier"]


def test_numbers_stand_in_digits_and_the_rest_with_its_word() -> None:
    """The word tells what a number alone would not."""
    by_digits = {str(roll): roll for ranking in Ranking for roll in ladder(ranking)}
    assert named(DE, by_digits["53"]) == "53"
    assert named(DE, by_digits["66"]) == "66 · Sechserpasch"
    assert named(DE, by_digits["21"]) == "21 · Mäxchen"
    assert named(DE, by_digits["421"]) == "421"
    assert named(DE, by_digits["654"]) == "654 · Straße"
    assert named(DE, by_digits["611"]) == "611 · Schock 6"


@pytest.mark.parametrize("code", [None, "", "de", "de-AT", "pt-br", "zz", "x" * 35])
def test_unknown_languages_are_german(code: str | None) -> None:
    """Whatever Telegram says about a user's language, there is a text."""
    assert speaking(Language.of(code)) is DE


def test_commands_are_menus_telegram_takes() -> None:
    """Command words are short, lower-case and ASCII; descriptions fit."""
    for language in Language:
        menus = commands(language)
        for word, text in (*menus.group, *menus.private):
            assert re.fullmatch(r"[a-z]{1,32}", word)
            assert 3 <= len(text) <= 256


def test_commands_speak_the_language() -> None:
    """German groups see German words, English ones English words."""
    assert [word for word, _ in commands(Language.DE).group] == [
        "neu",
        "tisch",
        "dabei",
        "pause",
        "raus",
        "ende",
        "regeln",
        "hausordnung",
        "rechner",
        "einsatz",
        "aufgabe",
        "aufgaben",
        "fairplay",
        "stand",
        "abend",
        "hilfe",
        "sprache",
        "datenschutz",
        "rauswurf",
        "gastgeber",
        "erinnern",
    ]
    assert [word for word, _ in commands(Language.EN).group] == [
        "new",
        "table",
        "joinin",
        "pause",
        "leave",
        "end",
        "rules",
        "house",
        "odds",
        "stakes",
        "task",
        "tasks",
        "fairplay",
        "standings",
        "evening",
        "help",
        "language",
        "privacy",
        "kick",
        "host",
        "remind",
    ]


def test_the_sign_is_given_by_who_is_host_now_and_not_by_who_opened_the_table() -> None:
    """`/gastgeber` hands it on, so no sentence says otherwise."""
    for opener, file in (("den Tisch aufgemacht hat", "de.toml"), ("opened the table", "en.toml")):
        assert opener not in (PACKAGE / file).read_text(encoding="utf-8")
