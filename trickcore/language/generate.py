"""Makes `tables.json` from `grammar.lark`: the LALR(1) automaton and the tokens, as plain data.

Analysing the grammar takes longer than reading a whole game, so it is done once, here, by Lark; reading a text then
needs neither Lark nor the grammar. Run `python -m trickcore.language.generate` after a change of the grammar.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

FOLDER = Path(__file__).parent
STARTS = ("expression", "domain", "who", "items", "deck", "variable", "target", "head")

#: Words that the grammar knows as keywords, and that may be names where no such keyword can stand.
SOFT = ("x", "per", "set")


def build(grammar: str) -> Lark:
    """Lark's parser of a grammar text. Raises lark's GrammarError if the grammar has a conflict."""
    from lark import Lark

    return Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=False)


def tables(grammar: str) -> dict[str, Any]:
    """The data of `tables.json`.

    `tokens`: names and patterns of the tokens that have one. `fixed`: other tokens by their text. `rules`: name of
    the node (or "" to pass the only child on, or "*" for a part of a list), the symbol, its length, and which of its
    symbols are kept. `states`: for each state the next state by symbol (0 and up), or the rule to apply (below 0:
    −1 − its number). `starts` and `ends`: states by kind of text.
    """
    lark = build(grammar)
    automaton = lark.parser.parser._parse_table
    order = _order(automaton)
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    return {
        "tokens": [[t.name, t.pattern.value] for t in lark.terminals if t.pattern.type == "re" and t.name[0] != "_"],
        "fixed": {
            t.pattern.value: t.name
            for t in sorted(lark.terminals, key=lambda t: str(t.name))
            if t.pattern.type == "str"
        },
        "soft": list(SOFT),
        "rules": [_rule(rule) for rule in lark.rules],
        "states": [_row(automaton.states[state], order, rules) for state in order],
        "starts": {name: order[state] for name, state in sorted(automaton.start_states.items())},
        "ends": {name: order[state] for name, state in sorted(automaton.end_states.items())},
    }


def _order(automaton: Any) -> dict[int, int]:
    """New numbers for the states, in the order in which a walk from the starts meets them: Lark's own may vary."""
    order: dict[int, int] = {}
    waiting = [automaton.start_states[name] for name in STARTS]
    while waiting:
        state = waiting.pop(0)
        if state in order:
            continue
        order[state] = len(order)
        row = automaton.states[state]
        waiting += [row[symbol][1] for symbol in sorted(row) if row[symbol][0].name == "Shift"]
    return order


def _row(row: Any, order: dict[int, int], rules: dict[Any, int]) -> dict[str, int]:
    cells = sorted(row.items())
    return {name: order[arg] if action.name == "Shift" else -1 - rules[arg] for name, (action, arg) in cells}


def _rule(rule: Any) -> list[Any]:
    origin = str(rule.origin.name)
    node = "*" if origin.startswith("_") else rule.alias or ("" if rule.options.expand1 else origin)
    kept = [0 if symbol.is_term and symbol.filter_out else 1 for symbol in rule.expansion]
    return [str(node), origin, len(rule.expansion), kept]


def text_of(grammar: str) -> str:
    """The text of `tables.json` for a grammar: one line per rule and state, so that changes can be read."""
    data = tables(grammar)
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and key in ("rules", "states"):
            rows = ",\n  ".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in value)
            lines.append(f'"{key}": [\n  {rows}\n]')
        else:
            lines.append(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    (FOLDER / "tables.json").write_text(text_of((FOLDER / "grammar.lark").read_text("utf-8")), "utf-8")
