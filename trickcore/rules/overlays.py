"""Layers: the base of laws and definitions, and the overlays of contracts and of `when:` over it."""

from __future__ import annotations

from dataclasses import replace

from trickcore.language.core import Binary, Empty, Expr, Get, Home, Symbol
from trickcore.language.types import FLAG, SEATS, Kind, Type
from trickcore.rules.contexts import DEAL
from trickcore.rules.declare import Declared
from trickcore.rules.laws import Laws
from trickcore.rules.model import Definition, Layer, Overlay, Side
from trickcore.source.nodes import Entry, Mapping


def read_base(declared: Declared) -> Layer:
    """The laws at the top of the file and in `play:`, and `let`."""
    maps = [declared.root]
    play = declared.file.shape.mapping(declared.root.get("play"))
    if play is not None:
        maps.append(play)
    layer = Laws(declared.file, tuple(maps)).layer()
    definitions = _definitions(declared, -1, layer)
    for name in declared.file.names.names():  # a side that only an overlay has is nobody without it
        span = declared.file.names.span(name)
        if declared.file.names.what(name) == "a side" and name not in definitions and span is not None:
            definitions[name] = Definition(name, (), "", SEATS, Empty(SEATS, span), "", span)
    return replace(layer, definitions=definitions)


def read_overlays(declared: Declared) -> tuple[Overlay, ...]:
    """Contracts first, then `when:`; later ones beat earlier ones."""
    overlays = []
    contracts = len(declared.section("contracts"))
    for index, entry in enumerate(declared.overlays):
        condition = _is_contract(declared, entry) if index < contracts else _condition(declared, entry)
        if isinstance(entry.value, Mapping) and condition is not None:
            layer = Laws(declared.file, (entry.value,)).layer()
            layer = replace(layer, definitions=_definitions(declared, index, layer))
            overlays.append(Overlay(condition, layer, entry.key.span))
    return tuple(overlays)


def _is_contract(declared: Declared, entry: Entry) -> Expr:
    """`contract == name`."""
    span, type_ = entry.key.span, Type(Kind.SYMBOL, symbols=declared.file.contracts)
    known = declared.file.names.find("contract")
    home = known.home if known is not None else Home.CHOICE
    return Binary(FLAG, span, "==", Get(type_, span, home, "contract"), Symbol(type_, span, entry.key.text))


def _condition(declared: Declared, entry: Entry) -> Expr | None:
    return declared.file.at(DEAL, "a condition of `when`").flag(entry.key)


def _definitions(declared: Declared, index: int, layer: Layer) -> dict[str, Definition]:
    """The definitions of a layer: those of `let`, and the seats of its sides."""
    results = declared.definitions.results
    definitions = {name: found for (name, at), found in results.items() if at == index}
    for side in layer.sides or ():
        definitions[side.name] = Definition(side.name, (), "", SEATS, _seats(side, layer.sides or ()), "", side.span)
    return definitions


def _seats(side: Side, sides: tuple[Side, ...]) -> Expr:
    """The seats of a side; `rest` is all that the others leave."""
    if side.seats is not None:
        return side.seats
    rest: Expr = Get(SEATS, side.span, Home.WORD, "seats")
    for other in sides:
        if other.seats is not None:
            rest = Binary(SEATS, side.span, "-", rest, other.seats)
    return rest
