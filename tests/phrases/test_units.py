"""Strokes, lives, tokens and points, as a table reads them."""

from dataclasses import fields, replace

import pytest

from tests.phrases.gallery import CROWD, LONG
from tests.phrases.scenes import ANNA, BERT, CLARA, DIETER, FOUR, answering, lobby, over, posted, roll, said, seats, see
from tgbot.game.events import CupLifted, LapEnded, Paid, Reason, SeatTaken
from tgbot.game.rules.catalogue import SETTINGS, Setting
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.penalty import PenaltyMode
from tgbot.game.rules.presets import MAEXLE, PRESETS, TRINKSPIEL, WIRTSHAUS
from tgbot.game.rules.ranking import Ranking
from tgbot.game.view import view
from tgbot.phrases.card import card
from tgbot.phrases.options import open_moves
from tgbot.phrases.posts import post
from tgbot.phrases.rulesheet import SECTIONS, section, short, told
from tgbot.phrases.units import pays, strokes, tally
from tgbot.phrases.voice import Voice
from tgbot.table.identity import Language
from tgbot.table.state.purse import Coin
from tgbot.table.state.terms import Paying


def voice(rules: HouseRules, language: Language = Language.DE) -> Voice:
    """Speak at a table with these rules."""
    return Voice.of(see(over(rules=rules), language=language))


def paid(units: int, total: int, limit: int | None = 3) -> Paid:
    """Let Dieter pay."""
    return Paid(DIETER, units, total, limit, Reason.CAUGHT)


@pytest.mark.parametrize(
    ("mode", "units", "told"),
    [
        (PenaltyMode.STROKES, 1, "bekommt einen Strich (2 von 3)"),
        (PenaltyMode.STROKES, 2, "bekommt zwei Striche (2 von 3)"),
        (PenaltyMode.STROKES, 13, "bekommt 13 Striche (2 von 3)"),
        (PenaltyMode.LIVES, 1, "verliert ein Leben (noch 1)"),
        (PenaltyMode.TOKENS, 2, "gibt zwei Marken ab (noch 1)"),
        (PenaltyMode.POINTS, 1, "bekommt einen Minuspunkt (2 von 3)"),
    ],
)
def test_a_payment_is_told_in_the_tables_own_units(mode: PenaltyMode, units: int, told: str) -> None:
    """One is "einen", two is "zwei", and what is left or collected follows."""
    assert pays(voice(replace(WIRTSHAUS, penalty_mode=mode)), paid(units, 2)) == told


@pytest.mark.parametrize(
    ("mode", "language", "told"),
    [
        (PenaltyMode.LIVES, Language.DE, "verliert ein Leben (keins mehr)"),
        (PenaltyMode.TOKENS, Language.DE, "gibt eine Marke ab (keine mehr)"),
        (PenaltyMode.LIVES, Language.EN, "loses a life (none left)"),
        (PenaltyMode.STROKES, Language.DE, "bekommt einen Strich (3 von 3)"),
    ],
)
def test_nobody_is_left_with_nought(mode: PenaltyMode, language: Language, told: str) -> None:
    """Who has nothing left hears a word, not a number; what is collected stays one."""
    assert pays(voice(replace(WIRTSHAUS, penalty_mode=mode), language), paid(1, 3)) == told


def test_without_a_limit_only_the_sum_is_told() -> None:
    """Nobody is out, so there is nothing to count towards."""
    rules = replace(TRINKSPIEL, payment=Payment.NONE)
    assert pays(voice(rules), paid(1, 4, None)) == "bekommt einen Minuspunkt (jetzt 4)"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("payment", Payment)
@pytest.mark.parametrize("secret", [True, False])
def test_sips_are_named_where_they_are_played_and_no_secret(payment: Payment, language: Language, secret: bool) -> None:
    """Only a table that plays for sips in the open hears of them; else it sees that somebody pays."""
    told = pays(replace(voice(replace(WIRTSHAUS, payment=payment), language), paying=Paying(secret=secret)), paid(1, 2))
    assert ("Schluck" in told or "sip" in told) == (payment is Payment.SIPS and not secret)
    assert ("✔" in told) == (payment is Payment.SIPS and secret)


def test_sips_follow_the_groups_own_terms() -> None:
    """Two units of three sips are six; a group that pays in squats says so."""
    rules = replace(WIRTSHAUS, payment=Payment.SIPS)
    three, squats = Paying(sips=3, secret=False), Paying(secret=False, coin=Coin.SQUAT)
    assert pays(replace(voice(rules), paying=three), paid(2, 2)).endswith(", dazu gibt's sechs Schlucke")
    assert pays(replace(voice(rules), paying=squats), paid(1, 2)).endswith(", dazu gibt's eine Kniebeuge")


def test_where_units_are_sips_nobodys_are_listed() -> None:
    """An open game for sips lists lost rounds in seat order: no sum of units anywhere, and no ranking."""
    drinking = replace(voice(replace(TRINKSPIEL, payment=Payment.SIPS)), lost={ANNA: 1, BERT: 3})
    units = ((BERT, 9), (ANNA, 4))
    lines = "Verlorene Runden: \u2068Bert\u2069 3 · \u2068Anna\u2069 1"
    assert strokes(drinking, units) == tally(drinking, units) == lines
    assert "9" not in pays(drinking, paid(1, 9, None))
    assert strokes(replace(drinking, lost={}), units) is None


