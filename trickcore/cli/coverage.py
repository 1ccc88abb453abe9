"""`trickcore coverage`: what cases and random play use of a rule file, beside its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickcore.cli.again import command_line, setting
from trickcore.cli.games import game_options, load_game, read_settings
from trickcore.cli.output import Output, stderr, stdout, terminal_options
from trickcore.cli.params import Finite
from trickcore.cli.progress import INTERRUPTED, Show, interruptible, progress
from trickcore.diagnostics.words import many

if TYPE_CHECKING:
    from trickcore.checking.settings import Setting
    from trickcore.coverage.listing import Line
    from trickcore.coverage.model import Coverage
    from trickcore.coverage.sources import Sources
    from trickcore.rules.model import Rules
    from trickcore.testing import CaseFile

DEALS = 10
_COLOURS = {"missing": "red", "excused": "yellow", "seen": "green"}
_WIDEST = 14  # columns of what stands beside a line


@click.command("coverage")
@game_options()
@click.option("--cases/--no-cases", default=True, help="Run the cases beside the rule file.  [default: cases]")
@click.option(
    "--deals",
    type=click.IntRange(0),
    default=DEALS,
    show_default=True,
    help="Random deals under each choice of players and options; 0 for none.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed, the same deals.")
@click.option("--all", "whole", is_flag=True, help="Show every line, with how often it was used.")
@click.option("--html", metavar="FILE", help="Write one page with every line.")
@click.option("--fail-under", type=Finite(0, 100), metavar="PERCENT", help="Exit with 1 if less than this was used.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is written.")
@terminal_options
def command(
    reference: str,
    players: int | None,
    options: tuple[str, ...],
    cases: bool,
    deals: int,
    seed: int,
    whole: bool,
    html: str | None,
    fail_under: float | None,
    form: str,
) -> int:
    """Tell which tiers, guards, awards, calls and steps of GAME are never used by its cases and by random play over
    players and options.

    A cases file gives reasons for what cannot be used (`unused`). Ctrl-C ends the work and shows what was used until
    then.

    Exit code: 0; 1 if less than --fail-under was used, if a reason is wrong or the rules are at fault in play; 130
    after Ctrl-C.
    """
    from trickcore.coverage.sources import Sources

    load_game(reference, players, options)  # what cannot be played has findings, and no coverage
    (rules, chosen), sources = read_settings(reference, players, options), Sources()
    page = None if html is None else _page_file(html)
    files = _cases(rules) if cases else ()
    with interruptible() as interrupted, progress(text="cases") as show:
        work = _Work(rules, sources, show, interrupted)
        work.cases(files)
        work.play(chosen, deals, seed)
    words = ["coverage", reference, *setting(players, options), "--deals", str(deals), "--seed", str(seed)]
    again = command_line(*words, *([] if cases else ["--no-cases"]))
    again = f"{'the whole of it' if interrupted() else 'again'}: {again}"  # an interruption cannot be repeated
    coverage, report = work.coverage(files), _Report(rules.name, sources, work.told, again)
    if page is not None:
        report.write(coverage, page)
    if form == "json":
        stdout().json(coverage.to_json())
    else:
        report.show(coverage, whole, stdout())
    return INTERRUPTED if interrupted() else _code(coverage, fail_under)


def _code(coverage: Coverage, fail_under: float | None) -> int:
    from trickcore.cli.findings import show_findings

    if coverage.findings:
        show_findings(coverage.findings)
    errors = any(found.severity.value == "error" for found in coverage.findings)
    return int(errors or (fail_under is not None and coverage.percent < fail_under))


def _cases(rules: Rules) -> tuple[CaseFile, ...]:
    """The cases beside a rule file, if there are some. Raises RulesError if they cannot be read."""
    from trickcore.diagnostics.model import Diagnostics
    from trickcore.errors import RulesError
    from trickcore.testing import load_cases
    from trickcore.testing.paths import SUFFIX

    path, found = Path(rules.span.file).with_suffix(SUFFIX), Diagnostics()
    if not path.is_file():
        return ()
    file = load_cases(path, found, path.parent)
    if file is None:
        raise RulesError(found.sorted())
    return (file,)


class _Work:
    """Runs cases and random deals, one after the other, until it is interrupted."""

    def __init__(self, rules: Rules, sources: Sources, show: Show, interrupted: Callable[[], bool]) -> None:
        self.rules, self.sources, self.show_, self.interrupted = rules, sources, show, interrupted
        self.found: list[Coverage] = []
        self.told: list[str] = []
        self.left_at = -1  # how much was done when it was interrupted

    def cases(self, files: tuple[CaseFile, ...]) -> None:
        """What the cases use."""
        from trickcore.coverage import cover_cases

        if not files:
            self.told.append("no cases")
            return
        self.found.append(cover_cases(self.rules, files, sources=self.sources, progress=self._progress("cases")))
        before = f"interrupted after {self.left_at} of " if self.left_at >= 0 else ""
        self.told.append(before + many(sum(len(file.cases) for file in files), "case"))

    def play(self, chosen: Sequence[Setting], deals: int, seed: int) -> None:
        """What random play uses."""
        from trickcore.coverage import cover_play

        if not deals or self.interrupted():
            self.told.append("no random play")
            return
        progress = self._progress("random play")
        play = cover_play(self.rules, chosen, deals=deals, seed=seed, sources=self.sources, progress=progress)
        self.found.append(play)
        before = f"interrupted after {self.left_at} of {len(chosen)} choices: " if self.left_at >= 0 else ""
        settings = f"{many(play.settings, 'choice')} of players and options"
        self.told.append(f"{before}{many(play.deals, 'random deal')} under {settings}")

    def coverage(self, files: tuple[CaseFile, ...]) -> Coverage:
        """All that was found, with the reasons that the files give."""
        from trickcore.coverage.excuses import excused
        from trickcore.coverage.model import Coverage
        from trickcore.coverage.places import places_of

        whole = Coverage(places_of(self.rules, self.sources.text), game=self.rules.id)
        for one in self.found:
            whole |= one
        return excused(whole, [one for file in files for one in file.unused])

    def _progress(self, text: str) -> Callable[[int, int], object]:
        def step(done: int, total: int) -> bool:
            self.show_(done, text, total)
            self.left_at = done if self.interrupted() else -1
            return self.left_at >= 0

        return step


class _Report:
    """Shows a coverage."""

    def __init__(self, name: str, sources: Sources, told: list[str], again: str) -> None:
        self.name, self.sources, self.told, self.again = name, sources, told, again

    def show(self, coverage: Coverage, whole: bool, out: Output) -> None:
        """Lines of the rule files, what is missing in them, and the sums."""
        from trickcore.coverage.listing import lines_of

        out.line(f"{self.name}: {', '.join(self.told)}", bold=True)
        lines = [line for line in lines_of(coverage, self.sources) if whole or line.state in ("missing", "excused")]
        for file, group in groupby(lines, key=lambda line: line.file):
            out.line()
            out.line(file)
            for line in group:
                _show_line(line, out)
        out.line()
        _show_sums(coverage, out)
        out.line(self.again)

    def write(self, coverage: Coverage, file: Path) -> None:
        """Write the page."""
        from trickcore.coverage.page import page
        from trickcore.writing import write_whole

        text = page(
            coverage,
            self.sources,
            f"Rule coverage of {self.name}",
            [*_sums(coverage), self.again[0].upper() + self.again[1:]],
        )
        with _writing(file):
            write_whole(file, text)
        stderr().line(f"{file} is written")


def _page_file(path: str) -> Path:
    """Where the page goes. Raises UsageError, before anything is played, for a file that would be lost."""
    file = Path(path)
    with _writing(file):
        if file.exists() and not _is_page(file):
            raise click.UsageError(f"{path} is there already, and no page of this command: choose another name")
        if not file.parent.is_dir():
            raise click.UsageError(f"there is no folder {file.parent}")
    return file


def _is_page(file: Path) -> bool:
    """Whether this command wrote a file; a pipe could keep us waiting for ever."""
    from trickcore.coverage.page import BEGINNING

    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(len(BEGINNING)) == BEGINNING.encode()


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def _show_line(line: Line, out: Output) -> None:
    beside = line.short if len(line.short) <= _WIDEST else line.short[: _WIDEST - 1] + "…"
    gutter = out.paint(f"{line.number:>5} {beside:>{_WIDEST}} | ", **_style(line.state))
    out.raw(gutter + out.suited(line.text))
    for mark in line.marks:
        if mark.state in ("missing", "excused"):
            out.raw(" " * (_WIDEST + 9) + out.paint(mark.words, **_style(mark.state)))


def _style(state: str) -> dict[str, str]:
    return {"fg": _COLOURS[state]} if state in _COLOURS else {}


def _sums(coverage: Coverage) -> list[str]:
    """Sentences: each kind, and all together."""
    kinds = ", ".join(f"{kind}s {seen} of {wanted}" for kind, (seen, wanted) in coverage.by_kind().items())
    seen, wanted = len(coverage.wanted) - len(coverage.missing), len(coverage.wanted)
    excused = f", {len(coverage.excuses)} excused" if coverage.excuses else ""
    return [kinds or "nothing to use", f"{seen} of {wanted} seen: {coverage.percent} %{excused}"]


def _show_sums(coverage: Coverage, out: Output) -> None:
    for sentence in _sums(coverage):
        out.line(sentence)
