"""The recap as a picture: one design that stands out from a light chat and from a dark one, readable on a phone.

Pure: the same recap gives the same picture. Nobody's portrait is in it, and nothing about drinking.
"""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from tgbot.game.rules.ranking import top
from tgbot.game.seats import PlayerId
from tgbot.phrases import memories, names
from tgbot.phrases.lettering import drawable, fitted, font
from tgbot.phrases.roster import Roster
from tgbot.phrases.voice import Voice
from tgbot.table.scene import Scene
from tgbot.table.state.evening import Recap

WIDTH, HEIGHT = 1080, 1350

_PAPER, _PANEL, _FRAME = "#1d2b34", "#273944", "#48606f"
_INK, _SOFT, _ACCENT, _TRACK = "#f6f1e4", "#b9c6cd", "#ffc24b", "#354956"
_MARGIN, _GAP = 64, 24
_COLUMN = (WIDTH - 2 * _MARGIN - _GAP) / 2
_BETWEEN = 60
_CHART_TOP, _CHART_HEIGHT = 290, 540
_ROWS, _TALLEST_ROW = 10, 76
_FACTS_TOP, _FACT_HEIGHT = 858, 152


@dataclass(frozen=True, slots=True)
class _Fact:
    """One thing worth telling: what it is called, who or what it was, and how often."""

    label: str
    text: str
    more: str = ""


def caption(scene: Scene, recap: Recap) -> str:
    """Say what the picture shows, for those who cannot see it; the text before it tells everything."""
    voice = Voice.of(scene)
    title, day = memories.title(voice.texts, recap), memories.day(voice.texts, recap)
    return voice.say("picture.caption", title=title, day=day)


def draw(scene: Scene, recap: Recap) -> bytes:
    """Draw the recap; returns a PNG of 1080 x 1350."""
    voice = Voice.of(scene)
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    sheet = _Sheet(ImageDraw.Draw(image), voice, _drawn_names(voice.roster, recap))
    sheet.frame()
    sheet.head(scene, recap)
    sheet.chart(recap)
    sheet.facts(recap)
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _drawn_names(roster: Roster, recap: Recap) -> dict[PlayerId, str]:
    """Give everybody a name that can be drawn; who has none is a guest with a number."""
    return {
        score.player: drawable(roster.name(score.player)) or f"{roster.guest} {place}"
        for place, score in enumerate(recap.scores, start=1)
    }


