"""The signature table of the instructions: one table for assembler, verifier, disassembler and both engines.

A signature is a string of operand letters. Upper case is written, lower case is read:
  I i  int slot          S s  set slot           P p  pile slot
  V v  array of ints     W w  array of sets      (an upper-case array is written in one or all places)
  t    table of ints     u    table of sets
  L    label (index of an instruction)           M  menu     N  note     D  duty     Q  probe
  *    what stands before it may be repeated: `s*` one or more sets, `(iMs)*` one or more groups
  x    any readable slot (for notes)
Every instruction is total: what it does at the edges is part of its meaning below. Trapping is a Defect with the
instruction's span: an int result outside the range of its slot, a set with bits outside its slot's, an index
outside its array or table (−1 in a table is its `absent`), a row outside its table, a reason outside the program's, no
legal action for the seat that must act, no such seat, a counter past its range, a card put into a pile where it
already lies. The index of an operand is looked at before its result.

`richest` chooses among the elements of a set: the greatest sum of their entries in the first table of numbers, no two
with equal entries in the second having sets that meet; none of a worth below 0; of equal sums the choice that has the
lowest element in which they differ. Elements are taken up in order of index, those that are in each other's way
together, and partial choices that leave the same cards to the elements after them count as one, the best. Where more
than 512 have to be told apart, the 512 best go on (among more than 39 elements in each other's way 20,000 divided by
their number, but 16 at least): the result is then a sound choice, perhaps not the best one.

The order of an array is by index, of a pile from the top. `length` of a table is its `row`; a table with `row` 0 is
a single row, and the row operand is then not looked at. All numbers lie between −(2³¹ − 1) and 2³¹ − 1; only products
and sums on their way into a slot may be greater.
"""

from __future__ import annotations

from trickcore.records import dataclass


@dataclass(frozen=True, slots=True)
class Op:
    """One operation: operands and meaning."""

    name: str
    operands: str
    meaning: str


_TABLE = """
copy       Ii     d = a
add        Iii    d = a + b
sub        Iii    d = a - b
mul        Iii    d = a * b
div        Iii    d = a // b, rounded down; 0 when b is 0
mod        Iii    d = a mod b, with the sign of b; 0 when b is 0
min        Iii    the smaller
max        Iii    the greater
abs        Ii     without its sign
eq         Iii    1 if a == b else 0
ne         Iii    1 if a != b else 0
lt         Iii    1 if a < b else 0
le         Iii    1 if a <= b else 0
and        Iii    1 if both are not 0 else 0
or         Iii    1 if one of them is not 0 else 0
not        Ii     1 if a is 0 else 0
choose     Iiii   d = a if c else b (operands c a b)
look       Iti    entry i of a table; -1 gives `absent`
load       Ivi    entry i of an array
store      Vii    entry i of the array = a (operands array i a)
fill       Vi     every entry = a
copy_set   Ss     d = a
meet       Sss    a and b
join       Sss    a or b
less       Sss    a without b
choose_set Siss   d = a if c else b (operands c a b)
look_set   Sui    entry i of a table of sets; -1 gives `absent`
load_set   Swi    entry i of an array of sets
store_set  Wis    entry i of the array = a
fill_set   Ws     every entry = a
only       Si     the set of just element i; empty for -1; an index that the slot has no element for traps
count      Is     number of elements
some       Is     1 if not empty else 0
eq_set     Iss    1 if equal else 0
meets      Iss    1 if they have an element in common else 0
within     Iss    1 if a is not empty and all of it is in b else 0
has        Isi    1 if element i is in the set else 0, whatever i is
lowest     Is     index of the lowest element; -1 if empty
first      SDs*   operands: duty, hand, sets...: the first (hand and set) that is not empty; empty if all are
sum        Ist    sum of table[e] for e in the set
union      Ssu    union of table[e] for e in the set
inside     Sssu   the elements e of a whose table[e] is not empty and all in b (operands a b table)
richest    Ssutt  the choice of most worth in which no two of a group meet (operands set, sets, worths, groups)
top        Isti   lowest element e with the greatest table[row * length + e] (operands set table row); -1 if empty
best       Ivti   first position p of the greatest table[row * length + array[p]]; entries -1 are absent; -1 if all are
best_last  Ivti   the same, the last such position
bits       Sv     the set of the array's entries that are not -1
find       Ivi    the first position of value i in the array; -1 if it is nowhere
holder     Iwsi   the first index from i on, round the array, whose entry meets the set; -1 if none
next_in    Isii   first element below n from a mod n on, counting up and round (operands set a n); -1 if none
pack       P      the pile becomes all cards of the pack, in order of index
shuffle    P      chance: a permutation of the pile
roll       Ii     chance: a number from 0 to n - 1; 0 when n is less than 1 (a chance event even then)
take       SPi    the top n cards (fewer if fewer are there, none if n < 1) leave the pile
draw       IP     the top card leaves the pile; -1 if it is empty
size       Ip     number of cards
cards      Sp     the cards of the pile, as a set
put        Ps     the cards of the set go under the pile, in order of index; one that lies there already traps
clear      P      the pile becomes empty
jump       L      go on at the label
if         iL     go on at the label if a is not 0
unless     iL     go on at the label if a is 0
tick       I      the counter goes up by one; past its range is a defect. Every cycle of the code passes one
ask        I(iMs)* decision: groups of seat (-1: none), menu, legal items; d = action id. The first seat must act
note       Nx*    tells what happened; no effect on the state
probe      Qi*    tells who watches that a place of the rules was reached, and values there; no effect on the state
end        is     the match is over: index of the reason, set of the winning teams
"""

SILENT = ("note", "probe")  # they tell, and change nothing

OPS: dict[str, Op] = {
    name: Op(name, operands, meaning)
    for name, operands, meaning in (line.split(None, 2) for line in _TABLE.strip().splitlines())
}
