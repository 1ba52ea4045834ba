"""Plays a table's accepted commands once more, by the model, and tells where the bot's table went another way."""

from collections import Counter
from dataclasses import dataclass, field

from tests.chaos.chain import Chain, Commit
from tests.chaos.model import FELL_ASLEEP, LADDER, TOP, Game, Illegal, Told, roll
from tests.chaos.tape import Line

_FOR_GOOD = {"CupLifted", "TopShown", "FellAsleep"}
_ASIDE = frozenset("pkRWBl")
"""Presses that move nothing in the game, or that the model takes the bot's word for."""


@dataclass
class Replay:
    """What a table's game was. `told` maps each post that has something to tell to it, in order."""

    faults: list[str] = field(default_factory=list)
    told: list[tuple[str, list[Told]]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def replay(made: Chain, told: list[Commit], limit: int) -> Replay:
    """Play a chain from its beginning."""
    game, played = Game(limit), Replay()
    refused: dict[str, list[Commit]] = {}  # by the state: a lost version is another one
    for commit in told:
        if commit.outcome == "DONE" and not commit.changes:
            refused.setdefault(commit.line["base"], []).append(commit)
    for link in made.links:
        _step(game, link.line, played)
        _refused(game, link.line["facts"], refused.get(link.line["digest"], []), played)
    return played


def _step(game: Game, line: Line, played: Replay) -> None:
    facts, where = line["facts"], f"version {line['version']}"
    before = (game.games, game.step)
    untouched, why = not game.differs(facts), ""
    game.thrown, game.told = iter(line["dice"]), []
    try:
        known = _move(game, line["intent"]) if not (game.stopped and untouched) else True  # a press may only wake it
    except (Illegal, StopIteration) as illegal:
        known, why = False, str(illegal) or "nobody threw"
    apart = game.differs(facts)
    if why and not untouched:  # it may have woken the table, or told us a name
        played.faults.append(f"{where}: {line['intent']} was accepted: {why}")
    elif apart and known:
        played.faults.append(f"{where} after {line['intent']}: {'; '.join(apart)}")
    elif apart and not why:
        played.counts["moves beyond the model"] += 1
    if (facts["games"], facts["step"]) < before:
        played.faults.append(f"{where}: went back from {before}")
    if why:
        game.told = []
    elif not known and not game.told:  # a round that began anew, and perhaps with a real top
        game.told = [Told(facts["holder"], TOP) for dice in line["dice"][:-1] if roll(dice) == TOP]
    _tell(game, line, played)
    played.counts["games"] += facts["phase"] == "Over" != game.phase or any(told.over for told in game.told)
    played.counts["moves"] += 1
    game.adopt(facts)


def _tell(game: Game, line: Line, played: Replay) -> None:
    """Note what is to be told of a move, and by which post."""
    told = list(game.told)
    if any("FellAsleep" in items for _, items in line["posts"]):
        told.append(FELL_ASLEEP)
    post = next((post for post, items in line["posts"] if _FOR_GOOD & set(items)), None)
    if post is not None:
        played.told.append((post, told))
    elif told:
        played.faults.append(f"version {line['version']}: {told} is not to be told")


def _move(game: Game, intent: Line) -> bool:
    """Move the model; False for what it knows nothing of."""
    match intent["kind"]:
        case "Tapped" if intent["action"] not in _ASIDE:
            game.press(intent["who"], intent["action"], intent["value"], (intent["game"], intent["step"]))
            return True
        case "Tapped":
            return intent["action"] not in "WBl"
        case "Commanded":
            if intent["word"] == "neu":
                game.open_by(intent["who"])
            return intent["word"] in {"neu", "tisch"}
        case "TimePassed" if intent["due"] == "turn":
            return game.time_up()
        case _:
            return True


def _refused(game: Game, facts: Line, refused: list[Commit], played: Replay) -> None:
    """Find presses that were legal at this version and did nothing."""
    if facts.get("muted") or facts.get("asleep") or facts["phase"] not in {"Announcing", "Answering"}:
        return
    for commit in refused:
        intent = commit.line["intent"]
        if intent["kind"] != "Tapped" or intent["action"] not in "abd":
            continue
        legal = (intent["game"], intent["step"]) == (game.games, game.step) and intent["who"] == game.holder
        right = (intent["action"] == "a") == (game.phase == "Announcing")
        if legal and right and _beats(game, intent):
            played.faults.append(f"version {commit.version}: {intent} was legal and did nothing")


def _beats(game: Game, intent: Line) -> bool:
    if intent["action"] == "a":
        return LADDER.index(intent["value"]) > game.bar
    return intent["action"] == "d" or game.claims[-1][1] != TOP
