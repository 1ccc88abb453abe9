"""What all steps have in common."""

from __future__ import annotations

from trickcore.diagnostics.model import Span
from trickcore.language.core import Expr
from trickcore.records import dataclass


@dataclass(frozen=True, slots=True)
class Common:
    """The first fields of every step."""

    id: str
    when: Expr | None
    each: Expr | str | None
    times: Expr | None
    span: Span

    @property
    def fields(self) -> tuple[str, Expr | None, Expr | str | None, Expr | None, Span]:
        """In the order in which steps take them."""
        return self.id, self.when, self.each, self.times, self.span
