"""Toasts fit, and say what to do instead."""

import re
from itertools import product

import pytest

from tests.phrases.gallery import ODD
from tests.phrases.scenes import roll
from tgbot.game.refusals import Refusal
from tgbot.game.rules.catalogue import SETTINGS, Setting
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.raise_rule import RaiseRule
from tgbot.game.rules.ranking import Ranking, ladder
from tgbot.game.rules.top_name import TopName
from tgbot.phrases.language import speaking
from tgbot.phrases.names import units
from tgbot.phrases.rulesheet import stated
from tgbot.phrases.toasts import Toast, toast
from tgbot.table.identity import Language
from tgbot.table.news.replies import Barred, Note, RollShown, Told
from tgbot.table.state.terms import Equal

MEMBERS = [*Refusal, *Barred, *Note]
NAMES = [None, "", "Clara", "W" * 64, "👨‍👩‍👧‍👦" * 10, "A" + "\u0301" * 60, "<b>&amp;"]
DETAILS = [(), ("preset",), ("limit", "end_mode"), ("second_roll", "follower_look"), ("min_players", "max_players")]
RULES = [HouseRules(), ODD]
VALUES = [None, roll("53"), roll("66"), roll("555")]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("what", MEMBERS, ids=lambda member: f"{type(member).__name__}.{member.name}")
def test_every_toast_fits(what: Refusal | Barred | Note, language: Language) -> None:
    """With any name, announcement and number a toast keeps to 120 characters, an alert to 200."""
    for name, value, count, details, rules in product(NAMES, VALUES, (None, 0, 3, 10**9), DETAILS, RULES):
        shown = toast(Told(what, language, name, value, count, details, rules))
        assert 0 < units(shown.text) <= (200 if shown.alert else 120)
        assert "{" not in shown.text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("what", [*Refusal, *Barred], ids=lambda member: f"{type(member).__name__}.{member.name}")
def test_a_mistake_is_told_and_then_what_to_do(what: Refusal | Barred, language: Language) -> None:
    """One sentence for what is wrong is not enough: another says how it goes on, unless the first one does."""
    sentences = re.findall(r"[^.!?]+[.!?]", toast(Told(what, language)).text)
    assert len(sentences) > 1 or what is Refusal.LOOK_FIRST


def test_a_vote_that_is_over_leads_to_what_holds() -> None:
    """Whether it was decided, or another question took its place."""
    assert "/regeln" in toast(Told(Barred.NO_VOTE, Language.DE)).text
    assert "/rules" in toast(Told(Barred.NO_VOTE, Language.EN)).text


@pytest.mark.parametrize(
    ("equal", "said"),
    [
        (Equal.POINT, "Alles klar: Dafür gibt's einen Punkt."),
        (Equal.WATER, "Alles klar: Dafür gibt's ein Glas Wasser."),
        (Equal.SQUATS, "Alles klar: Dafür gibt's zehn Kniebeugen."),
    ],
)
def test_rather_not_says_what_it_comes_to(equal: Equal, said: str) -> None:
    """Matter-of-fact, and never a drink anybody might not want."""
    assert toast(Told(Note.DECLINED, equal=equal, language=Language.DE)).text == said
    assert toast(Told(Note.DECLINED, Language.EN, equal=equal)).text.startswith("All right: ")


def test_a_toast_names_whom_we_wait_for() -> None:
    """The detailed sentence is used when its facts are known, the plain one otherwise."""
    assert toast(Told(Refusal.NOT_YOUR_TURN, name="Clara", language=Language.DE)) == Toast(
        "Du bist nicht dran, gerade überlegt \u2068Clara\u2069."
    )
    assert toast(Told(Refusal.NOT_YOUR_TURN, Language.DE)) == Toast(
        "Du bist nicht dran. Unten steht, wer gerade überlegt."
    )


def test_a_toast_names_the_bar() -> None:
    """Too low is told together with what is to beat."""
    told = toast(Told(Refusal.TOO_LOW, value=roll("66"), language=Language.DE))
    assert told == Toast("Das ist zu wenig. Du musst 66 · Sechserpasch überbieten.")


def test_a_bar_may_be_said_again_where_the_rules_let_it() -> None:
    """Equal is enough at some tables, and the top has the table's own name."""
    rules = HouseRules(raise_rule=RaiseRule.EQUAL_OK, top_name=TopName.MEIER)
    assert toast(Told(Refusal.TOO_LOW, value=roll("66"), rules=rules, language=Language.DE)) == Toast(
        "Das ist zu wenig. Sag mindestens 66 · Sechserpasch."
    )
    assert (
        toast(RollShown(roll("21"), roll("53"), rules=rules, language=Language.DE)).text
        == "⚁⚀ 21 · Meier · mindestens: 53"
    )


def test_a_clash_names_both_settings_with_what_they_would_be() -> None:
    """So that it is plain what to change."""
    rules = HouseRules(limit=None)
    assert toast(Told(Barred.CLASH, details=("limit", "end_mode"), rules=rules, language=Language.DE)).text == (
        "„Grenze: keine“ und „Ende: sobald jemand raus ist“ beißen sich. Stell erst das andere um."
    )
    assert toast(Told(Barred.CLASH, Language.DE)).text == "Das beißt sich mit einer anderen Regel. Stell erst die um."


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_changed_rule_is_confirmed_by_name(setting: Setting, language: Language) -> None:
    """Whatever was tapped, the toast says how the rule stands now."""
    for choice, rules in product(setting.choices, RULES):
        chosen = setting.put(rules, choice)
        for note in (Note.RULE_SET, Note.RULE_SET_LATER):
            text = toast(Told(note, language, details=(setting.name,), rules=chosen)).text
            assert text.startswith(stated(speaking(language), chosen, setting.name))
            assert units(text) <= 120


def test_a_toast_is_plain_text() -> None:
    """Telegram shows a toast without markup, so nothing is escaped in it."""
    assert "\u2068<3 & mehr\u2069" in toast(Told(Refusal.NOT_YOUR_TURN, name="<3 & mehr", language=Language.DE)).text


def test_silence_is_said_in_an_alert() -> None:
    """Where the group cannot be written to, the answer has to be read in peace."""
    assert toast(Told(Barred.MUTED, Language.DE)).alert


def test_the_own_roll_is_an_alert_with_glyphs_and_digits() -> None:
    """A roll shown on the card reads like the private cup's."""
    shown = toast(RollShown(roll("64"), roll("53"), language=Language.DE))
    assert shown == Toast("⚅⚃ 64 · zu überbieten: 53", alert=True)


def test_once_he_has_announced_nothing_is_left_to_beat() -> None:
    """What he said is the others' to beat, and his to remember."""
    shown = toast(RollShown(roll("64"), roll("66"), language=Language.DE, said=roll("66")))
    assert shown == Toast("⚅⚃ 64 · gesagt hast du 66 · Sechserpasch", alert=True)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("ranking", Ranking)
def test_every_roll_fits_an_alert(language: Language, ranking: Ranking) -> None:
    """Whatever was rolled and announced, the alert keeps to 200 characters."""
    rolls = ladder(ranking)
    for dice, bar in product(rolls, (None, *rolls)):
        for said in (None, bar):
            assert units(toast(RollShown(dice, bar, language, said=said)).text) <= 200
