"""Random programs: structured enough to pass the verifier, wild enough to meet every operation and most traps."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from trickcore.diagnostics.model import Span
from trickcore.program.build import Builder
from trickcore.program.model import Card, Field, Instr, Item, Program, Role, Slot, SlotKind
from trickcore.program.ops import OPS
from trickcore.program.signature import UPDATED

WIDTH = 8  # elements of most sets, cards, length of table rows
ROWS = 3
SEATS = 3
_KINDS = {"i": SlotKind.INT, "s": SlotKind.SET, "v": SlotKind.INTS, "w": SlotKind.SETS, "p": SlotKind.PILE}
_FLOW = ("jump", "if", "unless", "tick", "ask", "end", "note", "probe")
COMPUTING = [name for name in OPS if name not in _FLOW]
_INDEX = {"load": 2, "load_set": 2, "store": 1, "store_set": 1, "holder": 3}


class RandomProgram:
    """Writes one program. `written` are the temporaries that are sure to have a value."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        cards = [Card(f"c{k}", f"c{k}", k, str(k), "") for k in range(WIDTH)]
        self.b = Builder(name="random", seats=[f"seat {k}" for k in range(SEATS)], cards=cards)
        self.written: set[int] = set()
        self.open: list[tuple[int, set[int]]] = []  # labels to place later, and what is written on the way there
        self.loops = 0
        self._declare()

    def _declare(self) -> None:
        b, r = self.b, self.random
        for k in range(3):
            b.saved_int(f"small{k}", -1, r.choice([3, 7, 20]), initial=r.randrange(-1, 3))
            b.saved_int(f"wide{k}", -1000, 1000)
            b.saved_set(f"set{k}", r.choice([WIDTH, WIDTH, 5]), initial=r.randrange(32))
        b.saved_ints("ints", 4, -1, WIDTH - 1, initial=-1)
        b.saved_ints("many", 10, -1, WIDTH - 1, initial=2)
        b.saved_ints("numbers", 3, -50, 50)
        b.saved_sets("sets", 4, WIDTH, initial=5)
        b.saved_sets("more", 9, WIDTH)
        b.saved_pile("pile")
        b.temp_pile()
        b.temp_ints(3, -1, WIDTH - 1)
        b.temp_sets(3, WIDTH)
        for k in range(4):
            b.temp_int()
            b.temp_int(-1, 5 * k)
            b.temp_set(WIDTH)
        for value in (-1, 0, 1, 2, 3, 7):
            b.const_int(value)
        for value in (0, 1, 0b1010, 0b11111, 0xFF):
            b.const_set(value)
        b.slot(_constant_array())
        values = [r.randrange(-9, 10) for _ in range(WIDTH * ROWS)]
        self.tables = [b.int_table(values, row=WIDTH), b.int_table(values[:WIDTH], absent=4)]
        masks = [r.randrange(1 << WIDTH) for _ in range(WIDTH)]
        self.set_tables = [b.set_table(masks, absent=0xFF), b.set_table(masks[::-1])]
        self.menus = [b.menu(f"m{m}", "?", [Item(f"{m}.{k}", f"{m}.{k}") for k in range(WIDTH)]) for m in range(2)]
        tiers = [("a", "", Span("r.yaml", 1, 1, 1, 2)), ("b", "", None)]
        self.duties = [b.duty("follow", tiers)]
        self.notes = [b.note("n", [Field("x", "number")])]
        self.probe = b.probe("step", "told", None)
        b.reason("over")
        b.reason("out")

    # ------------------------------------------------------------------------------------------------ operands

    def slots(self, kind: SlotKind, wanted: Callable[[int], bool] = lambda _: True) -> list[int]:
        """The slots of a kind that may be read now."""
        found = []
        for k in range(len(self.b.program().slots)):
            slot = self.b.slot_at(k)
            readable = slot.role is not Role.TEMP or k in self.written
            if slot.kind is kind and readable and not slot.name.startswith("counter") and wanted(k):
                found.append(k)
        return found

    def target(self, kind: SlotKind) -> int:
        """A slot to write; mostly a roomy one, so that runs do not end at once."""
        every = [
            k
            for k, slot in enumerate(self.b.program().slots)
            if slot.kind is kind and slot.role is not Role.CONST and not slot.name.startswith("counter")
        ]
        roomy = [k for k in every if self.b.slot_at(k).high >= (500 if kind is SlotKind.INT else WIDTH)]
        return self.random.choice(roomy if roomy and self.random.random() < 0.8 else every)

    def index(self, size: int) -> int:
        """Mostly a good index, sometimes any number."""
        if self.random.random() < 0.7:
            return self.b.const_int(self.random.randrange(size))
        inside = self.slots(SlotKind.INT, lambda k: self.b.slot_at(k).high <= size + 4)
        return self.random.choice(inside or self.slots(SlotKind.INT))

    def operands(self, op: str) -> list[int] | None:
        """Operands that satisfy the verifier; None if there are none now."""
        text = OPS[op].operands.replace("s*", "s" * self.random.randrange(1, 4))
        args: list[int] = []
        for k, letter in enumerate(text):
            found = self.operand(op, k, letter, args)
            if found is None:
                return None
            args.append(found)
        return args

    def operand(self, op: str, k: int, letter: str, args: list[int]) -> int | None:
        r = self.random
        if letter == "D":
            return self.duties[0]
        if letter == "t":
            return self.tables[0] if op in ("top", "best", "best_last") else r.choice(self.tables)
        if letter == "u":
            return r.choice(self.set_tables)
        if letter == "i" and op in _INDEX and k == _INDEX[op]:
            return self.index(self.b.slot_at(args[1 if letter and op.startswith(("load", "holder")) else 0]).size)
        if letter == "i" and op in ("top", "best", "best_last"):
            return self.index(ROWS)
        if letter == "i" and op in ("look", "look_set", "only", "roll", "take"):
            return self.index(WIDTH)
        if letter.isupper() and letter not in UPDATED.get(op, ""):
            return self.target(_KINDS[letter.lower()])
        limit = WIDTH - 1 if op in ("best", "best_last", "bits") else 10**9
        fitting = self.slots(
            _KINDS[letter.lower()],
            lambda s: self.b.slot_at(s).high <= limit or letter != "v",
        )
        if letter.isupper():
            fitting = [s for s in fitting if self.b.slot_at(s).role is not Role.CONST]
        return r.choice(fitting) if fitting else None

    # ------------------------------------------------------------------------------------------------ statements

    def emit(self, op: str, *args: int) -> None:
        line = self.b.here + 1
        self.b.emit(op, *args, span=Span("r.yaml", line, 1, line, 2))

    def compute(self) -> None:
        op = self.random.choice(COMPUTING)
        args = self.operands(op)
        if args is None:
            return
        self.emit(op, *args)
        self.written |= {
            slot
            for slot, letter in zip(args, OPS[op].operands, strict=False)
            if letter in "ISPVW" and self.b.slot_at(slot).role is Role.TEMP
        }

    def ask(self) -> None:
        b, r = self.b, self.random
        groups: list[int] = []
        for k in range(r.choice([1, 1, 1, 2, 3])):
            masks = self.slots(SlotKind.SET, lambda s: b.slot_at(s).role is Role.SAVED)
            mask = r.choice(masks)
            if not k and r.random() < 0.95:
                self.emit("join", mask, mask, b.const_set(r.randrange(1, 32)))
            seat = b.const_int(r.randrange(-1 if k else 0, SEATS))
            if r.random() < 0.1:
                seat = r.choice(self.slots(SlotKind.INT, lambda s: "small" in b.slot_at(s).name))
                if b.slot_at(seat).role is not Role.SAVED:
                    seat = b.const_int(0)
            groups += [seat, r.choice(self.menus), mask]
        self.written = set()
        ints = [k for k, s in enumerate(b.program().slots) if s.kind is SlotKind.INT and s.role is Role.TEMP]
        action = r.choice([k for k in ints if b.slot_at(k).high > 100] or ints)
        self.emit("ask", action, *groups)
        self.written.add(action)
        if r.random() < 0.5:
            item, card = b.temp_int(), b.temp_set(WIDTH)
            self.emit("sub", item, action, b.const_int(0 if groups[1] == self.menus[0] else WIDTH))
            self.emit("only", card, item)
            self.written |= {item, card}

    def branch(self, depth: int) -> None:
        """An if with or without an else, or a jump ahead out of everything."""
        r = self.random
        test = r.choice(self.slots(SlotKind.INT))
        if r.random() < 0.5:
            a, b = test, r.choice(self.slots(SlotKind.INT))
            test = self.b.temp_int(0, 1)
            self.emit(r.choice(["lt", "le", "eq", "ne"]), test, a, b)
            self.written.add(test)
        label = self.b.label()
        self.emit(r.choice(["if", "unless"]), test, label)
        if r.random() < 0.3:
            self.open.append((label, set(self.written)))
            return
        before = set(self.written)
        self.block(depth + 1, r.randrange(1, 4))
        if r.random() < 0.5:
            after = self.b.label()
            self.emit("jump", after)
            first = self.written
            self.b.place(label)
            self.written = before
            self.block(depth + 1, r.randrange(1, 4))
            self.written &= first
            self.b.place(after)
        else:
            self.b.place(label)
            self.written &= before

    def loop(self, depth: int) -> None:
        """A loop bounded by a counter of its own; nothing may be open across its head but what it can keep."""
        self.loops += 1
        counter = self.b.saved_int(f"counter{self.loops}", 0, self.random.randrange(1, 5))
        self.emit("copy", counter, self.b.const_int(0))
        head, out = self.b.label(), self.b.label()
        self.written = set()  # a temporary of before may be gone by the second round
        self.b.place(head)
        full = self.b.temp_int(0, 1)
        self.emit("eq", full, counter, self.b.const_int(self.b.slot_at(counter).high))
        self.emit("if", full, out)
        self.emit("tick", counter)
        self.block(depth + 1, self.random.randrange(1, 5))
        self.emit("jump", head)
        self.b.place(out)
        self.written = set()

    def block(self, depth: int, count: int) -> None:
        for _ in range(count):
            roll = self.random.random()
            if roll < 0.62 or depth > 4:
                self.compute()
            elif roll < 0.72:
                self.ask()
            elif roll < 0.88:
                self.branch(depth)
            elif roll < 0.94:
                self.loop(depth)
            elif roll < 0.97:
                told = self.random.choice(self.slots(SlotKind.INT))
                self.emit(*(("probe", self.probe) if told % 2 else ("note", self.notes[0])), told)
            else:
                self.place_one()

    def place_one(self) -> None:
        """A jump from before arrives here."""
        if self.open:
            label, written = self.open.pop(self.random.randrange(len(self.open)))
            self.b.place(label)
            self.written &= written

    def program(self, size: int = 20) -> Program:
        self.block(0, self.random.randrange(4, size))
        while self.open:
            self.place_one()
            self.block(3, 2)
        reason = self.b.const_int(self.random.randrange(2))
        self.emit("end", reason, self.b.const_set(self.random.randrange(1 << SEATS)))
        return self.b.finish()


def _constant_array() -> Slot:
    return Slot("fixed", SlotKind.INTS, Role.CONST, 3, 3, 4, 3)


def mutated(program: Program, rng: random.Random) -> Program:
    """One operand of one instruction changed to another small number."""
    i = rng.randrange(len(program.code))
    instr = program.code[i]
    if not instr.args:
        return program
    k = rng.randrange(len(instr.args))
    args = (*instr.args[:k], rng.randrange(60), *instr.args[k + 1 :])
    return replace(program, code=(*program.code[:i], Instr(instr.op, args, instr.span), *program.code[i + 1 :]))
