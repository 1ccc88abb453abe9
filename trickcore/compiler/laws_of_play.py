"""Laws of the play as values: the text in force, overlays included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.compiler import probes
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value
from trickcore.language.core import Expr
from trickcore.language.types import Type

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def chosen(e: Emitter, law: str, type_: Type, at: At) -> Value | None:
    """The value of a law; None if the file does not say. Where no layer in force speaks, the empty value."""
    texts: list[tuple[Expr | None, Expr]] = e.unit.layers.law(law)
    return None if not texts else _chosen(e, texts, type_, at)


def _chosen(e: Emitter, texts: list[tuple[Expr | None, Expr]], type_: Type, at: At) -> Value:
    if not texts:
        return e.const(0, type_)
    condition, text = texts[0]
    if condition is None:
        return e.value(text, at)
    test = e.value(condition, at)
    if isinstance(test, Const):
        return e.value(text, at) if test.value else _chosen(e, texts[1:], type_, at)
    e.code.keep(test.slot)
    held, failed = probes.either(e, test, at)
    return e.choose(test.slot, e.value(text, held), _chosen(e, texts[1:], type_, failed), text.type)
