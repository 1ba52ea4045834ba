"""Settings derived from the fields, and share codes that carry them."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.strategies import house_rules
from tgbot.game.rules.catalogue import BY_NAME, SETTINGS, Setting, differences, nearest_preset, word_of
from tgbot.game.rules.house import HouseRules, clash
from tgbot.game.rules.presets import MAEXLE, PRESETS, TRINKSPIEL, WIRTSHAUS
from tgbot.game.rules.share import ALPHABET, CodeFault, decode_rules, encode_rules


def test_every_field_of_the_house_rules_is_a_setting() -> None:
    """A new field appears in menus and codes by itself."""
    assert [field.name for field in fields(HouseRules)] == [setting.name for setting in SETTINGS]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_value_of_a_preset_can_be_chosen_and_words_are_unique(setting: Setting) -> None:
    """A preset can be left and found again setting by setting."""
    known = BY_NAME[setting.name]
    assert all(known.of(rules) in known.choices for rules in PRESETS.values())
    words = [word_of(choice) for choice in known.choices]
    assert [known.choice(word) for word in words] == list(known.choices)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_nearest_to_itself_and_has_a_short_code(name: str) -> None:
    """Four characters."""
    assert nearest_preset(PRESETS[name]) == name
    assert len(encode_rules(PRESETS[name])) == 4


@given(house_rules())
def test_a_code_brings_the_same_rules_however_it_is_typed(rules: HouseRules) -> None:
    """Case, blanks and look-alikes do not matter."""
    if any(setting.of(rules) not in setting.choices for setting in SETTINGS):
        return
    code = encode_rules(rules)
    typed = " ".join(code.lower().replace("0", "o").replace("1", "l"))
    assert decode_rules(code) == rules
    assert decode_rules(typed) == rules


@given(house_rules(), st.integers(0, 60), st.sampled_from(ALPHABET))
def test_a_tampered_code_is_refused_or_the_same(rules: HouseRules, place: int, letter: str) -> None:
    """One changed character never brings other rules; a look-alike brings the same ones."""
    code = encode_rules(rules) if all(setting.of(rules) in setting.choices for setting in SETTINGS) else "WTYA"
    place %= len(code)
    tampered = code[:place] + letter + code[place + 1 :]
    read = decode_rules(tampered)
    assert tampered == code or isinstance(read, CodeFault) or read == decode_rules(code)


@given(st.text(max_size=40))
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    """Whatever somebody types is rules without a clash, or a reason."""
    read = decode_rules(text)
    assert isinstance(read, CodeFault) or clash(read) is None


def test_differences_name_what_changed() -> None:
    """The menu shows them before they are applied."""
    changed = replace(WIRTSHAUS, limit=5)
    assert [setting.name for setting in differences(changed, WIRTSHAUS)] == ["limit"]
    assert [setting.name for setting in differences(MAEXLE, TRINKSPIEL)][:3] == [
        "truth_rule",
        "opener_look",
        "follower_look",
    ]


def test_a_code_whose_rules_clash_says_so() -> None:
    """No limit and a last one standing cannot be."""
    broken = replace(WIRTSHAUS, limit=None)
    assert decode_rules(encode_rules(broken)) is CodeFault.CLASH
