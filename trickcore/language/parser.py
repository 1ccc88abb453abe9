"""Reads tokens with the precomputed automaton: no recursion, time in proportion to the text, limits on the tree."""

from __future__ import annotations

from typing import Any

from trickcore.language.build import BUILDERS
from trickcore.language.lexer import Tables, TextError, tables, tokens
from trickcore.language.tree import Node, Token

MAX_NODES = 400
MAX_DEPTH = 100  # of the tree: long chains such as `a + b + …` count too

_END = "$END"
_HINT = "give parts of it a name under `let`"


def parse(text: str, kind: str) -> Node:
    """The tree of a text. `kind` is a start rule of the grammar. Raises TextError.

    >>> parse("hand(me)", "expression").args
    (Name(start=5, end=7, name='me'),)
    """
    return _Run(text, kind).run()


class _Run:
    """One run of the automaton. The four stacks belong together: state, value, where it starts, how deep it is."""

    def __init__(self, text: str, kind: str) -> None:
        self.tables: Tables = tables()
        self.text, self.kind = text, kind
        self.states = [self.tables.starts[kind]]
        self.values: list[Any] = []
        self.starts: list[int] = []
        self.depths: list[int] = []
        self.read: list[Token] = []
        self.end = 0  # end of the last token shifted
        self.nodes = 0

    def run(self) -> Node:
        self.read = tokens(self.text)
        for token in self.read:
            self._shift(token)
        self._advance(Token(_END, "", self.end, self.end))
        result: Node = self.values[0]
        return result

    def _shift(self, token: Token) -> None:
        kind = self._advance(token)
        self.states.append(self.tables.states[self.states[-1]][kind])
        self.values.append(token)
        self.starts.append(token.start)
        self.depths.append(0)
        self.end = token.end

    def _advance(self, token: Token) -> str:
        """Reduce until the token can be shifted; the kind under which it can."""
        states, end = self.tables.states, self.tables.ends[self.kind]
        while True:
            row = states[self.states[-1]]
            kind = token.kind
            if kind == "NAME" and token.text in self.tables.soft and self.tables.fixed[token.text] in row:
                kind = self.tables.fixed[token.text]
            step = row.get(kind)
            if step is None:
                if kind == _END and self.states[-1] == end:
                    return kind
                raise self._unexpected(token)
            if step >= 0:
                return kind
            self._reduce(-1 - step)

    def _reduce(self, number: int) -> None:
        node, symbol, length, kept, whole = self.tables.rules[number]
        parts = self.values[-length:]
        start, depth = self.starts[-length], max(self.depths[-length:])
        if not whole:
            parts = [parts[i] for i in kept]
        if node == "":
            value = parts[0]
        elif node == "*":
            value = [*parts[0], *parts[1:]] if isinstance(parts[0], list) else parts
        else:
            value = self._build(node, parts, start)
            depth += 1
            self._limit(depth, start)
        for stack in (self.states, self.values, self.starts, self.depths):
            del stack[-length:]
        self.states.append(self.tables.states[self.states[-1]][symbol])
        self.values.append(value)
        self.starts.append(start)
        self.depths.append(depth)

    def _build(self, node: str, parts: list[Any], start: int) -> Any:
        flat: list[Any] = []
        for part in parts:
            if isinstance(part, list):
                flat += part
            else:
                flat.append(part)
        self.nodes += 1
        return BUILDERS[node](flat, start, self.end)

    def _limit(self, depth: int, start: int) -> None:
        if self.nodes > MAX_NODES:
            raise TextError("too-many-parts", f"this text has more than {MAX_NODES} parts", start, self.end, _HINT)
        if depth > MAX_DEPTH:
            raise TextError(
                "nested-too-deep", f"more than {MAX_DEPTH} operations inside one another", start, self.end, _HINT
            )

    def _unexpected(self, token: Token) -> TextError:
        from trickcore.language.expected import describe

        before = [other for other in self.read if other.end <= token.start]
        again = _Run(self.text, self.kind)  # the state before the token made it reduce anything
        for other in before:
            again._shift(other)
        able = frozenset(
            kind for kind in again.tables.states[again.states[-1]] if kind.isupper() and again._takes(kind)
        )
        message, hint = describe(token, before[-1] if before else None, able, self.kind, self.text[token.start :])
        start = token.start if token.kind != _END else max(0, token.start - 1)
        return TextError("syntax", message, start, max(token.end, start + 1), hint)

    def _takes(self, kind: str) -> bool:
        """Whether a token of this kind could really stand here: the reductions that it allows lead to a shift."""
        stack, states = list(self.states), self.tables.states
        while True:
            step = states[stack[-1]].get(kind)
            if step is None:
                return kind == _END and stack[-1] == self.tables.ends[self.kind]
            if step >= 0:
                return True
            _, symbol, length, _, _ = self.tables.rules[-1 - step]
            del stack[-length:]
            stack.append(states[stack[-1]][symbol])
