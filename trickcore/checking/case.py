"""A line of play as a case: a few lines of YAML that fail alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from trickcore.checking.invariants import INVARIANTS, RULES
from trickcore.checking.settings import settled
from trickcore.checking.shrink import Line
from trickcore.diagnostics.model import Diagnostics
from trickcore.game import Game
from trickcore.rules.model import OptionValue, Rules

MOST_LINES = 10

Step = dict[str, object]


def case_text(rules: Rules, game: str, id: str, name: str, line: Line) -> str:
    """The text of a cases file with one case, of at most ten lines. `game`: how it names the rules; `name`: of the
    invariant that does not hold at the end of the line of play.
    """
    head = ["trickcore: 1", f"game: {_yaml(game)}", "cases:", f"  - id: {_yaml(id)}", f"    says: {_yaml(_says(name))}"]
    if line.setting.players != rules.players[0]:
        head.append(f"    players: {line.setting.players}")
    if line.setting.chosen:
        head.append(f"    options: {_yaml(dict(line.setting.chosen))}")
    head += [f"    seed: {line.seed}"] if line.seed else []
    course = _course(line, name)
    if len(head) + 1 + len(course) <= MOST_LINES:
        head += ["    course:", *(f"      - {_yaml(step)[1:-1]}" for step in course)]
    else:
        head.append(f"    course: {_yaml(course)}")
    return "\n".join(head) + "\n"


def _says(name: str) -> str:
    if name == RULES:
        return "The rules can go on"
    says = INVARIANTS[name].says
    return says[0].upper() + says[1:]


def _course(line: Line, name: str) -> list[Step]:
    """The steps of a line of play, and the one that does not hold; where the rules cannot go on, that is the last."""
    steps: list[Step] = []
    for is_chosen, part in groupby(line.choices, lambda choice: choice is not None):
        choices = list(part)
        steps.append({"play": choices if len(choices) > 1 else choices[0]} if is_chosen else {"auto": len(choices)})
    if name != RULES:
        return [*steps, {"holds": name}]
    return steps or [{"turn": 0}]


def _yaml(data: object) -> str:
    """Data as YAML on one line."""
    import yaml

    text = yaml.safe_dump(data, default_flow_style=True, allow_unicode=True, width=10**9, sort_keys=False)
    return text.removesuffix("...\n").rstrip("\n")


def fails(rules: Rules, text: str, stop: Callable[[], object] | None = None) -> bool:
    """Whether a cases file can be read and its one case does not pass. Raises Stopped soon after `stop` is true."""
    from trickcore.testing import loads_cases, run_case
    from trickcore.testing.costs import meter_of_case

    found = Diagnostics()
    file = loads_cases(text, "found.cases.yaml", found)

    def load(_: str, players: int | None, options: dict[str, OptionValue]) -> Game:
        return _load(rules, players, options)

    return file is not None and not any(run_case(case, load, meter_of_case(stop)).passed for case in file.cases)


def _load(rules: Rules, players: int | None, options: dict[str, OptionValue]) -> Game:
    from trickcore.checking.settings import settings

    return settled(rules, settings(rules, players or rules.players[0], {**_defaults(rules), **options})[0])


def _defaults(rules: Rules) -> dict[str, OptionValue]:
    return {name: option.default for name, option in rules.options.items()}
