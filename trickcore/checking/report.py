"""What checking a game found: violations with their records and cases, surprises, and what was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trickcore.checking.settings import Setting
from trickcore.diagnostics.model import Span

Data = dict[str, object]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must always be so, and was not.

    `invariant`: its name (`rules` where the rules themselves cannot go on), `message`: what was found, `span`: the line
    of the rules at fault, if one is known. Of a declared check, `why` is what the rule file says of it and `scored` has
    the lines of the score of that deal. `seed` and `actions` say in which match it was met; `record` is that match
    for `trickcore.replay`, None if none could be started. `case`: a cases file of at most ten lines that fails alone,
    empty if none was found. `count`: how often the same was met.
    """

    invariant: str
    message: str
    span: Span | None
    setting: Setting
    seed: int
    actions: tuple[int, ...]
    record: Data | None
    case: str
    count: int = 1
    why: str = ""
    scored: str = ""

    def to_json(self) -> Data:
        """The violation as JSON data."""
        return {
            "invariant": self.invariant,
            "message": self.message,
            "why": self.why,
            "scored": self.scored,
            "place": None if self.span is None else str(self.span),
            "setting": setting_json(self.setting),
            "seed": self.seed,
            "actions": len(self.actions),
            "count": self.count,
            "record": self.record,
            "case": self.case,
        }


@dataclass(frozen=True, slots=True)
class Surprise:
    """Something that is allowed and seldom meant. `kind`: a stable slug; `span`: a line of the rules, if it has one."""

    kind: str
    message: str
    span: Span | None = None

    def to_json(self) -> Data:
        """The surprise as JSON data."""
        return {"kind": self.kind, "message": self.message, "place": None if self.span is None else str(self.span)}


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is going to be done: so many settings, deals of each, and about how long that takes, in seconds."""

    settings: int
    deals: int
    seconds: float


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What checking a game found.

    `played`: so many deals in all, in rounds of one deal under each of the `settings`, so that the same seed and total
    give the same report; `deals`: so many under the first of them. `wanted`: how many settings there are: more than
    were played, if it stopped in the first round. `decisions` and `matches` (finished ones) are of all settings.
    `notes`: what random play says, without being wrong. `stopped`: whether the time was over, or somebody asked to
    stop, before all was played.
    """

    game: str
    name: str
    seed: int
    settings: tuple[Setting, ...]
    deals: int
    decisions: int
    matches: int
    violations: tuple[Violation, ...]
    surprises: tuple[Surprise, ...] = ()
    notes: tuple[str, ...] = ()
    stopped: bool = False
    outcomes: Mapping[str, int] = field(default_factory=dict)
    played: int = 0
    wanted: int = 0

    @property
    def is_even(self) -> bool:
        """Whether all settings that there are have been played as often."""
        return self.played == self.wanted * self.deals

    @property
    def ok(self) -> bool:
        """Whether nothing was violated."""
        return not self.violations

    def to_json(self) -> Data:
        """The report as JSON data, described by `schemas/check.schema.json`; the same seed and deals give the same."""
        return {
            "format": "check",
            "version": 1,
            "game": self.game,
            "name": self.name,
            "seed": self.seed,
            "deals": self.deals,
            "played": self.played,
            "wanted": self.wanted,
            "decisions": self.decisions,
            "matches": self.matches,
            "outcomes": dict(self.outcomes),
            "stopped": self.stopped,
            "settings": [setting_json(setting) for setting in self.settings],
            "violations": [violation.to_json() for violation in self.violations],
            "surprises": [surprise.to_json() for surprise in self.surprises],
            "notes": list(self.notes),
        }


def setting_json(setting: Setting) -> Data:
    """A setting as JSON data."""
    return {"players": setting.players, "options": dict(setting.options)}
