"""One compilation: everything its parts share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from trickcore.compiler.code import Code
from trickcore.compiler.conditions import Choices
from trickcore.compiler.known import Env
from trickcore.compiler.layers import Layers
from trickcore.compiler.setting import Setting
from trickcore.compiler.static import Static
from trickcore.compiler.values import Const, Value, number_slot
from trickcore.diagnostics.model import Diagnostics, Span

if TYPE_CHECKING:
    from trickcore.compiler.cells import Laws
    from trickcore.compiler.melds import Universe
    from trickcore.compiler.menus import PlayMenu
    from trickcore.compiler.state import State
    from trickcore.compiler.tricks import Tables


class RefusedError(Exception):
    """A construct that is not lowered; the finding stands in the diagnostics."""


@dataclass(frozen=True, slots=True)
class At:
    """Where an expression is lowered: what `me`, local names and `total` are there, and the moment of a trick.

    `moment`: "lead", "follow", "reopen" (another round of the trick), "card" (after one), "taken" (after a trick), or
    "" outside of the play.
    """

    me: Value | None = None
    card: Value | None = None  # the one that is being played
    locals: dict[str, Value] = field(default_factory=dict)
    totals: tuple[Value, ...] | None = None
    moment: str = ""
    secret: bool = False  # whether what is lowered is done depends on what not all may know
    row_inputs: set[int] = field(default_factory=set)  # saved slots that the row of the laws is computed from
    env: Env = field(default_factory=Env)
    reach: Value | None = None  # a flag: whether what is lowered is asked for (None: it is); only probes look at it


def static_env(at: At) -> Env:
    """What is known at a place, for static evaluation."""
    me, card = (int(one.value) if isinstance(one, Const) else None for one in (at.me, at.card))
    return replace(
        at.env, me=me, card=card, locals={n: v.value if isinstance(v, Const) else None for n, v in at.locals.items()}
    )


@dataclass(slots=True)
class Exits:
    """Labels that `end:` leaves to; −1 where there is no such thing to leave."""

    trick: int = -1
    play: int = -1
    deal: int = -1
    redeal: int = -1
    match: int = -1


@dataclass(slots=True)
class Unit:
    """The compilation of one game."""

    setting: Setting
    layers: Layers
    static: Static
    code: Code
    found: Diagnostics
    reads: frozenset[str]  # words and functions that the file mentions
    late: frozenset[str]  # … outside of the play
    laws: Laws = field(init=False)
    melds: Universe = field(init=False)
    state: State = field(init=False)
    tables: Tables = field(init=False)
    play_menu: PlayMenu = field(init=False)
    pick_menu: int = -1
    pass_menu: int = -1
    exits: Exits = field(default_factory=Exits)
    row_inputs: set[int] = field(default_factory=set)  # saved slots that the row of the laws is computed from
    env: Env = field(default_factory=Env)  # where nothing of the state is known
    probed: bool = False  # the program is compiled to be observed
    choices: Choices = field(default_factory=Choices)  # which expressions hold conditions of choices

    def probe(self, kind: str, span: Span, *values: Value, name: str = "") -> None:
        """In a program that is compiled to be observed: this place of the rules is reached, and these are numbers or
        flags there. One value that is known here is kept with the probe itself too.
        """
        if self.probed:
            known = int(values[0].value) if len(values) == 1 and isinstance(values[0], Const) else -1
            slots = [number_slot(self.code, value) for value in values]
            self.code.tell_probe(kind, span, *slots, name=name, known=known)

    def settled(self, kind: str, span: Span, known: bool | int, name: str = "") -> None:
        """The same for a place that needs no code, since what is there is known: a guard over options."""
        if self.probed:
            self.code.probe(kind, name, span, int(known))

    def name_melds(self) -> None:
        """The melds are expanded: from here on the setting knows them."""
        self.melds.check()
        self.setting = self.static.setting = replace(self.setting, melds=self.melds.names())

    def refuse(self, span: Span, what: str) -> RefusedError:
        """Report a construct that is not lowered. The caller raises what is given back."""
        message = f"{what} is understood, but cannot be played yet"
        self.found.error("not-lowered", message, span, "the reference lists what can be played")
        return RefusedError()

    @contextmanager
    def catching(self) -> Iterator[None]:
        """A refusal inside ends what is inside, so that the rest can be looked at too."""
        with suppress(RefusedError):
            yield
