"""The declaring half of the builder: slots, tables, menus, notes, duties, spans, reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from trickcore.diagnostics.model import Span
from trickcore.program.limits import INT_LIMIT
from trickcore.program.model import (
    Card,
    Duty,
    DutyTier,
    Field,
    Item,
    Menu,
    Note,
    Probe,
    Program,
    Role,
    Seen,
    Slot,
    SlotKind,
    Table,
)


class Declarations:
    """Everything of a program but its code. What has no number of its own is kept once: constants, tables, words."""

    def __init__(
        self,
        *,
        name: str,
        seats: Sequence[str],
        teams: Sequence[int] | None,
        cards: Iterable[Card],
        suits: Sequence[str],
        language: int,
    ) -> None:
        self.name = name
        self.language = language
        self.seats = tuple(seats)
        self.teams = tuple(range(len(self.seats)) if teams is None else teams)
        self.cards = tuple(cards)
        self.suits = tuple(suits)
        self.roles: dict[str, int] = {}
        self._slots: list[Slot] = []
        self._menus: list[Menu] = []
        self._constants: dict[tuple[SlotKind, int, int], int] = {}
        self._tables: dict[Table, int] = {}
        self._notes: dict[Note, int] = {}
        self._duties: dict[Duty, int] = {}
        self._probes: dict[Probe, int] = {}
        self._spans: dict[Span, int] = {}
        self._reasons: dict[str, int] = {}
        self._actions = 0

    # ------------------------------------------------------------------------------------------------ slots

    def slot(self, slot: Slot) -> int:
        """Declare any slot; the other methods are shorter forms of this one."""
        self._slots.append(slot)
        return len(self._slots) - 1

    def slot_at(self, index: int) -> Slot:
        """The declaration of a slot."""
        return self._slots[index]

    def seen_by(self, index: int, viewers: int) -> None:
        """Who sees a slot is said by another one, which holds the seats."""
        self._slots[index] = replace(self._slots[index], seen=Seen.SEATS, viewers=viewers)

    def saved_int(
        self,
        name: str,
        low: int,
        high: int,
        *,
        initial: int | None = None,
        label: str = "",
        domain: str = "number",
        seen: Seen = Seen.ALL,
        help: str = "",
    ) -> int:
        """A number of the state, from `low` to `high`. It starts at `initial`, else at 0 or what is nearest to it."""
        first = min(max(0, low), high) if initial is None else initial
        return self.slot(Slot(name, SlotKind.INT, Role.SAVED, low, high, 1, first, label, domain, "", seen, help))

    def saved_set(
        self,
        name: str,
        universe: int,
        *,
        initial: int = 0,
        label: str = "",
        domain: str = "cards",
        seen: Seen = Seen.ALL,
        help: str = "",
    ) -> int:
        """A set of the state over elements 0 … `universe` − 1."""
        return self.slot(Slot(name, SlotKind.SET, Role.SAVED, 0, universe, 1, initial, label, domain, "", seen, help))

    def saved_ints(
        self,
        name: str,
        size: int,
        low: int,
        high: int,
        *,
        initial: int | None = None,
        label: str = "",
        domain: str = "number",
        per: str = "",
        seen: Seen = Seen.ALL,
        help: str = "",
    ) -> int:
        """An array of numbers."""
        first = min(max(0, low), high) if initial is None else initial
        return self.slot(Slot(name, SlotKind.INTS, Role.SAVED, low, high, size, first, label, domain, per, seen, help))

    def saved_sets(
        self,
        name: str,
        size: int,
        universe: int,
        *,
        initial: int = 0,
        label: str = "",
        domain: str = "cards",
        per: str = "",
        seen: Seen = Seen.ALL,
        help: str = "",
    ) -> int:
        """An array of sets."""
        kind, role = SlotKind.SETS, Role.SAVED
        return self.slot(Slot(name, kind, role, 0, universe, size, initial, label, domain, per, seen, help))

    def saved_pile(self, name: str, *, label: str = "", seen: Seen = Seen.NOBODY, help: str = "") -> int:
        """An ordered pile of cards, empty at first."""
        return self._pile(name, Role.SAVED, label, seen, help)

    def temp_pile(self) -> int:
        """A pile that is used up before the next decision."""
        return self._pile(f"t{len(self._slots)}", Role.TEMP, "", Seen.NOBODY, "")

    def _pile(self, name: str, role: Role, label: str, seen: Seen, help: str) -> int:
        count = len(self.cards)
        return self.slot(Slot(name, SlotKind.PILE, role, 0, count, count, 0, label, "cards", "", seen, help))

    def temp_int(self, low: int = -INT_LIMIT, high: int = INT_LIMIT) -> int:
        """A fresh number that lasts until the next decision at most."""
        return self.slot(Slot(f"t{len(self._slots)}", SlotKind.INT, Role.TEMP, low, high))

    def temp_set(self, universe: int) -> int:
        """A fresh set that lasts until the next decision at most."""
        return self.slot(Slot(f"t{len(self._slots)}", SlotKind.SET, Role.TEMP, 0, universe, domain="cards"))

    def temp_ints(self, size: int, low: int = -INT_LIMIT, high: int = INT_LIMIT) -> int:
        """A fresh array of numbers; `fill` it before anything else."""
        return self.slot(Slot(f"t{len(self._slots)}", SlotKind.INTS, Role.TEMP, low, high, size))

    def temp_sets(self, size: int, universe: int) -> int:
        """A fresh array of sets; `fill_set` it before anything else."""
        return self.slot(Slot(f"t{len(self._slots)}", SlotKind.SETS, Role.TEMP, 0, universe, size, domain="cards"))

    def const_int(self, value: int) -> int:
        """The constant number."""
        return self._constant(Slot(f"{value}", SlotKind.INT, Role.CONST, value, value, 1, value))

    def const_set(self, value: int, universe: int | None = None) -> int:
        """The constant set; its universe is as small as can be unless one is given."""
        high = value.bit_length() if universe is None else universe
        return self._constant(Slot(f"{{{value:#x}}}", SlotKind.SET, Role.CONST, 0, high, 1, value, domain="cards"))

    def _constant(self, slot: Slot) -> int:
        key = (slot.kind, slot.initial, slot.high)
        if key not in self._constants:
            self._constants[key] = self.slot(slot)
        return self._constants[key]

    # ------------------------------------------------------------------------------------------------ the rest

    def int_table(self, values: Iterable[int], *, row: int = 0, absent: int = 0, name: str = "") -> int:
        """A table of numbers. `row`: length of a row, for tables of two dimensions."""
        return self._table(Table(name, SlotKind.INT, tuple(values), row, absent))

    def set_table(self, values: Iterable[int], *, row: int = 0, absent: int = 0, name: str = "") -> int:
        """A table of sets."""
        return self._table(Table(name, SlotKind.SET, tuple(values), row, absent))

    def _table(self, table: Table) -> int:
        return self._tables.setdefault(table, len(self._tables))

    def menu(self, name: str, prompt: str, items: Iterable[Item]) -> int:
        """A kind of decision. Its actions are numbered on from those of the menus before it."""
        menu = Menu(name, prompt, self._actions, tuple(items))
        self._actions += len(menu.items)
        self._menus.append(menu)
        return len(self._menus) - 1

    def menu_at(self, index: int) -> Menu:
        """The declaration of a menu, with its offset."""
        return self._menus[index]

    def note(self, name: str, fields: Iterable[Field] = (), text: str = "") -> int:
        """A kind of event."""
        return self._notes.setdefault(Note(name, tuple(fields), text), len(self._notes))

    def duty(self, law: str, tiers: Iterable[tuple[str, str, Span | None]]) -> int:
        """The words of a `first`: for each tier its text, what is said to a refused player, its place."""
        made = tuple(DutyTier(text, why, self.span(span)) for text, why, span in tiers)
        return self._duties.setdefault(Duty(law, made), len(self._duties))

    def probe(self, kind: str, name: str, span: Span | None, known: int = -1) -> int:
        """A place of the rules that is observed."""
        return self._probes.setdefault(Probe(kind, name, self.span(span), known), len(self._probes))

    def span(self, span: Span | None) -> int:
        """The index of a span; −1 for none."""
        return -1 if span is None else self._spans.setdefault(span, len(self._spans))

    def reason(self, text: str) -> int:
        """The index of a reason for the end of a match."""
        return self._reasons.setdefault(text, len(self._reasons))

    def role(self, name: str, slot: int) -> None:
        """Name the slot that views read for this purpose."""
        self.roles[name] = slot

    def program(self) -> Program:
        """Everything declared so far, without code."""
        return Program(
            language=self.language,
            name=self.name,
            seats=self.seats,
            teams=self.teams,
            cards=self.cards,
            suits=self.suits,
            slots=tuple(self._slots),
            tables=tuple(self._tables),
            menus=tuple(self._menus),
            notes=tuple(self._notes),
            duties=tuple(self._duties),
            code=(),
            reasons=tuple(self._reasons),
            spans=tuple(self._spans),
            roles=dict(self.roles),
            probes=tuple(self._probes),
        )
