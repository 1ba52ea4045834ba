"""Whole numbers in base 36, which keeps a button's data short; `int(text, 36)` reads them back."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number: int) -> str:
    """Write a number with the digits 0-9 and a-z."""
    if number < 0:
        return f"-{base36(-number)}"
    high, low = divmod(number, len(_DIGITS))
    return (base36(high) if high else "") + _DIGITS[low]
