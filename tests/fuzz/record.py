"""`python -m tests.fuzz.record`: plays the overture and writes its updates to `corpus.json`, from which runs start."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from tests.e2e.playing import RandomCup
from tests.e2e.stage import stage, swift
from tests.fuzz.overture import overture

CORPUS = Path(__file__).with_name("corpus.json")


async def record() -> None:
    """Write the corpus, one update a line."""
    with TemporaryDirectory() as folder:
        async with stage(Path(folder)) as on:
            await on.bot(chance=swift(RandomCup(7)))
            updates = await overture(on)
    lines = b",\n".join(orjson.dumps(update) for update in updates)
    CORPUS.write_bytes(b"[\n" + lines + b"\n]\n")


if __name__ == "__main__":
    asyncio.run(record())
