"""Whole numbers in base 36, which keeps a button's data short; `int(text, 36)` reads them back."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number: int) -> str:
    """Write a number with the digits 0-9 and a-z."""
    rest, text = abs(number), ""
    while rest or not text:
        rest, low = divmod(rest, 36)
        text = _DIGITS[low] + text
    return f"-{text}" if number < 0 else text
