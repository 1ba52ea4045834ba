"""What `tgbot check` says: each fact is good, or comes with its remedy."""

from datetime import timedelta
from typing import Any

import pytest

from tests.bot.fakes import ScriptedTelegram, scripted_bot
from tgbot.bot.administration import Administration
from tgbot.bot.check import Fact, check, clock
from tgbot.bot.meter import Unmetered

URL = "https://bot.example.org/telegram"


class ToldTelegram(ScriptedTelegram):
    """A Telegram with chosen facts."""

    def __init__(self, me: dict[str, Any], webhook: dict[str, Any]) -> None:
        super().__init__()
        self._facts = {"getMe": me, "getWebhookInfo": webhook}

    def _carry_out(self, name: str, params: dict[str, Any]) -> object:
        usual = super()._carry_out(name, params)
        return {**usual, **self._facts[name]} if isinstance(usual, dict) and name in self._facts else usual


async def facts(telegram: ScriptedTelegram, url: str | None = URL) -> dict[str, Fact]:
    """Check, and name the facts."""
    administration = Administration(scripted_bot(telegram), Unmetered())
    return {fact.subject: fact async for fact in check(administration, url)}


async def test_a_healthy_bot_needs_nothing() -> None:
    """Five facts, all well."""
    found = await facts(ToldTelegram({}, {"url": URL}))

    assert ["token", "groups", "privacy", "updates", "delivery"] == list(found)
    assert all(fact.well for fact in found.values())


@pytest.mark.parametrize(
    ("me", "webhook", "url", "subject", "remedy"),
    [
        ({"can_join_groups": False}, {"url": URL}, URL, "groups", "/setjoingroups"),
        ({"can_read_all_group_messages": True}, {"url": URL}, URL, "privacy", "/setprivacy"),
        ({}, {"url": ""}, URL, "updates", "registers"),
        ({}, {"url": URL}, None, "updates", "tgbot webhook delete"),
        (
            {},
            {"url": URL, "pending_update_count": 9, "last_error_date": 1, "last_error_message": "Connection refused"},
            URL,
            "delivery",
            "PUBLIC_URL",
        ),
    ],
)
async def test_what_is_wrong_comes_with_its_remedy(
    me: dict[str, Any], webhook: dict[str, Any], url: str | None, subject: str, remedy: str
) -> None:
    """One fact at fault, the others well."""
    found = await facts(ToldTelegram(me, webhook), url)

    assert [subject] == [name for name, fact in found.items() if not fact.well]
    assert remedy in (found[subject].remedy or "")


async def test_an_error_long_past_is_told_and_needs_nothing() -> None:
    """Nothing is waiting any more."""
    told = {"url": URL, "last_error_date": 1, "last_error_message": "Connection refused"}

    found = await facts(ToldTelegram({}, told))

    assert found["delivery"].well
    assert "Connection refused" in found["delivery"].finding


async def test_a_poller_without_a_webhook_is_well() -> None:
    """Its updates wait to be fetched."""
    assert (await facts(ToldTelegram({}, {"url": ""}), None))["updates"].well


@pytest.mark.parametrize(("status", "subject"), [(401, "token"), (404, "token"), (502, "telegram")])
async def test_without_an_answer_there_is_one_fact(status: int, subject: str) -> None:
    """Whatever else there is to know cannot be asked."""
    telegram = ScriptedTelegram()
    telegram.refuse("getMe", status, "Unauthorized" if status == 401 else "")

    found = await facts(telegram)

    assert [subject] == list(found)
    assert not found[subject].well


async def test_a_webhook_nobody_tells_about_is_a_fact_too() -> None:
    """The first answers still count."""
    telegram = ScriptedTelegram()
    telegram.refuse("getWebhookInfo", 502, "")

    assert ["token", "groups", "privacy", "telegram"] == list(await facts(telegram))


@pytest.mark.parametrize(
    ("fast", "finding", "well"),
    [
        (None, "not compared", True),
        (timedelta(seconds=90), "agrees", True),
        (timedelta(seconds=-90), "agrees", True),
        (timedelta(minutes=12), "12 minutes ahead of Telegram's", False),
        (timedelta(hours=-2), "120 minutes behind Telegram's", False),
    ],
)
def test_a_wrong_clock_is_told_with_its_remedy(fast: timedelta | None, finding: str, well: bool) -> None:
    """By a fast one every command is too old to be obeyed."""
    fact = clock(fast)

    assert (finding in fact.finding, fact.well) == (True, well)
    assert well or "NTP" in str(fact.remedy)
