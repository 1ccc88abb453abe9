"""Pieces of Python source, made of the numbers of a verified program and of names of our own, never of its texts."""

from __future__ import annotations

from dataclasses import dataclass

NONE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Code:
    """An expression.

    `text` is closed: it can stand in any expression. `leaves`: the slots that it reads, so that it must be computed
    before one of them changes. `atom`: a name or literal, which costs nothing to repeat. `flag`: its value is a bool,
    to be made a number before it is stored. `truth`: a cheaper form that is as true, if there is one. `complement`: the
    set of all other elements, where that is as cheap. `wider`: the name of a set that it is cut from, and the constant
    that cuts, for those who cut again.
    """

    text: str
    leaves: frozenset[int] = NONE
    atom: bool = False
    flag: bool = False
    truth: str = ""
    complement: str = ""
    wider: tuple[str, int] | None = None

    @property
    def number(self) -> str:
        """The text, as an int."""
        return f"(+{self.text})" if self.flag else self.text

    @property
    def test(self) -> str:
        """The text, where only its truth counts."""
        return self.truth or self.text

    @property
    def boolean(self) -> str:
        """The text, as a bool."""
        return self.text if self.flag else f"({self.text} != 0)"


def literal(value: int) -> Code:
    """A number."""
    return Code(str(value) if value >= 0 else f"({value})", atom=True)


@dataclass(slots=True)
class Lines:
    """Statements, each with its depth."""

    lines: list[tuple[int, str]]
    depth: int = 0

    def add(self, text: str) -> None:
        """Append a statement."""
        self.lines.append((self.depth, text))

    def nest(self, other: Lines, by: int) -> None:
        """Append other statements, deeper by so much."""
        deeper = self.depth + by
        self.lines += [(depth + deeper, text) for depth, text in other.lines]

    def render(self) -> str:
        """The source."""
        return "\n".join(" " * depth + text for depth, text in self.lines)
