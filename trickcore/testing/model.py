"""What a cases file says, and what came of running it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trickcore.diagnostics.model import Diagnostic, Span
from trickcore.diagnostics.rendering import to_json
from trickcore.source.nodes import Mapping, Node, Scalar


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the rules (or one ruling where they are silent), in our own words.

    `untested`: why no play can test it, or empty. `source`: where the rule comes from.
    """

    id: str
    says: str
    source: str
    untested: str
    span: Span


@dataclass(frozen=True, slots=True)
class Unused:
    """What no play can use of the rule file, and why. `kind`: step, guard, tier, award or call; `text`: what names it;
    `within`: what it stands in, or empty; `never`: "true" or "false" for one side of a guard, or empty.
    """

    kind: str
    text: str
    within: str
    never: str
    why: str
    span: Span


@dataclass(frozen=True, slots=True)
class GivenDeal:
    """Cards of one deal: whole or partial hands per seat, and what lies in other places, the top card first."""

    hands: tuple[tuple[Scalar, Scalar], ...]
    zones: tuple[tuple[Scalar, Scalar], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a course: its kind, what stands behind it, and its place in the file."""

    kind: str
    value: Node
    span: Span


@dataclass(frozen=True, slots=True)
class Case:
    """A situation, what is played in it, and what must hold. `options` and `players` include those of the file.

    Each row of a table is a case: `id` is then `name[row]`, `name` what the case is called in the file, and `node` its
    text with the cells of the row in it. `position`: where it begins, if not at a deal.
    """

    id: str
    says: str
    rules: tuple[Scalar, ...]
    source: str
    game: Scalar
    options: tuple[tuple[Scalar, Scalar], ...]
    players: Scalar | None
    dealer: Scalar | None
    seed: int
    deals: tuple[GivenDeal, ...]
    course: tuple[Step, ...]
    span: Span
    position: Mapping | None = None
    name: str = ""
    node: Mapping | None = None


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A whole cases file. `sentences` holds the rulings too."""

    path: str
    game: Scalar
    sentences: tuple[Sentence, ...]
    cases: tuple[Case, ...]
    node: Mapping
    unused: tuple[Unused, ...] = ()

    def uncovered(self) -> tuple[Sentence, ...]:
        """The sentences that no case checks and that give no reason for it."""
        checked = {rule.text for case in self.cases for rule in case.rules}
        return tuple(s for s in self.sentences if s.id not in checked and not s.untested)


@dataclass(frozen=True, slots=True)
class Fix:
    """What a part of a cases file would have to say to hold: a text, or the texts of a list."""

    node: Node
    text: str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """The step that did not hold. `missing` and `extra`: how the found set differs from the expected one; `difference`:
    how the found numbers or text differ. `fixes`: what the file would have to say; none where that cannot be known.
    `number`: of the step in its course, from 1. `kept`: why the file is not to be changed, where that is known.
    """

    span: Span
    step: str
    message: str
    expected: str = ""
    found: str = ""
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    difference: str = ""
    fixes: tuple[Fix, ...] = ()
    number: int = 0
    kept: str = ""

    def __str__(self) -> str:
        lines = [f"{self.span}: {self.step}: {self.message}"]
        pairs = (
            ("expected", self.expected),
            ("found", self.found),
            ("missing", " ".join(self.missing)),
            ("extra", " ".join(self.extra)),
            ("differs", self.difference),
        )
        return "\n".join(lines + [f"    {name + ':':10}{text}" for name, text in pairs if text])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case: passed, failed at a step, or not runnable because of what its text says. `failures`: all
    steps that did not hold, where the case was run to its end.
    """

    case: Case
    failure: Failure | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    failures: tuple[Failure, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every step held."""
        return self.failure is None and not self.diagnostics

    def __str__(self) -> str:
        """The case with its place, and what is wrong with it."""
        if self.passed:
            return f"{self.case.span}: {self.case.id}: passed"
        found = [str(self.failure)] if self.failure else []
        found += map(finding_text, self.diagnostics)
        source = [f"    source:   {self.case.source}"] if self.case.source else []
        return "\n".join([f"{self.case.span}: {self.case.id}: {self.case.says}", *source, *found])


def finding_text(found: Diagnostic) -> str:
    """A finding with its place, and its hint on a line of its own."""
    return f"{found.span}: {found.message} [{found.code}]" + (f"\n    {found.hint}" if found.hint else "")


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of one cases file. `diagnostics`: what is wrong with the file as a whole."""

    path: str
    outcomes: tuple[Outcome, ...]
    diagnostics: tuple[Diagnostic, ...]
    file: CaseFile | None = None

    @property
    def passed(self) -> bool:
        """Whether the file could be read and every case passed. Warnings do not matter."""
        return not any(d.severity.value == "error" for d in self.diagnostics) and all(o.passed for o in self.outcomes)


@dataclass(frozen=True, slots=True)
class Report:
    """What came of several cases files. `interrupted`: cases were left out because whoever called asked for it."""

    files: tuple[FileResult, ...]
    interrupted: bool = False

    @property
    def passed(self) -> bool:
        """Whether all files passed, to the end, and there was at least one case."""
        return (
            not self.interrupted
            and all(file.passed for file in self.files)
            and any(file.outcomes for file in self.files)
        )

    @property
    def outcomes(self) -> Iterator[Outcome]:
        """Every case of every file, in order."""
        return (outcome for file in self.files for outcome in file.outcomes)

    @property
    def unread(self) -> tuple[FileResult, ...]:
        """The files of which no case could be run, because they cannot be read or what they say is not right."""
        return tuple(file for file in self.files if file.file is None)

    @property
    def counts(self) -> tuple[int, int]:
        """How many cases passed, and how many did not."""
        passed = sum(o.passed for o in self.outcomes)
        return passed, sum(1 for _ in self.outcomes) - passed

    def to_json(self) -> dict[str, object]:
        """The report as JSON data; places are `file:line:column`, findings as in `diagnostics.schema.json`."""
        passed, failed = self.counts
        return {"passed": passed, "failed": failed, "files": [_file_json(file) for file in self.files]}


def _file_json(file: FileResult) -> dict[str, object]:
    return {
        "path": file.path,
        "passed": file.passed,
        "cases": [_outcome_json(o) for o in file.outcomes],
        "diagnostics": to_json(file.diagnostics),
    }


def _outcome_json(outcome: Outcome) -> dict[str, object]:
    case = outcome.case
    data: dict[str, object] = {"id": case.id, "says": case.says, "place": str(case.span), "passed": outcome.passed}
    data["rules"] = [rule.text for rule in case.rules]
    if case.source:
        data["source"] = case.source
    if outcome.failure:
        data["failure"] = _failure_json(outcome.failure)
    if outcome.diagnostics:
        data["diagnostics"] = to_json(outcome.diagnostics)
    return data


def _failure_json(failure: Failure) -> dict[str, object]:
    return {
        "place": str(failure.span),
        "step": failure.step,
        "message": failure.message,
        "expected": failure.expected,
        "found": failure.found,
        "missing": list(failure.missing),
        "extra": list(failure.extra),
        "difference": failure.difference,
    }
