"""Wirtshaus once more, in a page: what a table may be after each accepted move. It shares nothing with the bot's rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

LADDER = ("31", "32", "41", "42", "43", "51", "52", "53", "54", "61", "62", "63", "64", "65",
          "11", "22", "33", "44", "55", "66", "21")  # fmt: skip
TOP = "21"
_ASIDE = 2
"""Moves that time made for somebody in a row, after which he is set aside."""


class Illegal(Exception):  # noqa: N818 -- reads as the move it names
    """No move for this player at this moment."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the group must be told once: a lifted cup, or (without a claim) a Mäxchen shown at the opening, or a sleep.

    With a cup, who pays, and how much he has paid now; with the end of a game, what everybody has.
    """

    who: int
    dice: str
    claim: str = ""
    total: int = 0
    over: bool = False
    payer: int = 0
    tally: tuple[tuple[int, int], ...] = ()


FELL_ASLEEP = Told(0, "asleep")


def roll(dice: list[int]) -> str:
    """Name what two dice show."""
    high, low = max(dice), min(dice)
    return f"{high}{low}"


@dataclass
class Game:
    """One table. `misses` counts who let his time pass, in a row; `stopped`: it sleeps, or the bot may not write there."""

    limit: int
    games: int = 0
    phase: str = ""
    players: list[int] = field(default_factory=list)
    units: dict[int, int] = field(default_factory=dict)
    host: int | None = None
    holder: int | None = None
    round: int = 0
    step: int = 0
    claims: list[tuple[int, str]] = field(default_factory=list)
    dice: str = ""
    misses: dict[int, int] = field(default_factory=dict)
    stopped: bool = False
    thrown: Iterator[list[int]] = field(default_factory=lambda: iter(()))
    told: list[Told] = field(default_factory=list)

    @property
    def bar(self) -> int:
        """The place on the ladder that the next announcement must beat."""
        return LADDER.index(self.claims[-1][1]) if self.claims else -1

    def press(self, who: int, action: str, value: str | None, moment: tuple[int, int]) -> None:
        """Carry a press out.

        Raises:
            Illegal: it is not for him, or not for now.

        """
        if action in "abd" and moment != (self.games, self.step):
            raise Illegal(f"a button of {moment} at {(self.games, self.step)}")
        if action in "abd" and who != self.holder:
            raise Illegal(f"{who} has not got the cup")
        match action, self.phase:
            case "o", "" | "Over":
                self._open(who, self.players if moment[0] == self.games else [])
            case "o" | "j", "Lobby" if (action == "o" or moment[0] == self.games) and who not in self.players:
                self.players.append(who)
            case "s" | "S", "Lobby" if moment[0] == self.games and len(self.players) > 1:
                self._start()
            case "a", "Announcing" if value is not None and LADDER.index(value) > self.bar:
                self._say(value)
            case "b", "Answering" if self.claims[-1][1] != TOP:
                self.phase, self.dice = "Announcing", roll(next(self.thrown))
            case "d", "Answering":
                self._lift()
            case _:
                raise Illegal(f"{action} in {self.phase}")
        if action in "abd":
            self.misses[who] = 0

    def time_up(self) -> bool:
        """Move for the holder, who let his time pass; False where the model cannot tell what comes of it.

        The second time in a row he is set aside, and perhaps nobody is left to throw for.
        """
        assert self.holder is not None
        holder = self.holder
        self.misses[holder] = self.misses.get(holder, 0) + 1
        try:
            if self.phase == "Announcing":
                true = LADDER.index(self.dice)
                self._say(LADDER[true if true > self.bar else self.bar + 1])
            else:
                self._lift()
        except StopIteration:
            if self.misses[holder] < _ASIDE:
                raise
        return self.misses[holder] < _ASIDE

    def open_by(self, who: int | None) -> None:
        """Open a table, or sit down at the open one, by command."""
        assert who is not None
        if self.phase in {"", "Over"}:
            self._open(who, [])
        elif self.phase == "Lobby" and who not in self.players:
            self.players.append(who)

    def _open(self, who: int, seats: list[int]) -> None:
        """Open a lobby with these seats; who opens it is host, and sits."""
        self.games += 1
        self.phase, self.units, self.claims, self.holder, self.dice = "Lobby", {}, [], None, ""
        self.players, self.host = seats if who in seats else [*seats, who], who

    def _start(self) -> None:
        self.units = dict.fromkeys(self.players, 0)
        self.misses, self.round = {}, 0
        self._open_round(self.host if self.host in self.players else self.players[0])

    def _open_round(self, opener: int | None) -> None:
        """Let the opener throw; a real top at the opening is shown, and he opens once more."""
        while True:
            self.round += 1
            self.phase, self.holder, self.claims = "Announcing", opener, []
            self.dice = roll(next(self.thrown))
            if self.dice != TOP:
                return
            assert opener is not None
            self.told.append(Told(opener, TOP))

    def _say(self, value: str) -> None:
        assert self.holder is not None
        self.claims.append((self.holder, value))
        self.phase, self.holder = "Answering", self._after(self.holder)

    def _after(self, player: int) -> int:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def _lift(self) -> None:
        assert self.holder is not None
        claimer, claim = self.claims[-1]
        true = LADDER.index(self.dice) >= LADDER.index(claim)
        payer = self.holder if true else claimer
        self.units[payer] += 2 if claim == TOP else 1
        over = self.units[payer] >= self.limit
        tally = tuple(sorted(self.units.items())) if over else ()
        self.told.append(Told(self.holder, self.dice, claim, self.units[payer], over, payer, tally))
        if over:
            self.phase, self.holder, self.dice = "Over", None, ""
        else:
            self._open_round(payer)

    def differs(self, facts: dict[str, Any]) -> list[str]:
        """Name what is otherwise at the bot's table. Its step is its own, but never goes back within a game."""
        mine = {"phase": self.phase, "games": self.games, "players": self.players}
        theirs = {name: facts.get(name, [] if name == "players" else None) for name in mine}
        if facts.get("phase") not in {"", "Lobby"}:
            mine |= {"units": self.units, "claims": self.claims, "holder": self.holder, "round": self.round}
            mine |= {"dice": self.dice or None}
            theirs |= {name: facts[name] for name in ("holder", "round", "dice")}
            theirs |= {"units": {int(who): units for who, units in facts["units"].items()}}
            theirs |= {"claims": [(who, value) for who, value in facts["claims"]]}
        if self.phase == "Over":
            for side in (mine, theirs):
                side.pop("claims", None)
        return [f"{name}: {theirs[name]} instead of {mine[name]}" for name in mine if mine[name] != theirs[name]]

    def adopt(self, facts: dict[str, Any]) -> None:
        """Take over the bot's word for it."""
        self.phase, self.games, self.host = facts["phase"], facts["games"], facts["host"]
        self.players, self.step = list(facts.get("players", [])), facts.get("step", 0)
        self.units = {int(who): units for who, units in facts.get("units", {}).items()}
        self.claims = [(who, value) for who, value in facts.get("claims", [])]
        self.stopped = bool(facts.get("muted") or facts.get("asleep"))
        self.holder, self.round, self.dice = facts.get("holder"), facts.get("round", 0), facts.get("dice") or ""
