"""What a host types, and what he is told: every fault with its remedy, never a traceback."""

import os
from pathlib import Path

import pytest

from tests.e2e.launcher import command
from tests.e2e.process import FORKS, ended
from tests.e2e.stage import Stage, evening, free_port, stage, swift

pytestmark = pytest.mark.redis


async def tgbot(folder: Path, *words: str, **environment: str) -> tuple[int, str, str]:
    """Run `tgbot …` to its end in a process of its own; returns exit code, output and errors."""
    said = folder / "said"
    said.mkdir(exist_ok=True)
    surroundings = {"PATH": os.environ["PATH"], "LOG_LEVEL": "WARNING", **environment}
    process = FORKS.Process(target=command, args=(words, surroundings, said))
    process.start()
    code = await ended(process)
    out, errors = (said / "out").read_text(encoding="utf-8"), (said / "err").read_text(encoding="utf-8")
    assert "Traceback" not in errors
    return code, out, errors


def connected(on: Stage, **more: str) -> dict[str, str]:
    """Name the local Telegram and the stage's store."""
    return {
        "TELEGRAM_BOT_TOKEN": on.telegram.token,
        "TELEGRAM_API_URL": on.telegram.url,
        "REDIS_URL": on.store_url,
        **more,
    }


async def test_a_wrong_configuration_lists_every_fault_with_its_remedy(tmp_path: Path) -> None:
    """Exit code 2, and neither token nor secret is repeated."""
    wrong = {
        "TELEGRAM_BOT_TOKEN": "not-a-token",
        "PUBLIC_URL": "http://bot.example.org",
        "REDIS_URL": "mysql://here",
        "WEBHOOK_SECRET": "so secret!",
        "TIMEZONE": "Mars/Olympus",
        "LISTEN_PORT": "99999",
        "LOG_LEVEL": "LOUD",
    }
    code, out, errors = await tgbot(tmp_path, "run", **wrong)
    assert (code, out) == (2, "")
    assert all(f"  {name}: " in errors for name in wrong)
    assert "@BotFather" in errors
    assert "https" in errors
    assert "not-a-token" not in errors
    assert "so secret!" not in errors


@pytest.mark.parametrize("port", ["http", "8080x", "-1"])
async def test_what_is_no_port_is_told_with_a_remedy(tmp_path: Path, port: str) -> None:
    """In words for people, not in those of a parser."""
    code, _, errors = await tgbot(tmp_path, "run", LISTEN_PORT=port)
    assert (code, "write a number from 1 to 65535, as in 8080" in errors) == (2, True)


async def test_check_needs_a_token_and_says_so(tmp_path: Path) -> None:
    """Exit code 2 with the remedy."""
    code, _, errors = await tgbot(tmp_path, "check", DATA_DIR=str(tmp_path / "data"))
    assert code == 2
    assert "TELEGRAM_BOT_TOKEN: is missing; write to @BotFather" in errors


async def test_check_and_the_webhook_by_hand(tmp_path: Path) -> None:
    """Set, info, delete, and check against a Telegram that answers; each says what it found."""
    async with stage(tmp_path) as on:
        public = connected(on, PUBLIC_URL=f"http://127.0.0.1:{free_port()}", WEBHOOK_SECRET="abc")
        code, out, _ = await tgbot(tmp_path, "webhook", "set", **public)
        assert (code, out) == (0, "Webhook set.\n")
        assert on.telegram._app.state.subscription.webhook.secret == "abc"
        code, out, _ = await tgbot(tmp_path, "webhook", "info", **public)
        assert code == 0
        assert f"address: {public['PUBLIC_URL']}/telegram" in out
        code, out, _ = await tgbot(tmp_path, "check", **public)
        assert "maexchen_demo_bot" in out
        assert "ok    clock: agrees with Telegram's" in out
        assert "store: " in out
        assert all(line.startswith(("ok  ", "LOOK", "          -> ")) for line in out.splitlines())
        assert (code == 0) == ("LOOK" not in out)
        code, out, _ = await tgbot(tmp_path, "webhook", "delete", **public)
        assert (code, out) == (0, "Webhook deleted.\n")
        assert on.telegram._app.state.subscription.webhook is None
        code, _, errors = await tgbot(tmp_path, "webhook", "set", **connected(on))
        assert code == 2
        assert "PUBLIC_URL: is missing" in errors


async def test_polling_with_a_webhook_left_over_stops_with_the_remedy(tmp_path: Path) -> None:
    """Exit code 2, for starting again would not help; nothing deletes the webhook by itself."""
    async with stage(tmp_path) as on:
        await tgbot(tmp_path, "webhook", "set", **connected(on, PUBLIC_URL="http://127.0.0.1:9", WEBHOOK_SECRET="abc"))
        code, _, errors = await tgbot(tmp_path, "run", **connected(on, LISTEN_PORT=str(free_port())))
        assert code == 2
        assert "webhook delete" in errors
        assert on.telegram._app.state.subscription.webhook is not None


async def test_a_second_start_on_the_same_data_refuses_with_a_sentence(tmp_path: Path) -> None:
    """Exit code 1, and the first one plays on."""
    async with evening(tmp_path) as on:
        data = tmp_path / "store"
        await on.bot(chance=swift())
        second = connected(on, DATA_DIR=str(data), LISTEN_PORT=str(free_port()))
        del second["REDIS_URL"]
        code, _, errors = await tgbot(tmp_path, "run", **second)
        assert code == 1
        assert f"Another bot is running with the data directory {data}" in errors
        await on.gather(1)


async def test_a_taken_port_is_a_sentence_too(tmp_path: Path) -> None:
    """Exit code 1 with the setting to change."""
    async with evening(tmp_path) as on:
        port = (await on.bot(chance=swift())).port
        code, _, errors = await tgbot(tmp_path, "run", **connected(on, LISTEN_PORT=str(port)))
        assert code == 1
        assert "Set LISTEN_PORT to another one." in errors
