"""Cases of games: situations in YAML, with what must be legal, win and score, run through the public API.

>>> from trickcore.resources import folder
>>> report = run_paths([folder("games") / "two-ten-jack.cases.yaml"])
>>> report.passed, [str(outcome) for outcome in report.outcomes if not outcome.passed]
(True, [])
"""

from trickcore.testing.loader import load_cases, loads_cases
from trickcore.testing.model import Case, CaseFile, Failure, FileResult, Outcome, Report, Sentence, Step, Unused
from trickcore.testing.paths import check_cases, run_paths
from trickcore.testing.runner import GameLoader, check_case, load_game, run_case
from trickcore.testing.update import Change, Updated, update_paths

__all__ = [
    "Case",
    "CaseFile",
    "Change",
    "Failure",
    "FileResult",
    "GameLoader",
    "Outcome",
    "Report",
    "Sentence",
    "Step",
    "Unused",
    "Updated",
    "check_case",
    "check_cases",
    "load_cases",
    "load_game",
    "loads_cases",
    "run_case",
    "run_paths",
    "update_paths",
]
