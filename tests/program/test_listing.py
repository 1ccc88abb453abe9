"""The disassembly, as a person reads it."""

from __future__ import annotations

from dataclasses import replace

from tests.engines.games import whist
from tests.engines.random_programs import RandomProgram
from trickcore.program.listing import listing
from trickcore.program.model import Instr
from trickcore.program.ops import OPS


def test_names_labels_duties_and_places() -> None:
    text = listing(whist())
    lines = text.splitlines()
    assert lines[0] == "program whist: 4 seats, 52 cards"
    assert "hand                     sets[4] of 52 = 0" in lines
    assert "trick                    ints[4] -1..51 = -1" in lines
    assert any("menu play: 0..51: 2♣ 3♣" in line for line in lines)
    assert any("first      legal [follow: led, any]" in line and line.endswith("; whist.yaml:12") for line in lines)
    assert any("ask" in line and "seat menu:play legal" in line for line in lines)
    assert "L1:" in lines
    assert any(line.split(";")[0].split()[1:] == ["tick", "trick_no"] for line in lines)


def test_every_instruction_has_a_line() -> None:
    program = RandomProgram(3).program(60)
    lines = listing(program).splitlines()
    numbered = [line.split() for line in lines if line[:4].strip().isdigit()]
    assert [int(words[0]) for words in numbered] == list(range(len(program.code)))
    assert {words[1] for words in numbered} <= set(OPS)


def test_faulty_programs_can_be_listed_too() -> None:
    program = replace(whist(), code=(Instr("copy", (99, 98)), Instr("fly", (1,)), Instr("look", (0, 77, 0))))
    assert "?99 ?98" in listing(program)
    assert "fly" in listing(program)