def test_a_latecomer_is_told_no_units_that_nobody_lists() -> None:
    """Where lost rounds stand in the place of units, his are none yet; where units count, he hears what he starts with."""
    drinking, counting = (
        post(see(over(rules=rules)), posted(SeatTaken(BERT, waiting=True, units=1)))
        for rules in (TRINKSPIEL, WIRTSHAUS)
    )
    assert drinking is not None
    assert counting is not None
    assert drinking.text.endswith("steigt ab der nächsten Runde ein.")
    assert counting.text.endswith("steigt ab der nächsten Runde ein und hat zum Start einen Strich.")


def test_a_crowd_without_strokes_needs_no_line() -> None:
    """From eight seats on only those are drawn who have any; below that, everybody."""
    nobody = voice(WIRTSHAUS)
    assert strokes(nobody, tuple((player, 0) for player in CROWD[:8])) is None
    assert (strokes(nobody, tuple((player, 0) for player in CROWD[:7])) or "").count("▯▯▯") == 7


def test_a_long_bar_is_a_number() -> None:
    """More than six boxes are not counted at a glance."""
    assert strokes(voice(replace(WIRTSHAUS, limit=10)), ((ANNA, 7),)) == "Striche: \u2068Anna\u2069 7/10"


def test_a_bar_never_runs_over() -> None:
    """Who has paid more than the limit has a full bar."""
    assert strokes(voice(WIRTSHAUS), ((ANNA, 5),)) == "Striche: \u2068Anna\u2069 ▮▮▮"
    assert strokes(voice(MAEXLE), ((ANNA, 7),)) == "Marken: \u2068Anna\u2069 ▯▯▯▯▯▯"


def test_a_reveal_without_its_payment_still_says_who_pays() -> None:
    """The verdict does not depend on the company it comes in."""
    lifted = CupLifted(CLARA, ANNA, roll("53"), roll("31"), true=False, chain=said((ANNA, "53")))
    message = post(see(None), posted(lifted))
    assert message is not None
    assert "\u2068Anna\u2069</b> hat geflunkert und zahlt." in message.text


def test_a_short_chain_is_no_chain() -> None:
    """One announcement is in the verdict already."""
    lifted = CupLifted(CLARA, ANNA, roll("53"), roll("31"), true=False, chain=said((ANNA, "53")))
    message = post(see(None), posted(lifted))
    assert message is not None
    assert "Kette" not in message.text


def test_a_long_chain_shows_its_end() -> None:
    """A chain of thirty announcements fits a line or two."""
    chain = tuple(replace(LONG[0], player=player) for player in CROWD)
    message = post(see(None), posted(LapEnded(ANNA, roll("21"), true=True, chain=chain)))
    assert message is not None
    line = next(line for line in message.text.splitlines() if "Kette" in line)
    assert line.startswith("Die Kette: … · ")
    assert line.count(" 42") == 8


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_fit_a_screen(name: str, language: Language) -> None:
    """`/regeln` is read standing up, and so is each page of the whole."""
    speaker = voice(PRESETS[name], language)
    for sheet in (short(speaker), *(section(speaker, part) for part in SECTIONS)):
        assert len(sheet) <= 10
        assert len("\n".join(sheet)) <= 1000


def test_every_house_rule_is_on_the_sheet() -> None:
    """A new rule is told as soon as it exists."""
    shown = [name for names in SECTIONS.values() for name in names]
    assert sorted(shown) == sorted(field.name for field in fields(HouseRules))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_choice_of_a_rule_can_be_told(setting: Setting, language: Language) -> None:
    """No house rule a group can choose leaves the sheet without words."""
    lines = {told(voice(setting.put(WIRTSHAUS, choice), language), setting) for choice in setting.choices}
    assert len(lines) == len(setting.choices)
    assert all(line.startswith("• <b>") and not line.endswith(": ") for line in lines)


@pytest.mark.parametrize(
    ("claim", "rules", "odds"),
    [
        ("66", WIRTSHAUS, "in 3 von 36 Fällen"),
        ("66", TRINKSPIEL, "in 1 von 36 Fällen"),
        ("21", WIRTSHAUS, "in 2 von 36 Fällen"),
        ("111", replace(WIRTSHAUS, ranking=Ranking.SCHOCKEN), "in 1 von 216 Fällen"),
    ],
)
def test_a_reveal_is_followed_by_its_odds(claim: str, rules: HouseRules, odds: str) -> None:
    """The calculator counts throws, and whether more than announced is true as well."""
    dice = claim[0] * 3 if len(claim) == 3 else "31"
    lifted = CupLifted(CLARA, ANNA, roll(claim), roll(dice), true=False, chain=said((ANNA, claim)))
    with_odds, without = (
        post(see(over(rules=replace(rules, odds_line=wanted))), posted(lifted)) for wanted in (True, False)
    )
    assert with_odds is not None
    assert without is not None
    assert with_odds.text.splitlines()[-1] == f"Ehrlich gewürfelt klappt das {odds}."
    assert without.text == "\n".join(with_odds.text.splitlines()[:-1])


def test_no_limit_is_no_sentence() -> None:
    """An open game names no number to reach."""
    sheet = "\n".join(short(voice(TRINKSPIEL)))
    assert "raus" not in sheet
    assert "bis ihr aufhört" in sheet


def test_nobody_moves_in_a_lobby() -> None:
    """Outside a turn the card offers no moves."""
    assert open_moves(view(lobby(*FOUR), None)) == frozenset()


def test_seats_without_strokes_stay_off_a_full_card() -> None:
    """Twenty untouched seats take no line at all."""
    text = card(see(answering(CROWD[1], said((CROWD[0], "53")), at=seats(*CROWD)))).text
    assert len(text.splitlines()) == 1
