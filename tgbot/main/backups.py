"""`tgbot backup` and `tgbot restore`: a copy of everything, made while people play, and going on from it."""

import os
import sys
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tgbot.main.stores import CannotRun, HalfRestored, bare_store, store_in_use
from tgbot.settings import Settings
from tgbot.store import backup
from tgbot.store.archive import Archive, NoBackup
from tgbot.store.restore import AtWork, NotEmpty, Restored, half_restored
from tgbot.store.restore import restore as put_back
from tgbot.table.ports.tables import StoreUnavailable

_STANDARD: Final = Path("-")
_PRIVATE: Final = 0o600  # hidden dice lie in there, and names


async def back_up(settings: Settings, target: Path) -> int:
    """Write a backup to a file that only its owner can read, or to the standard output; returns 0.

    Raises:
        CannotRun: the store cannot be read, or the file cannot be written.

    """
    async with AsyncExitStack() as stack:
        try:
            redis = await store_in_use(settings, stack)
            if await half_restored(redis):
                raise HalfRestored
            archive = await backup.back_up(redis)
        except StoreUnavailable as error:
            raise CannotRun(f"The store does not answer ({error}).") from None
    if target == _STANDARD:
        sys.stdout.buffer.write(archive.packed)
        return 0
    try:
        _write(target, archive.packed)
    except OSError as error:
        raise CannotRun(f"{target} cannot be written ({error.strerror}).") from None
    _say(f"Backed up to {target}. It holds names and hidden dice: keep it private.")
    return 0


async def restore(settings: Settings, source: Path, *, over: bool) -> int:
    """Put a backup into the store and say what came of it; returns 0.

    Raises:
        CannotRun: the file is no backup, a bot is running, or the store holds games and is not to be replaced.

    """
    try:
        archive = Archive.read(sys.stdin.buffer.read() if source == _STANDARD else source.read_bytes())  # noqa: ASYNC240 -- nothing else goes on
        async with AsyncExitStack() as stack:
            done = await put_back(await bare_store(settings, stack), archive, over=over)
    except OSError as error:
        raise CannotRun(f"{source} cannot be read ({error.strerror}).") from None
    except NoBackup as error:
        raise CannotRun(f"{source} {error}.") from None
    except AtWork:
        raise CannotRun("A bot is running on this store; stop it first.") from None
    except NotEmpty:
        raise CannotRun(
            "The store holds games already. To give them up for the backup: tgbot restore --replace"
        ) from None
    except StoreUnavailable as error:
        raise CannotRun(f"The store went away ({error}). Run the same command again.") from None
    _say(_told(archive, done))
    return 0


def _write(target: Path, content: bytes) -> None:
    """Write a file as a whole: a name never stands for half a backup."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(target)


def _told(archive: Archive, done: Restored) -> str:
    made = datetime.fromtimestamp(archive.at / 1000, UTC)
    return (
        f"Restored {done.tables} tables as of {made:%Y-%m-%d %H:%M} UTC; {done.dropped} old messages will not be sent.\n"
        "Whoever had himself forgotten since then is there again: see docs/privacy.md."
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 -- for whoever typed the command; the standard output may be the backup
