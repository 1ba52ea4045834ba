"""`tgbot backup` and `tgbot restore` where they cannot do it: each says why, and changes nothing."""

import gzip
import os
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tgbot.main.backups import back_up, restore
from tgbot.main.stores import CannotRun, HalfRestored, open_store, store_in_use
from tgbot.settings import Settings
from tgbot.store import keys

pytestmark = pytest.mark.redis


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A store of its own, in a folder of its own."""
    return Settings(_env_file=None, data_dir=tmp_path / "data", redis_url=None)  # type: ignore[call-arg]


async def test_a_backup_can_be_restored_into_an_empty_store(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also when no bot runs; both say what they did."""
    file = tmp_path / "friday.backup"
    assert await back_up(settings, file) == 0
    assert await restore(settings, file, over=False) == 0

    assert file.stat().st_mode & 0o777 == 0o600
    assert [name for name in os.listdir(tmp_path) if "part" in name] == []  # noqa: PTH208 -- Path's would block
    said = capsys.readouterr()
    assert "keep it private" in said.err
    assert "Restored 0 tables" in said.err
    assert "forgotten" in said.err


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "cannot be read"), (b"hello", "is no backup"), (gzip.compress(b"{}")[:-4], "not whole")],
    ids=["missing", "another file", "cut short"],
)
async def test_what_is_no_backup_is_named(settings: Settings, tmp_path: Path, content: bytes | None, why: str) -> None:
    """Nothing is started over it."""
    file = tmp_path / "friday.backup"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(CannotRun, match=why):
        await restore(settings, file, over=True)

    assert not settings.data_dir.exists()


async def test_a_file_that_cannot_be_written_is_named(settings: Settings, tmp_path: Path) -> None:
    """With the system's reason."""
    with pytest.raises(CannotRun, match="nowhere"):
        await back_up(settings, tmp_path / "nowhere" / "friday.backup")


async def test_a_running_bots_store_is_read_and_not_written(settings: Settings, tmp_path: Path) -> None:
    """A backup needs no stop, a restore does."""
    file = tmp_path / "friday.backup"
    async with AsyncExitStack() as stack:
        await open_store(settings, stack)

        assert await back_up(settings, file) == 0
        with pytest.raises(CannotRun, match="Another bot is running"):
            await restore(settings, file, over=True)


async def test_a_store_that_is_not_whole_starts_no_bot(settings: Settings, tmp_path: Path) -> None:
    """Nor is it backed up, until the restore is repeated."""
    file = tmp_path / "friday.backup"
    await back_up(settings, file)
    async with AsyncExitStack() as stack:
        await (await store_in_use(settings, stack)).set(keys.RESTORING, b"1")

    async with AsyncExitStack() as stack:
        with pytest.raises(HalfRestored, match="once more"):
            await open_store(settings, stack)
    with pytest.raises(HalfRestored):
        await back_up(settings, tmp_path / "other.backup")
    await restore(settings, file, over=False)
    async with AsyncExitStack() as stack:
        await open_store(settings, stack)
