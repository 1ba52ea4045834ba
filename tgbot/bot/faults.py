"""What a log may say about an exception: its kind and where it happened, never its text.

The text of an exception can hold whatever the failing code had in its hands: a name, a message, dice.
"""

from pathlib import Path
from traceback import extract_tb
from typing import Final

_FRAMES: Final = 6


def fault(error: BaseException) -> dict[str, str]:
    """Describe an exception for a log entry: `error` and, innermost frame last, `at`."""
    frames = extract_tb(error.__traceback__)[-_FRAMES:]
    path = " > ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)
    return {"error": type(error).__name__, "at": path}
