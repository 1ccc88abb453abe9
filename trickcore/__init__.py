"""Trick-taking card games as YAML: define variants, validate rule files, embed the interpreter.

The public names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would take longer than all the rest; type checkers take this name for true
if TYPE_CHECKING:
    from trickcore.actions import Action
    from trickcore.bots import Bot, GreedyBot, RandomBot, play_match
    from trickcore.deal import Deal
    from trickcore.decision import Decision, LegalActions
    from trickcore.diagnostics.model import Diagnostic, Severity, Span
    from trickcore.errors import (
        ActionError,
        AmbiguousAction,
        ChangedRules,
        ClaimRefused,
        Defect,
        IllegalAction,
        RecordError,
        RulesError,
        SetupError,
        TrickcoreError,
        UnreadableAction,
    )
    from trickcore.events import Event, Hidden
    from trickcore.game import Game, load, loads
    from trickcore.match import Match
    from trickcore.outcome import Outcome
    from trickcore.playouts import Playouts
    from trickcore.record import Problem, Replay, replay
    from trickcore.references import catalogue
    from trickcore.refusal import Refusal
    from trickcore.simulation import Report, simulate
    from trickcore.view import View

__version__ = "0.1.0"

_HOMES = {
    "Action": "actions",
    "ActionError": "errors",
    "AmbiguousAction": "errors",
    "Bot": "bots",
    "ChangedRules": "errors",
    "ClaimRefused": "errors",
    "Deal": "deal",
    "Decision": "decision",
    "Defect": "errors",
    "Diagnostic": "diagnostics.model",
    "Event": "events",
    "Game": "game",
    "GreedyBot": "bots",
    "Hidden": "events",
    "IllegalAction": "errors",
    "LegalActions": "decision",
    "Match": "match",
    "Outcome": "outcome",
    "Playouts": "playouts",
    "Problem": "record",
    "RandomBot": "bots",
    "RecordError": "errors",
    "Refusal": "refusal",
    "Replay": "record",
    "Report": "simulation",
    "RulesError": "errors",
    "SetupError": "errors",
    "Severity": "diagnostics.model",
    "Span": "diagnostics.model",
    "TrickcoreError": "errors",
    "UnreadableAction": "errors",
    "View": "view",
    "catalogue": "references",
    "load": "game",
    "loads": "game",
    "play_match": "bots",
    "replay": "record",
    "simulate": "simulation",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


__all__ = [
    "Action",
    "ActionError",
    "AmbiguousAction",
    "Bot",
    "ChangedRules",
    "ClaimRefused",
    "Deal",
    "Decision",
    "Defect",
    "Diagnostic",
    "Event",
    "Game",
    "GreedyBot",
    "Hidden",
    "IllegalAction",
    "LegalActions",
    "Match",
    "Outcome",
    "Playouts",
    "Problem",
    "RandomBot",
    "RecordError",
    "Refusal",
    "Replay",
    "Report",
    "RulesError",
    "SetupError",
    "Severity",
    "Span",
    "TrickcoreError",
    "UnreadableAction",
    "View",
    "__version__",
    "catalogue",
    "load",
    "loads",
    "play_match",
    "replay",
    "simulate",
]
