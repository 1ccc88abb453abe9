"""What does not hold in a step: said with its place and exact difference, and with what would hold instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from trickcore.diagnostics.model import Span
from trickcore.source.nodes import Node, Scalar
from trickcore.testing import differences
from trickcore.testing.model import Failure, Fix, Step


class StepError(Exception):
    """A step does not hold. `span`: the very word, where it is known; `fixes`: what the file would have to say;
    `kept`: why it is not to be changed."""

    def __init__(
        self,
        message: str,
        expected: object = "",
        found: object = "",
        missing: Iterable[str] = (),
        extra: Iterable[str] = (),
        span: Span | None = None,
        difference: str = "",
        fixes: Iterable[Fix] = (),
        kept: str = "",
    ) -> None:
        self.message, self.expected, self.found = message, str(expected), str(found)
        self.missing, self.extra, self.span = tuple(missing), tuple(extra), span
        self.difference, self.fixes, self.kept = difference, tuple(fixes), kept
        super().__init__(message)

    def at(self, step: Step, number: int) -> Failure:
        """The failure with the place of its step; `number` counts the steps of the course from 1."""
        return Failure(
            self.span or step.span,
            step.kind,
            self.message,
            self.expected,
            self.found,
            self.missing,
            self.extra,
            self.difference,
            self.fixes,
            number,
            self.kept,
        )


def same(message: str, expected: object, found: object, node: Node | None = None, instead: str | None = None) -> None:
    """Raise StepError unless two values are equal. `node` says the expected one; `instead`: what it would have to say,
    if that is not the text of the found value."""
    if expected == found:
        return
    text = str(found) if instead is None else instead
    fixes = [Fix(node, text)] if node is not None and found is not None else []
    shown = "nobody" if found is None else found
    raise StepError(message, expected, shown, fixes=fixes)


@dataclass(slots=True)
class Wrong:
    """Collects what is wrong in the parts of one step, so that all of it is told."""

    messages: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    pairs: dict[str, tuple[str, str]] = field(default_factory=dict)
    amounts: dict[str, tuple[int, int]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    fixes: list[Fix] = field(default_factory=list)
    kept: str = ""

    def number(self, name: str, message: str, expected: int, found: int, node: Scalar) -> None:
        """A number that should be the expected one."""
        self._part(message, name, (str(expected), str(found)), node.span)
        self.amounts[name] = (expected, found)
        self.fixes.append(Fix(node, str(found)))

    def cards(self, name: str, message: str, expected: list[str], found: list[str], node: Scalar, instead: str) -> None:
        """A set of cards that should be the expected one."""
        missing, extra = differences.sets(expected, found)
        self._part(message, name, (in_a_row(expected), in_a_row(found)), node.span)
        self.missing += missing
        self.extra += extra
        self.fixes.append(Fix(node, instead))

    def _part(self, message: str, name: str, pair: tuple[str, str], span: Span) -> None:
        self.messages.append(message)
        self.spans.append(span)
        self.pairs[name] = pair

    def tell(self, found: str = "") -> None:
        """Raise StepError if there was anything. `found`: all that there is, if that is more than what was expected."""
        if not self.messages:
            return
        alone = len(self.pairs) == 1
        shown = [
            next(iter(self.pairs.values()))[k] if alone else "; ".join(f"{n}: {p[k]}" for n, p in self.pairs.items())
            for k in (0, 1)
        ]
        raise StepError(
            "; ".join(dict.fromkeys(self.messages)),
            shown[0],
            found or shown[1],
            self.missing,
            self.extra,
            self.spans[0],
            differences.numbers(self.amounts),
            self.fixes,
            self.kept,
        )


def in_a_row(texts: Iterable[str]) -> str:
    """Texts in a row; with commas where one has a space in it."""
    shown = list(texts)
    return (", " if any(" " in text for text in shown) else " ").join(shown) or "none"
