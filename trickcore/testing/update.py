"""Cases files brought up to date: what the failing steps of a case expect becomes what is found.

A case is brought up to date as a whole or not at all. It is not where that cannot be right: an action that is refused,
or a refusal that does not come, means that the case or the rules are wrong. Before a file is written, the new text is
read and run: it must say the same in all other places, every case that passed must pass, and those that were changed
must.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.engines.meter import Stopped
from trickcore.source.lines import Lines
from trickcore.source.nodes import Mapping, Node, Scalar, Sequence
from trickcore.source.text import LARGEST
from trickcore.testing.costs import Budget, Stop
from trickcore.testing.edits import can_be_written, edited, loses_a_comment
from trickcore.testing.filling import Joined
from trickcore.testing.loader import inside, loads_cases
from trickcore.testing.model import CaseFile, FileResult, Fix, Outcome, Report
from trickcore.testing.paths import Games, Progress, matches, paths_of, unread, warn_of_gaps
from trickcore.testing.runner import GameLoader, all_failures, load_game
from trickcore.writing import write_whole

_ROUNDS = 8  # in which cases are left out that would break others; then the file is left alone


@dataclass(frozen=True, slots=True)
class Change:
    """One value of a file that was changed. `case`: the first one that it was changed for."""

    span: Span
    case: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.span}: {self.case}: {self.old} → {self.new}"


@dataclass(frozen=True, slots=True)
class Updated:
    """What was changed, what came of the cases afterwards, and why cases were left as they are, by file and id."""

    changes: tuple[Change, ...]
    report: Report
    kept: dict[tuple[str, str], str] = field(default_factory=dict)

    def to_json(self) -> list[dict[str, str]]:
        """The changes as JSON data."""
        return [{"place": str(c.span), "case": c.case, "old": c.old, "new": c.new} for c in self.changes]


def update_paths(
    paths: Iterable[str | os.PathLike[str]],
    game_loader: GameLoader = load_game,
    only: Iterable[str] = (),
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Updated:
    """Bring the cases of files, and of all cases files in folders, up to date, in these files and nowhere else.

    `only`, `progress` and `stop` are those of `run_paths`, with all cases of one file after the other, since those that
    are not named must not break; a file in which it was stopped is left as it was. Nothing raises.
    """
    files, games, chosen = paths_of(paths), Games(game_loader), tuple(only)
    changes: list[Change] = []
    results: list[FileResult] = []
    kept: dict[tuple[str, str], str] = {}
    stopped = False
    for path, folder in files.items():
        one = _File(path, folder, games, chosen, progress, stop)
        try:
            results.append(one.result())
        except _StoppedError:
            stopped = True
            break
        changes += one.changes
        kept.update({(str(path), name): why for name, why in one.kept.items()})
    return Updated(tuple(changes), Report(tuple(results), stopped), kept)


class _StoppedError(Exception):
    """Whoever called wants no more."""


class _File:
    """One file on the way."""

    def __init__(
        self,
        path: Path,
        folder: Path | None,
        games: Games,
        only: tuple[str, ...],
        progress: Progress | None,
        stop: Stop | None,
    ) -> None:
        self.path, self.folder, self.games, self.only = path, folder, games, only
        self.progress, self.budget = progress, Budget(stop)
        self.changes: list[Change] = []
        self.kept: dict[str, str] = {}

    def result(self) -> FileResult:
        """What came of it, after it was written, if there was something to change."""
        found = Diagnostics()
        data = self._bytes()
        file = None if data is None else loads_cases(data, str(self.path), found)
        if data is None or file is None:
            return unread(self.path, self.folder)
        outcomes = self._examined(file)
        text = data.decode("utf-8")
        new = self._changed(file, text, outcomes)
        self.progress = self.budget.stop = None  # what follows belongs together
        if new is not None and self._write(data, new):
            file = loads_cases(new, str(self.path), Diagnostics()) or file
            outcomes = self._examined(file)
        if not self.only:
            warn_of_gaps(file, found)
        shown = tuple(outcome for outcome in outcomes if matches(outcome.case, self.only))
        return FileResult(str(self.path), shown, found.sorted(), file)

    def _bytes(self) -> bytes | None:
        try:
            if not self.path.is_file() or not (self.folder is None or inside(self.path, self.folder)):
                return None
            with self.path.open("rb") as stream:
                return stream.read(LARGEST + 1)
        except (OSError, ValueError):
            return None

    def _examined(self, file: CaseFile) -> list[Outcome]:
        """What comes of all cases. Raises _StoppedError if that is no longer wanted."""
        outcomes: list[Outcome] = []
        for at, case in enumerate(file.cases):
            if self.progress is not None and self.progress(at, len(file.cases), case.id):
                raise _StoppedError
            try:
                outcomes.append(self.budget.run(partial(all_failures, case, self.games)))
            except Stopped:
                raise _StoppedError from None
        return outcomes

    def _write(self, before: bytes, new: str) -> bool:
        """Whether the new text is in the file now."""
        problem = ""
        try:
            if self.path.is_symlink():
                problem = "the file is a link: name the file itself"
            elif self.path.read_bytes() != before:
                problem = "the file was changed meanwhile"
            else:
                write_whole(self.path, new.encode("utf-8"))
        except OSError as error:
            problem = f"the file cannot be written: {error.strerror or error}"
        if problem:
            self.kept = {change.case: problem for change in self.changes} | self.kept
            self.changes = []
        return not problem

    # ------------------------------------------------------------------------------------------------ what changes

    def _changed(self, file: CaseFile, text: str, outcomes: list[Outcome]) -> str | None:
        """The new text, or None if nothing can be changed. Cases that would break others are left out."""
        lines = Lines(text.removeprefix(_BOM), str(self.path))
        wanted = {at: outcome for at, outcome in enumerate(outcomes) if self._can_be_right(outcome, lines)}
        for _ in range(_ROUNDS):
            fixes = self._agreed(wanted, outcomes)
            if not fixes:
                return None
            new = edited(lines, (fix for fix, _ in fixes.values()))
            broken = None if new is None else self._broken(file, new, outcomes, fixes, wanted)
            if broken is None:
                self._keep(wanted, "it cannot be written without changing more than the values")
                return None
            if not broken and new is not None:
                self.changes = [
                    Change(span, outcomes[at].case.id, _shown(fix.node), _said(fix))
                    for span, (fix, at) in sorted(fixes.items())
                ]
                return (_BOM if text.startswith(_BOM) else "") + new
            for at, why in broken.items():
                self._keep({at: wanted.pop(at)}, why)
        self._keep(wanted, "its values are bound up with those of other cases")
        return None

    def _keep(self, cases: dict[int, Outcome], why: str) -> None:
        self.kept.update({outcome.case.id: why for outcome in cases.values()})

    def _can_be_right(self, outcome: Outcome, lines: Lines) -> bool:
        """Whether a case fails, is asked for, and all of its failures say what would hold."""
        if outcome.passed or not matches(outcome.case, self.only):
            return False
        fixes = _fixes(outcome)
        if outcome.diagnostics or not all(failure.fixes for failure in outcome.failures):
            said = next((failure.kept for failure in outcome.failures if failure.kept), "")
            self.kept[outcome.case.id] = said or "what would be right cannot be known"
        elif not all(can_be_written(fix) for fix in fixes):
            self.kept[outcome.case.id] = "a cell is only a part of the text that would change"
        elif any(loses_a_comment(lines, fix) for fix in fixes):
            self.kept[outcome.case.id] = "there are comments within what would change"
        else:
            return True
        return False

    def _agreed(self, wanted: dict[int, Outcome], outcomes: list[Outcome]) -> dict[Span, tuple[Fix, int]]:
        """The fixes of all cases by their places. Cases that want different things of one place are left out, and so
        are those that want what another one, which shares the place and fails too, cannot say."""
        while True:
            fixes: dict[Span, tuple[Fix, int]] = {}
            against: set[int] = set()
            for at, outcome in wanted.items():
                for fix in _fixes(outcome):
                    first, other = fixes.setdefault(fix.node.span, (fix, at))
                    against.update({at, other} if first.text != fix.text else ())
            if against:
                self._keep({at: wanted.pop(at) for at in against}, _DIFFERENT)
                continue
            unsaid = _unsaid(wanted, outcomes, {span: fix.text for span, (fix, _) in fixes.items()})
            if not unsaid:
                return fixes
            self._keep({at: wanted.pop(at) for at in unsaid}, _UNSAID)

    def _broken(
        self,
        file: CaseFile,
        new: str,
        outcomes: list[Outcome],
        fixes: dict[Span, tuple[Fix, int]],
        wanted: dict[int, Outcome],
    ) -> dict[int, str] | None:
        """The changed cases that do not hold or keep others from it, and which of the two; None if the new text says
        something else besides."""
        again = loads_cases(new, str(self.path), Diagnostics())
        said = {span: fix.text for span, (fix, _) in fixes.items()}
        if again is None or not _same_file(file, again, said):
            return None
        broken: dict[int, str] = {}
        for at, outcome in enumerate(self._examined(again)):
            if outcome.passed or not (outcomes[at].passed or at in wanted):
                continue
            spans = set(_spans(outcomes[at].case.node))
            broken |= {k: _ELSEWHERE for k, one in wanted.items() if k != at and spans & _places(one)}
            broken |= {at: broken.get(at, _STILL)} if at in wanted else {}
        return broken


_BOM = "\ufeff"
_ELSEWHERE = "the text that would change also stands where it holds"
_STILL = "it would not hold with what was found"
_DIFFERENT = "cases or rows that share this text want different values"
_UNSAID = "cases or rows that share this text fail before they can say what it should be"


def _fixes(outcome: Outcome) -> list[Fix]:
    return [fix for failure in outcome.failures for fix in failure.fixes]


def _unsaid(wanted: dict[int, Outcome], outcomes: list[Outcome], said: dict[Span, str | tuple[str, ...]]) -> set[int]:
    """The cases that want to change what a failing case says too that does not want the same of it."""
    silent: set[Span] = set()
    for at, outcome in enumerate(outcomes):
        if at not in wanted and not outcome.passed:
            agreed = {fix.node.span for fix in _fixes(outcome) if fix.text == said.get(fix.node.span)}
            silent |= said.keys() & set(_spans(outcome.case.node)) - agreed
    return {at for at, outcome in wanted.items() if silent & _places(outcome)}


def _places(outcome: Outcome) -> set[Span]:
    return {fix.node.span for fix in _fixes(outcome)}


def _spans(node: Node | None) -> Iterable[Span]:
    """The places of everything in a node."""
    if node is None:
        return
    yield node.span
    if isinstance(node, Mapping):
        for entry in node:
            yield from _spans(entry.value)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _spans(item)


def _same_file(old: CaseFile, new: CaseFile, said: dict[Span, str | tuple[str, ...]]) -> bool:
    """Whether two files say the same but for what was to be changed."""
    heads = [[entry for entry in file.node if entry.key.text != "cases"] for file in (old, new)]
    if len(heads[0]) != len(heads[1]) or len(old.cases) != len(new.cases):
        return False
    pairs: list[tuple[Node | None, Node | None]] = [(a.value, b.value) for a, b in zip(*heads, strict=True)]
    pairs += [(a.node, b.node) for a, b in zip(old.cases, new.cases, strict=True)]
    ids = all(a.id == b.id for a, b in zip(old.cases, new.cases, strict=True))
    return ids and all(_same(a, b, said) for a, b in pairs)


def _same(old: Node | None, new: Node | None, said: dict[Span, str | tuple[str, ...]]) -> bool:
    if old is None or new is None:
        return old is new
    if not isinstance(old, Joined) and old.span in said:
        return _says(new, said[old.span])
    if isinstance(old, Scalar) or isinstance(new, Scalar):
        return isinstance(old, Scalar) and isinstance(new, Scalar) and old.text == new.text
    if isinstance(old, Sequence) or isinstance(new, Sequence):
        both = isinstance(old, Sequence) and isinstance(new, Sequence) and len(old) == len(new)
        return both and all(_same(a, b, said) for a, b in zip(old, new, strict=True))  # type: ignore[arg-type]
    keys = [[entry.key.text for entry in node] for node in (old, new)]
    return keys[0] == keys[1] and all(_same(a.value, b.value, said) for a, b in zip(old, new, strict=True))


def _says(node: Node, text: str | tuple[str, ...]) -> bool:
    if isinstance(node, Sequence):
        return sorted(text) == sorted(item.text for item in node if isinstance(item, Scalar)) and len(text) == len(node)
    return isinstance(node, Scalar) and node.text.split() == _joined(text).split()


def _joined(text: str | tuple[str, ...]) -> str:
    return text if isinstance(text, str) else ", ".join(text)


def _shown(node: Node) -> str:
    items = [item.text for item in node if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    return node.text if isinstance(node, Scalar) else ", ".join(items)


def _said(fix: Fix) -> str:
    return _joined(fix.text)
