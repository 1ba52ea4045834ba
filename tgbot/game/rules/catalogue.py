"""Every house rule with its choices, derived from the fields of `HouseRules`: menus, codes and sheets are made from it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, TypeAlias, get_type_hints

from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import PRESETS

Choice: TypeAlias = Enum | bool | int | None

_NUMBERS: Mapping[str, tuple[int | None, ...]] = {
    "top_false_cost": (1, 2, 3),
    "top_true_cost": (1, 2, 3),
    "top_accept_cost": (1, 2, 3),
    "limit": (3, 5, 6, 1, 2, 4, 7, 8, 9, 10, None),
    "min_players": (2, 3, 4, 5, 6),
    "max_players": (None, 20, 10, 8, 6),
}
"""What a number may be set to. New choices go to the end: share codes count on the order."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One field of `HouseRules` and what it may be, in the order of codes. `number` is its place among the fields."""

    number: int
    name: str
    choices: tuple[Choice, ...]

    def of(self, rules: HouseRules) -> Choice:
        """Read the setting's value."""
        value: Choice = getattr(rules, self.name)
        return value

    def put(self, rules: HouseRules, choice: Choice) -> HouseRules:
        """Return the same rules with another value here."""
        changed: dict[str, Any] = {self.name: choice}
        return replace(rules, **changed)

    def choice(self, word: str) -> Choice:
        """Read a choice written by `word_of`.

        Raises:
            KeyError: this setting has no such choice.

        """
        return {word_of(choice): choice for choice in self.choices}[word]


def word_of(choice: Choice) -> str:
    """Write a choice as a short ASCII word: `exact`, `on`, `3`, `none`."""
    match choice:
        case Enum(value=value):
            return str(value)
        case bool():
            return "on" if choice else "off"
        case None:
            return "none"
        case _:
            return str(choice)


def _choices(name: str, kind: Any) -> tuple[Choice, ...]:
    if name in _NUMBERS:
        return _NUMBERS[name]
    return (False, True) if kind is bool else tuple(kind)


def _settings() -> tuple[Setting, ...]:
    kinds = get_type_hints(HouseRules)
    return tuple(
        Setting(number, field.name, _choices(field.name, kinds[field.name]))
        for number, field in enumerate(fields(HouseRules))
    )


SETTINGS = _settings()
BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


def differences(rules: HouseRules, other: HouseRules) -> tuple[Setting, ...]:
    """List the settings in which two tables' rules differ."""
    return tuple(setting for setting in SETTINGS if setting.of(rules) != setting.of(other))


def nearest_preset(rules: HouseRules) -> str:
    """Name the preset that differs in the fewest settings; of equally near ones the first."""
    return min(PRESETS, key=lambda name: len(differences(rules, PRESETS[name])))
