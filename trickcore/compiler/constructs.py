"""What can be played, for the reference: everything else is refused where it is written."""

from __future__ import annotations

from collections.abc import Mapping

_STEPS = (
    "deal",
    "move",
    "pick",
    "show",
    "ask",
    "auction",
    "play",
    "set",
    "score",
    "do",
    "end",
)
_LAWS = (
    "trumps", "suits", "order", "equals", "values", "sides", "leader", "lead", "follow", "free", "winner", "takes",
    "next", "until", "more", "by", "as", "melds", "sequence",
)  # fmt: skip
_HOOKS = ("before trick", "before card", "after card", "after trick", "calls")


def lowered_constructs() -> Mapping[str, tuple[str, ...]]:
    """Names of what is lowered, by kind: steps, laws, hooks.

    >>> "deal" in lowered_constructs()["steps"], "as" in lowered_constructs()["laws"]
    (True, True)
    """
    return {"steps": _STEPS, "laws": _LAWS, "hooks": _HOOKS}
