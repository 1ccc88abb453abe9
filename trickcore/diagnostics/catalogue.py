"""What each code means, in a paragraph.

Every room that reports findings has a module in `trickcore/diagnostics/explanations/` named after it, with a dict
`CODES` from code to explanation. Codes never change their meaning and are never used again for something else.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from types import MappingProxyType


@lru_cache(maxsize=1)
def _all() -> MappingProxyType[str, str]:
    from pkgutil import iter_modules

    from trickcore.diagnostics import explanations as package

    found: dict[str, str] = {}
    for module in sorted(iter_modules(package.__path__), key=lambda m: m.name):
        own: dict[str, str] = import_module(f"{package.__name__}.{module.name}").CODES
        found.update(own)
    return MappingProxyType(dict(sorted(found.items())))


def codes() -> tuple[str, ...]:
    """All codes, sorted."""
    return tuple(_all())


def explain(code: str) -> str | None:
    """What a code means and what to do about it, or None for a code that there is not.

    >>> explain("duplicate-key").split(".")[0]
    'A key stands twice in one map'
    >>> explain("no-such-code") is None
    True
    """
    return _all().get(code)
