"""Measures what a card costs here and in OpenSpiel, what loading a game costs, and what validating a file costs.

    python -m benchmarks            a table
    python -m benchmarks --json     the same as JSON

Every figure is the median of several rounds; in each round everything is measured once, in turn, so that whatever else
the machine does falls on all of them alike. Ratios are of medians of one run. Absolute figures differ between machines.
"""

from __future__ import annotations

import argparse
import compileall
import json
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import trickcore
from benchmarks import loops

GAME = "two-ten-jack"


@dataclass(slots=True)
class Row:
    """One thing that is measured. `measure()` gives one figure in the row's unit."""

    name: str
    unit: str
    measure: Callable[[], float]
    figures: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The middle of the figures so far."""
        return statistics.median(self.figures)


def rows(game: str, cards: int) -> tuple[list[Row], list[str]]:
    """What can be measured here, and words about what cannot."""
    found: list[Row] = []
    missing: list[str] = []
    try:
        found += [Row(name, "µs/card", run) for name, run in loops.openspiel(cards)]
    except ImportError:
        missing.append("open_spiel is not installed: no comparison with OpenSpiel (pip install open_spiel)")
    found += [Row(name, "µs/card", run) for name, run in loops.trickcore_loops(game, cards)]
    if not missing:
        deals = max(cards // 50, 1)
        found += [Row(name, "µs/deal", run) for same in loops.SAME for name, run in loops.same(same, deals)]
    found.append(Row("load the game, warm process", "ms", lambda: _milliseconds(lambda: loops.load(game))))
    found.append(Row("python -c 'import trickcore'", "ms", _process([sys.executable, "-c", "import trickcore"])))
    found.append(Row("python -c pass", "ms", _process([sys.executable, "-c", "pass"])))
    compileall.compile_dir(Path(trickcore.__file__).parent, quiet=1)  # as an installed package is
    file = str(Path(loops.file(game)))
    validate = [sys.executable, "-m", "trickcore", "validate", file]
    found.append(Row("trickcore validate", "ms", _process(validate)))
    other = Path(sys.executable).with_name("check-jsonschema")
    command = str(other) if other.exists() else shutil.which("check-jsonschema")
    if command:
        found.append(Row("check-jsonschema --version", "ms", _process([command, "--version"])))
    else:
        missing.append("check-jsonschema is not installed: no comparison with it (pip install check-jsonschema)")
    return found, missing


def _process(command: list[str]) -> Callable[[], float]:
    def run() -> None:
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr.decode()}{done.stdout.decode()}")

    return lambda: _milliseconds(run)


def _milliseconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return (time.perf_counter() - start) * 1e3


RATIOS = (
    (loops.OPENSPIEL, loops.PLAYOUT),
    (loops.OPENSPIEL_NO_PASS, loops.PLAYOUT),
    (loops.OPENSPIEL, loops.MATCH),
    (loops.OPENSPIEL_NO_PASS, loops.MATCH),
    (loops.REFERENCE, loops.PLAYOUT),
    *((f"OpenSpiel {name}", f"{name}, playouts") for name in loops.SAME),
    *((f"OpenSpiel {name}", f"{name}, playouts together") for name in loops.SAME),
    *((f"OpenSpiel {name}", f"{name}, Match API") for name in loops.SAME),
    *((f"OpenSpiel {name}", f"{name}, matches side by side") for name in loops.SAME),
    ("check-jsonschema --version", "trickcore validate"),
)


def measure(game: str, rounds: int, cards: int) -> dict[str, object]:
    """Run everything and give the report."""
    found, missing = rows(game, cards)
    for number in range(rounds + 1):
        for row in found:
            figure = row.measure()
            if number:  # the first round warms up
                row.figures.append(figure)
    medians = {row.name: row.median for row in found}
    ratios = {f"{a} / {b}": medians[a] / medians[b] for a, b in RATIOS if a in medians and b in medians}
    return {
        "game": game,
        "python": platform.python_version(),
        "rounds": rounds,
        "results": [
            {"name": r.name, "unit": r.unit, "median": r.median, "min": min(r.figures), "max": max(r.figures)}
            for r in found
        ],
        "ratios": ratios,
        "missing": missing,
    }


def table(report: dict[str, object]) -> str:
    """The report for people."""
    results, ratios, missing = report["results"], report["ratios"], report["missing"]
    assert isinstance(results, list) and isinstance(ratios, dict) and isinstance(missing, list)
    width = max(len(name) for name in [*ratios, *(r["name"] for r in results)])
    lines = [f"{report['game']}, Python {report['python']}, median of {report['rounds']} rounds", ""]
    for r in results:
        lines.append(f"{r['name']:{width}}  {r['median']:9.3f} {r['unit']:8} ({r['min']:.3f} … {r['max']:.3f})")
    lines += ["", *(f"{name:{width}}  {ratio:9.2f}" for name, ratio in ratios.items())]
    return "\n".join([*lines, *(f"note: {words}" for words in missing)])


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("--game", default=GAME, help="name or path of the game to measure")
    parser.add_argument("--rounds", type=int, default=9, help="rounds that count, after one to warm up")
    parser.add_argument("--cards", type=int, default=20_000, help="cards to play per figure")
    parser.add_argument("--json", action="store_true", help="write JSON")
    chosen = parser.parse_args(arguments)
    report = measure(chosen.game, max(chosen.rounds, 1), max(chosen.cards, 1))
    print(json.dumps(report, indent=2, ensure_ascii=False) if chosen.json else table(report))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
