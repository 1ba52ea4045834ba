"""The command line, and the only place that constructs."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from tgbot.main.backups import back_up, restore
from tgbot.main.checks import check
from tgbot.main.demo import play_demo
from tgbot.main.logs import configure_logs
from tgbot.main.serve import run
from tgbot.main.stores import CannotRun
from tgbot.main.webhook import administer_webhook
from tgbot.settings import Settings, SettingsFault, load_settings

WRONG_CONFIGURATION = 2
FAILED = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; returns the exit code: 0, 1 (a check failed, something cannot run) or 2 (wrong configuration)."""
    chosen = _parser().parse_args(arguments)
    try:
        settings = load_settings()
        configure_logs(settings)
        return asyncio.run(_run(chosen, settings))
    except SettingsFault as fault:
        print(fault, file=sys.stderr)  # noqa: T201 -- for whoever typed the command
        return WRONG_CONFIGURATION
    except CannotRun as fault:
        print(fault, file=sys.stderr)  # noqa: T201 -- as above
        return FAILED
    except KeyboardInterrupt:
        return 0


async def _run(chosen: argparse.Namespace, settings: Settings) -> int:
    match chosen.command:
        case "demo":
            return await play_demo(settings)
        case "check":
            return await check(settings)
        case "webhook":
            return await administer_webhook(settings, chosen.action)
        case "backup":
            return await back_up(settings, chosen.file)
        case "restore":
            return await restore(settings, chosen.file, over=chosen.replace)
        case _:
            return await (run(settings) if settings.telegram_bot_token else play_demo(settings))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tgbot", description="Mäxchen at a Telegram table.")
    commands = parser.add_subparsers(dest="command", metavar="command")
    commands.add_parser("run", help="the bot; without TELEGRAM_BOT_TOKEN the demo (this is the default)")
    commands.add_parser("demo", help="a local Telegram and the bot in it: play all seats yourself")
    commands.add_parser("check", help="is everything set up well? each point ok or with its remedy")
    webhook = commands.add_parser("webhook", help="look after the webhook by hand")
    webhook.add_argument("action", choices=("set", "info", "delete"))
    backup = commands.add_parser("backup", help="copy all games and settings into a file, while they are played")
    backup.add_argument("file", type=Path, help="where to; - is the standard output")
    back = commands.add_parser("restore", help="go on from a backup; the bot must be stopped")
    back.add_argument("file", type=Path, help="the backup; - is the standard input")
    back.add_argument("--replace", action="store_true", help="delete what the store holds now")
    return parser
