"""What the bot logs at its most talkative, while everything goes wrong: no secret, no person, no word, no dice."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from tests.e2e.process import Home, ended, home
from tests.e2e.scan import rolls_in
from tests.store.servers import free_port, real_server
from tests.telegram_client import Person, Room
from tgbot.game.roll import Roll
from tgbot.main import WRONG_CONFIGURATION, main
from tgbot.store import keys
from tgbot.store.connection import connect

pytestmark = pytest.mark.redis

PASSWORD = "gar-nicht-erraten"
WORDS = "Blaubeerkuchen"
NAMES = ("Xanthippe", "Quirinus")
TITLE = "Geheimbund Zyklop"
DICE = (5, 3, 6, 4) * 4


@dataclass(frozen=True)
class Trouble:
    """A bot about to have a bad day, and what must not be found in its log."""

    place: Home
    store: ExitStack
    people: tuple[Person, ...]
    group: Room
    secret: str

    @property
    def forbidden(self) -> tuple[str, ...]:
        """List what a log must not hold."""
        token = self.place.on.telegram.token
        people = (str(person.id) for person in self.people)
        return (token, token.partition(":")[2], self.secret, PASSWORD, WORDS, TITLE, *NAMES, *people)

    def found(self) -> list[str]:
        """List what the log holds of it."""
        log = re.sub(r"\w+\.py:\d+|\d+-\d+-\d+T[\d:.]+Z", "", self.place.log)
        rolls = {Roll.of(dice) for dice in zip(DICE[::2], DICE[1::2], strict=True)}
        log = re.sub(r'"?(partition|port|count|retry_in)"?[=:] ?[\d.]+', "", log)
        return [word for word in self.forbidden if word in self.place.log] + [
            str(roll) for roll in rolls & rolls_in(log)
        ]


@asynccontextmanager
async def trouble(folder: Path, log_format: str, fault: str = "") -> AsyncIterator[Trouble]:
    """Run a bot with a store that has a password, and a game in which a cup hides dice."""
    port = free_port()
    with ExitStack() as store:
        store.enter_context(real_server(folder, "--port", str(port), "--bind", "127.0.0.1"))
        async with connect(f"redis://127.0.0.1:{port}", connections=1) as redis:
            await redis.config_set("requirepass", PASSWORD)
            await redis.set(keys.SECRET, "einSehrGeheimesWort")
        extra = {
            "LOG_LEVEL": "DEBUG",
            "LOG_FORMAT": log_format,
            "REDIS_URL": f"redis://:{PASSWORD}@127.0.0.1:{port}",
        }
        async with home(folder, extra=extra) as place:
            tg = place.on.tg
            await place.start(DICE, patience=1.0, fault=fault)
            people = tuple([await tg.user(name, started=True) for name in NAMES])
            group = await tg.group(TITLE, people)
            await tg.wait_button(group, "Tisch eröffnen")
            await tg.say(people[0], people[0], WORDS)
            await tg.say(people[0], group, "/neu")
            await tg.wait_button(group, "Mitspielen")
            await tg.answer(await tg.press(people[1], group, "Mitspielen"))
            await tg.wait_button(group, "Trotzdem")
            await tg.answer(await tg.press(people[0], group, "Trotzdem"))
            await tg.wait_button(people[0], "✔ 53")
            yield Trouble(place, store, people, group, "einSehrGeheimesWort")


async def heard(place: Home, event: str) -> None:
    """Wait until the log tells of something."""
    for _ in range(300):
        if event in place.log:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"no {event} in {place.log}")


async def stop(on: Trouble) -> None:
    """Stop the bot as hosts do."""
    process = on.place.runs[-1]
    process.terminate()
    assert await ended(process) == 0


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_a_telegram_that_fails_in_every_way(tmp_path: Path, log_format: str) -> None:
    """Hang-ups, silence, nonsense, refusals, a revoked token: told by kind, never with what was sent."""
    async with trouble(tmp_path, log_format) as on:
        tg = on.place.on.tg
        refusal = {"error_code": 400, "description": f"Bad Request: {WORDS} {NAMES[0]}"}
        await tg.fault("error", "sendMessage", error=refusal)
        await tg.answer(await tg.press(on.people[0], on.people[0], "61"))
        for harm in ("bad_gateway", "truncate", "drop_after", "silence", "drop_before"):
            await tg.fault(harm, "sendMessage", chat_id=on.people[1].id, seconds=1.5)
            await tg.say(on.people[1], on.people[1], WORDS)
            await asyncio.sleep(1.5 if harm == "silence" else 0.3)
        await heard(on.place, "telegram_refuses_our_request")
        await tg.request("PATCH", "/token", {"revoked": True})
        await tg.say(on.people[1], on.group, "/hilfe")
        await asyncio.sleep(0.5)
        await stop(on)

        assert on.found() == []


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_updates_that_nobody_can_read_or_handle(tmp_path: Path, log_format: str) -> None:
    """An exception in the middle of a move is told by its kind and place, with nothing it had in its hands."""
    token_like = "123456789:AAabcdefghijklmnopqrstuvwxyz012345"
    async with trouble(tmp_path, log_format, f"{token_like} {NAMES[0]} {WORDS} 53 ⚄⚂ {DICE[:2]} {PASSWORD}") as on:
        tg = on.place.on.tg
        broken = {"message_id": WORDS, "date": NAMES[0], "chat": {"id": TITLE}, "text": WORDS}
        await tg.inject("message", broken)
        await tg.inject("callback_query", {"id": "1", "from": {"first_name": NAMES[1]}, "data": WORDS})
        await heard(on.place, "update_unreadable")
        url = f"http://127.0.0.1:{on.place.port}/telegram"
        secret = {"X-Telegram-Bot-Api-Secret-Token": on.secret}
        async with aiohttp.ClientSession() as web:
            assert (await web.post(url, data=WORDS, headers=secret)).status == 400
            assert (await web.post(url, json=[WORDS], headers=secret)).status == 400
            assert (
                await web.post(url, json={"update_id": 1}, headers={**secret, **dict.fromkeys(secret, WORDS)})
            ).status == 401
        on.place.armed.touch()
        await tg.say(on.people[0], on.group, f"/hilfe {WORDS}")
        await heard(on.place, "update_failed")
        await stop(on)

        assert on.found() == []
        assert token_like not in on.place.log
        assert "LookupError" in on.place.log
        assert "Traceback" not in on.place.log


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_a_store_that_goes_away(tmp_path: Path, log_format: str) -> None:
    """Its password and what lies in it stay out of the log, whoever meets the failure."""
    async with trouble(tmp_path, log_format) as on:
        on.store.close()
        await on.place.on.tg.say(on.people[0], on.group, f"/hilfe {WORDS}")
        await heard(on.place, "store_unavailable")
        await heard(on.place, "leases not renewed")
        await stop(on)

        assert on.found() == []
        assert "Traceback" not in on.place.log


@pytest.mark.parametrize(
    "address",
    [
        "redis://:gar/nicht@127.0.0.1:6379",
        "redis://:gar#nicht@127.0.0.1:6379",
        "redis://:12?nicht@127.0.0.1:6379",
        "redis://:gar[nicht@127.0.0.1:6379",
        "http://:gar-nicht@127.0.0.1:6379",
    ],
)
def test_a_password_with_odd_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    """An address nobody can read is a fault of the configuration, told without the password in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "123456789:AAabcdefghijklmnopqrstuvwxyz012345")
    monkeypatch.setenv("REDIS_URL", address)

    assert main(["run"]) == WRONG_CONFIGURATION
    said = capsys.readouterr().err
    assert "REDIS_URL: " in said
    assert [part for part in ("gar", "nicht", "12") if part in said] == []
