"""Sentences that hold whatever a group has chosen, and at whatever moment they are read."""

from dataclasses import replace

import pytest

from tests.phrases.gallery import CHOICE, OWED, everything, payments, told
from tests.phrases.scenes import ANNA, BERT, NAMES, rolling, see
from tests.phrases.stories import STORIES
from tgbot.game.rules.payment import Payment
from tgbot.game.rules.presets import WIRTSHAUS
from tgbot.phrases import sheet
from tgbot.phrases.card import card
from tgbot.table.identity import Language
from tgbot.table.intents.taps import Action
from tgbot.table.state.boards import Sheet

every_language = pytest.mark.parametrize("language", Language)


@every_language
def test_nothing_private_promises_what_open_stakes_would_break(language: Language) -> None:
    """A group may choose to see the sips: then no payment says "zahlt ✔", and nobody may be told that it does."""
    private = [render(language).text for name, render in payments() if name.startswith("pay: purse")]
    manners = told(STORIES["manners"], language).text
    assert len(private) > 1
    assert not any("✔“" in text or "✔”" in text for text in (*private, manners))


@every_language
@pytest.mark.parametrize("paused", [True, False], ids=["paused", "asleep"])
def test_a_table_that_stands_still_names_who_owes_what(language: Language, paused: bool) -> None:
    """The next opener is not next while somebody owes something: one line says whom it waits for, and for what."""
    for debt, owed in (
        (OWED, "Sing &lt;etwas&gt; &amp; tanz dazu."),
        (CHOICE, "Aufgabe" if language is Language.DE else "task"),
    ):
        still = see(rolling(holder=ANNA), language=language, debts=(debt,), paused=paused, asleep=not paused)
        stopped = card(still)
        first, second, *_ = stopped.text.splitlines()
        assert NAMES[ANNA] not in first
        assert NAMES[BERT] in second
        assert owed in second
        assert [[button.tap.action for button in row if button.tap] for row in stopped.keyboard] == [[Action.WAKE]]


@every_language
def test_a_limit_that_is_used_up_is_told_warmly(language: Language) -> None:
    """Nobody is counted down to nothing: what holds from now on is said instead."""
    shown = dict(everything())["pay: purse, main, limit reached"](language).text
    limit = shown.splitlines()[2]
    assert "0" not in limit
    assert ("alkoholfrei" if language is Language.DE else "without alcohol") in limit


@every_language
def test_the_manners_do_not_deny_the_count_behind_a_limit(language: Language) -> None:
    """A limit counts, and so does a running evening, unseen: what holds is that no list tells."""
    last = told(STORIES["manners"], language).text.splitlines()[-1]
    assert not any(word in last for word in ("Gezählt", "counts"))


@every_language
@pytest.mark.parametrize("payment", [Payment.SIPS, Payment.MIXED])
def test_the_rules_name_no_number_of_sips(language: Language, payment: Payment) -> None:
    """How many a unit is stands in the stakes, which a group changes as it likes: one would often be a lie."""
    rules = replace(WIRTSHAUS, payment=payment)
    said = sheet.sheet(see(None, language=language, rules=rules, sheet=Sheet(2, "paying"))).text
    assert ("/einsatz" if language is Language.DE else "/stakes") in said
    assert not any(one in said for one in ("ein Schluck", "a sip"))


@every_language
def test_no_score_is_announced_where_none_follows(language: Language) -> None:
    """Where sips come up, the recap below has the rounds; above it stands no colon that leads nowhere."""
    told_with_recap = told(STORIES["evening with sips ended in the middle of a game"], language).text
    assert told_with_recap.splitlines()[0].endswith(".")


@every_language
def test_a_standing_is_not_after_a_game_that_still_runs(language: Language) -> None:
    """`/stand` is mostly asked for in the middle of a game."""
    title = told(STORIES["stand after one game, with sips"], language).text.splitlines()[0]
    assert not any(word in title for word in (" nach ", " after "))


@every_language
def test_statistics_say_that_a_running_game_counts(language: Language) -> None:
    """Who switches them on at the table gets that game's counts."""
    off = told(STORIES["statistics, off"], language).text
    assert ("gerade läuft" if language is Language.DE else "under way") in off