@dataclass(frozen=True, slots=True)
class _Sheet:
    canvas: ImageDraw.ImageDraw
    voice: Voice
    names: dict[PlayerId, str]

    def frame(self) -> None:
        self.canvas.rounded_rectangle((14, 14, WIDTH - 15, HEIGHT - 15), 36, outline=_FRAME, width=4)

    def head(self, scene: Scene, recap: Recap) -> None:
        texts = self.voice.texts
        self._line((_MARGIN, 64), memories.title(texts, recap), 72, _ACCENT, bold=True)
        when = f"{memories.day(texts, recap)} · {memories.games(texts, recap)}"
        room = WIDTH - 2 * _MARGIN - font(34).getlength(f" · {when}")
        where = fitted(drawable(names.shorten(scene.title, 28)), font(34), room)
        self._line((_MARGIN, 168), " · ".join(filter(None, (where, when))), 34, _SOFT)

    def chart(self, recap: Recap) -> None:
        """Draw one bar a player: the rounds he lost. Where sips are played they stand in seat order.

        More than ten stand in two columns, so that a phone shows their names large enough.
        """
        self._line((_MARGIN, 240), self.voice.say("picture.lost"), 34, _SOFT, bold=True)
        scores = memories.ranked(recap.scores, sips=recap.sips)
        columns = 1 if len(scores) <= _ROWS else 2
        room = _ROWS * columns
        shown = scores if len(scores) <= room else scores[: room - 1]
        rows = -(-min(len(scores), room) // columns) or 1
        bars = _Bars(
            canvas=self.canvas,
            width=WIDTH - 2 * _MARGIN if columns == 1 else _COLUMN + _GAP / 2 - _BETWEEN / 2,
            height=min(_TALLEST_ROW, _CHART_HEIGHT / rows),
            most=max((score.rounds_lost for score in scores), default=0) or 1,
        )
        places = [
            (_MARGIN + (place // rows) * (bars.width + _BETWEEN), _CHART_TOP + (place % rows) * bars.height)
            for place in range(len(shown) + 1)
        ]
        for at, score in zip(places, shown, strict=False):
            bars.draw(at, self.names[score.player], score.rounds_lost)
        if len(shown) < len(scores):
            more = self.voice.say("picture.more", number=len(scores) - len(shown))
            self._line((places[-1][0], places[-1][1] + bars.height / 4), more, bars.size, _SOFT)

    def facts(self, recap: Recap) -> None:
        """Put what is worth telling into two columns."""
        told = self._facts(recap)
        if not told:
            self._line((_MARGIN, _FACTS_TOP), self.voice.say("picture.nothing"), 34, _SOFT)
        for place, fact in enumerate(told):
            x, y = _MARGIN + (place % 2) * (_COLUMN + _GAP), _FACTS_TOP + (place // 2) * _FACT_HEIGHT
            self.canvas.rounded_rectangle((x, y, x + _COLUMN, y + _FACT_HEIGHT - 16), 20, fill=_PANEL)
            width = _COLUMN - 44
            self._line((x + 22, y + 12), fact.label, 26, _SOFT, width=width)
            self._line((x + 22, y + 47), fact.text, 34, _INK, bold=True, width=width)
            self._line((x + 22, y + 92), fact.more, 28, _ACCENT, width=width)

    def _facts(self, recap: Recap) -> list[_Fact]:
        say, count, scores = self.voice.say, self.voice.count, recap.scores
        told = []
        if recap.boldest is not None:
            bluffer = self._who((recap.boldest.player,))
            told.append(_Fact(say("picture.boldest"), bluffer, self.voice.named(recap.boldest.value)))
        if recap.longest_chain > 1:
            told.append(_Fact(say("picture.chain"), count("picture.chain_length", recap.longest_chain)))
        if (honour := memories.nose(scores)) is not None:
            doubts = count("picture.doubts", honour.times)
            told.append(_Fact(say("picture.nose"), self._who(honour.players), doubts))
        if (honour := memories.gullible(scores)) is not None:
            lies = count("picture.lies", honour.times)
            told.append(_Fact(say("picture.gullible"), self._who(honour.players), lies))
        if (honour := memories.lucky(scores)) is not None:
            highest = self.voice.spoken(top(self.voice.rules.ranking))
            tops = count("recap.real_tops", honour.times, top=highest)
            told.append(_Fact(say("picture.tops"), self._who(honour.players), tops))
        if done := memories.tasks_done(scores):
            tasks = count("picture.tasks_number", sum(score.tasks for score in done))
            doers = () if recap.sips else tuple(score.player for score in done)
            told.append(
                _Fact(say("picture.tasks"), self._who(doers), tasks) if doers else _Fact(say("picture.tasks"), tasks)
            )
        return told

    def _who(self, players: tuple[PlayerId, ...]) -> str:
        return ", ".join(self.names.get(player, self.voice.roster.guest) for player in players)

    def _line(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        colour: str,
        *,
        bold: bool = False,
        width: float = WIDTH - 2 * _MARGIN,
    ) -> None:
        typeface = font(size, bold=bold)
        self.canvas.text(at, fitted(text, typeface, width), fill=colour, font=typeface)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bars:
    """One column of bars; `most` fills the whole bar."""

    canvas: ImageDraw.ImageDraw
    width: float
    height: float
    most: int

    @property
    def size(self) -> int:
        return max(24, min(36, round(self.height * 0.52)))

    def draw(self, at: tuple[float, float], name: str, count: int) -> None:
        x, middle = at[0], at[1] + self.height / 2
        named, thick = self.width * 0.42, self.height * 0.5
        left, right = x + named + 16, x + self.width - 64
        typeface = font(self.size)
        self.canvas.text((x, middle), fitted(name, typeface, named), fill=_INK, font=typeface, anchor="lm")
        self._bar(left, right, middle, thick, _TRACK)
        if count:
            self._bar(left, left + max(thick, (right - left) * count / self.most), middle, thick, _ACCENT)
        bold = font(self.size, bold=True)
        self.canvas.text((x + self.width, middle), str(count), fill=_INK, font=bold, anchor="rm")

    def _bar(self, left: float, right: float, middle: float, thick: float, colour: str) -> None:
        corners = (left, middle - thick / 2, right, middle + thick / 2)
        self.canvas.rounded_rectangle(corners, thick / 2, fill=colour)
