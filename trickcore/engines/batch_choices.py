"""Decisions of many playouts at once: what is offered in each lane, and a choice of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickcore.engines import lanes
from trickcore.engines.lanes import Lane, need

if TYPE_CHECKING:
    from trickcore.engines.batch import Runner


class Offers(NamedTuple):
    """What the seat of each lane is offered from one menu. `mask`: the items, none where there is no seat."""

    seat: Lane
    menu: int
    mask: Lane


def offers(r: Runner, args: Sequence[int]) -> list[Offers]:
    """The offers of an `ask` in the lanes at hand, by menu. In each lane the first seat has something to do."""
    found, seats = [], len(r.program.seats)
    first = r.full(args[1])
    need((first >= 0) & (first < seats))
    acting = np.zeros(len(r.lanes), dtype=bool)
    for k in range(1, len(args), 3):
        seat, mask = r.full(args[k]), r.full(args[k + 2])
        need((seat >= -1) & (seat < seats))
        found.append(Offers(seat, args[k + 1], np.where(seat >= 0, mask, 0)))
        acting |= (seat == first) & (mask != 0)
    need(acting)
    return found


def totals(found: Sequence[Offers]) -> Lane:
    """How many actions each lane has."""
    return sum((lanes.count(offer.mask) for offer in found[1:]), lanes.count(found[0].mask))


def nth(r: Runner, found: Sequence[Offers], k: Lane) -> Lane:
    """The id of the action number k of each lane, in the order of the offers."""
    action, before = np.zeros_like(k), np.zeros_like(k)
    for _, menu, mask in found:
        some = lanes.count(mask)
        here = (k >= before) & (k < before + some)
        chosen = lanes.nth(np.where(here, mask, 0), np.where(here, k - before, 0))
        action = np.where(here, chosen + r.program.menus[menu].offset, action)
        before = before + some
    return action


def allowed(r: Runner, found: Sequence[Offers], action: Lane) -> Lane:
    """Whether the action of each lane is among its offers."""
    good = np.zeros(len(action), dtype=bool)
    for _, menu, mask in found:
        about = r.program.menus[menu]
        item = action - about.offset
        there = (item >= 0) & (item < len(about.items))
        good |= there & (mask >> np.where(there, item, 0) & 1 != 0)
    return good


def fill(r: Runner, found: Sequence[Offers], rows: Lane, legal: Lane) -> None:
    """Mark the legal actions of the lanes at hand in their rows of a matrix of flags."""
    for _, menu, mask in found:
        about = r.program.menus[menu]
        items = np.arange(len(about.items))
        legal[rows, about.offset : about.offset + len(items)] |= (mask[:, None] >> items & 1).astype(bool)
