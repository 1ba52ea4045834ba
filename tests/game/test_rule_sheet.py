"""The rule sheet in `docs/rules.md` names tests that exist, and every seed line and choice has one."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SHEET = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
TESTS = {
    name
    for file in (ROOT / "tests" / "game").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
}
LINES_PER_SEED = {"000": 26, "001": 15, "002": 20, "003": 15}


def test_every_test_the_sheet_names_exists() -> None:
    """A renamed test is renamed in the sheet."""
    named = set(re.findall(r"`(test_\w+)`", SHEET))

    assert len(named) > 150
    assert set() == named - TESTS


def test_every_seed_line_has_a_row_and_a_test_of_its_own() -> None:
    """All 76 of them, in order."""
    expected = [f"{seed}-{line:02}" for seed, lines in LINES_PER_SEED.items() for line in range(1, lines + 1)]
    rows = re.findall(r"^\| (\d{3}-\d{2}) \|.*`test_(\d{3}_\d{2})_\w+` \|$", SHEET, flags=re.MULTILINE)

    assert expected == [row for row, _ in rows]
    assert expected == [test.replace("_", "-") for _, test in rows]


def test_every_rule_and_choice_has_a_row() -> None:
    """R01 to R60 and A1 to A18, each once."""
    rows = re.findall(r"^\| (R\d{2}|A\d{1,2}) \|", SHEET, flags=re.MULTILINE)

    assert sorted(rows) == sorted([*(f"R{n:02}" for n in range(1, 61)), *(f"A{n}" for n in range(1, 19))])


def test_every_numbered_test_is_in_the_sheet() -> None:
    """A new numbered test is entered there."""
    numbered = {name for name in TESTS if re.match(r"test_(r\d{2}|a\d{2}|\d{3}_\d{2})_", name)}

    assert set() == {name for name in numbered if f"`{name}`" not in SHEET}
