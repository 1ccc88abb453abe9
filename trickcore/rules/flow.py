"""Choices: `ask`, `auction`, and the calls that they and play have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickcore.language.scope import Context
from trickcore.language.types import NUMBER, Type
from trickcore.rules.common import Common
from trickcore.rules.model import Ask, Assign, Auction, CallRule, Choose, Step
from trickcore.rules.texts import At
from trickcore.source.nodes import Entry, Mapping, Node, Scalar

TURNS = ("around", "once", "first", "duel")
_PASSES = ("out", "stays in")

ReadSteps = Callable[[Node | None, At], tuple[Step, ...]]
ReadAssigns = Callable[[Node | None, At], tuple[Assign, ...]]


def missing(at: At, key: Scalar, names: Sequence[str]) -> None:
    """A step lacks something that it must have; the schema says so too, with more words."""
    if not at.file.shape.quiet:
        what = ", ".join(f"`{name}`" for name in names)
        at.found.error("missing-key", f"`{key.text}`: {what} is missing", key.span)


def read_ask(kind: Entry, at: At, common: Common, steps: ReadSteps, assigns: ReadAssigns) -> Step | None:
    """A choice of values, or a menu of calls."""
    shape, fields = at.file.shape, at.file.shape.mapping(kind.value)
    if fields is None:
        return None
    who = at.named("`who`").who(fields.get("who"))
    inner = at.within(Context.SEAT).named("`ask`")
    choose = read_fields(fields.get("choose"), inner)
    condition, until = inner.flag(fields.get("if")), inner.named("`until`").flag(fields.get("until"))
    calls = read_calls(fields.get("calls"), inner, steps, assigns)
    if "who" not in fields:
        missing(at, kind.key, ["who"])
    if ("choose" in fields) == ("calls" in fields) and not shape.quiet:
        at.found.error("ask-what", "an ask has either `choose` or `calls`", kind.key.span)
    if who is None:
        return None
    repeat, at_once = shape.flag(fields.get("repeat")), shape.flag(fields.get("at once"))
    return Ask(*common.fields, who, choose, condition, calls, until, repeat, at_once)


def read_auction(kind: Entry, at: At, common: Common, steps: ReadSteps, assigns: ReadAssigns) -> Step | None:
    """Ascending bids."""
    shape, fields = at.file.shape, at.file.shape.mapping(kind.value)
    if fields is None:
        return None
    start = at.named("`from`").seats(fields.get("from"))
    inner = at.within(Context.SEAT).named("`auction`")
    bid = read_fields(_bid(kind, fields), inner)
    worth = inner.named("`worth`").value(fields.get("worth"), NUMBER)
    names = ("if", "equal", "forced", "stop")
    condition, equal, forced, stop = (inner.named(f"`{name}`").flag(fields.get(name)) for name in names)
    then = steps(fields.get("then"), inner)
    calls = read_calls(fields.get("calls"), inner, steps, assigns)
    all_pass = steps(fields.get("all pass"), at)
    absent = [name for name in ("bid", "all pass") if name not in fields]
    if absent:
        missing(at, kind.key, absent)
    return Auction(
        *common.fields,
        start,
        shape.one_of(fields.get("turn"), TURNS),
        bid,
        worth,
        condition,
        equal,
        forced,
        shape.one_of(fields.get("pass"), _PASSES) == _PASSES[1],
        stop,
        then,
        calls,
        all_pass,
    )


def _bid(kind: Entry, fields: Mapping) -> Node | None:
    """The fields of a bid; a bare domain is the field `bid`."""
    node = fields.get("bid")
    key = fields.key("bid")
    if node is None or key is None or isinstance(node, Mapping):
        return node
    return Mapping((Entry(key, node),), kind.value.span)


def read_fields(node: Node | None, at: At) -> tuple[Choose, ...]:
    """Variables that a choice or a bid sets, with what each may be."""
    fields = []
    for entry in at.file.shape.entries(node):
        known = at.scope.find(entry.key.text)
        if known is None or known.broken:  # reported where it is declared
            continue
        domain = at.domain_of(entry.value, known.type)
        if domain is not None:
            fields.append(Choose(entry.key.text, domain, known.type, entry.key.span))
    return tuple(fields)


def read_calls(node: Node | None, at: At, steps: ReadSteps, assigns: ReadAssigns) -> tuple[CallRule, ...]:
    """A menu of calls."""
    calls = []
    for entry in at.file.shape.entries(node):
        fields = at.file.shape.mapping(entry.value)
        if fields is not None:
            calls.append(_call(entry.key, fields, at, steps, assigns))
    return tuple(calls)


def _call(name: Scalar, fields: Mapping, at: At, steps: ReadSteps, assigns: ReadAssigns) -> CallRule:
    """One call: `{who, with, if, set, do}`."""
    parameters, inner = _parameters(fields.get("with"), at.named(f"call `{name.text}`"))
    who = at.named("`who`").seats(fields.get("who"))
    return CallRule(
        name.text,
        who,
        parameters,
        inner.named("`if`").flag(fields.get("if")),
        assigns(fields.get("set"), inner),
        steps(fields.get("do"), inner),
        at.file.shape.words(fields.get("help")),
        name.span,
    )


def _parameters(node: Node | None, at: At) -> tuple[tuple[Choose, ...], At]:
    """What a call is made with, and the position in which these names are known. A later one may use an earlier one."""
    parameters = []
    for entry in at.file.shape.entries(node):
        name = entry.key.text
        domain = at.domain(entry.value)
        check_local(at, entry.key)
        if domain is not None:
            one = Type(domain.type.kind, False, domain.type.symbols, domain.type.fraction)
            parameters.append(Choose(name, domain, one, entry.key.span))
            at = at.bind({name: one})
    return tuple(parameters), at


def check_local(at: At, name: Scalar) -> None:
    """A local name may not hide another."""
    text = name.text
    what = (
        at.file.names.reserved(text) or at.file.names.what(text) or ("a parameter" if text in at.scope.locals else "")
    )
    if what:
        at.found.error("name-taken", f"`{text}` is {what} already", name.span, "choose another name")
