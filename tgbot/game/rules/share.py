"""A share code carries house rules to another group: its preset, what differs from it, and a check.

`W` + one pair of characters for each difference (which setting, which choice) + three characters of checksum, in an
alphabet without look-alikes. The order of presets, settings and choices is therefore only ever added to.
"""

from enum import Enum
from zlib import crc32

from tgbot.game.rules.catalogue import SETTINGS, Setting, differences, nearest_preset
from tgbot.game.rules.house import HouseRules, clash
from tgbot.game.rules.presets import PRESETS

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOK_ALIKES = str.maketrans("OIL", "011")
_CHECK = 3
_BASE = len(ALPHABET)
_PRESETS = {name[0].upper(): name for name in PRESETS}


class CodeFault(Enum):
    """Why a code is refused."""

    TYPO = "typo"  # the check does not fit: mistyped, cut off or made up
    NEWER = "newer"  # it names a rule or choice this release does not know
    CLASH = "clash"  # its rules contradict each other


def encode_rules(rules: HouseRules) -> str:
    """Write house rules as a code of 4 characters or more, two for each difference from the nearest preset."""
    preset = nearest_preset(rules)
    pairs = "".join(_pair(setting, rules) for setting in differences(rules, PRESETS[preset]))
    body = preset[0].upper() + pairs
    return body + _check(body)


def decode_rules(text: str) -> HouseRules | CodeFault:
    """Read a code; case, blanks, hyphens and look-alikes (O for 0, I and L for 1) do not matter."""
    code = "".join(text.split()).replace("-", "").upper()
    if len(code) <= _CHECK or not code.isascii():
        return CodeFault.TYPO
    head, pairs, check = code[0], code[1:-_CHECK].translate(_LOOK_ALIKES), code[-_CHECK:].translate(_LOOK_ALIKES)
    body = _letter(head) + pairs
    if check != _check(body) or set(pairs) - set(ALPHABET):
        return CodeFault.TYPO
    rules = _read(_letter(head), pairs)
    if rules is not None and clash(rules) is not None:
        return CodeFault.CLASH
    return rules if rules is not None else CodeFault.NEWER


def _letter(head: str) -> str:
    return "L" if head in "1I" else head


def _pair(setting: Setting, rules: HouseRules) -> str:
    return ALPHABET[setting.number] + ALPHABET[setting.choices.index(setting.of(rules))]


def _read(letter: str, pairs: str) -> HouseRules | None:
    if letter not in _PRESETS or len(pairs) % 2:
        return None
    rules = PRESETS[_PRESETS[letter]]
    for which, what in zip(pairs[::2], pairs[1::2], strict=True):
        number, choice = ALPHABET.index(which), ALPHABET.index(what)
        if number >= len(SETTINGS) or choice >= len(SETTINGS[number].choices):
            return None
        rules = SETTINGS[number].put(rules, SETTINGS[number].choices[choice])
    return rules


def _check(body: str) -> str:
    number = crc32(body.encode())
    return "".join(ALPHABET[number // _BASE**place % _BASE] for place in range(_CHECK))
