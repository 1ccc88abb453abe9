"""Whether a rule file can be trusted: random play over players and options, held against what must always be so.

>>> report = check("two-ten-jack", options={"target": 5, "must_trump": True}, deals=1)
>>> report.ok, report.deals, [violation.message for violation in report.violations]
(True, 1, [])
"""

from trickcore.checking.invariants import INVARIANTS, Invariant
from trickcore.checking.report import CheckReport, Forecast, Surprise, Violation
from trickcore.checking.run import check
from trickcore.checking.settings import Setting, settings

__all__ = [
    "INVARIANTS",
    "CheckReport",
    "Forecast",
    "Invariant",
    "Setting",
    "Surprise",
    "Violation",
    "check",
    "settings",
]
