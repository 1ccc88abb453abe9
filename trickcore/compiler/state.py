"""The slots of a game's state: what every game has, what the file declares, and history, if something reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from trickcore.compiler.layers import walk, words_reached
from trickcore.language import core
from trickcore.language.core import Home
from trickcore.language.types import Kind, Type
from trickcore.program.limits import INT_LIMIT
from trickcore.program.model import Role, Seen, Slot, SlotKind
from trickcore.records import dataclass
from trickcore.rules.model import Auction, Deal, End, Hooks, Move, Play, Rules, Score, Target, Variable, Zone

if TYPE_CHECKING:
    from trickcore.compiler.unit import Unit

DEAL_LIMIT = 1000  # deals of a match
REDEAL_LIMIT = 100  # deals thrown in, one after the other
REDEALS_LIMIT = 1000  # … in a whole match
_MOST_WRITTEN = 6  # players, up to whom the plays of a trick are written one after the other


@dataclass(frozen=True, slots=True)
class Place:
    """A zone's slot: a pile, a set, or an array of sets."""

    slot: int
    per_seat: bool
    pile: bool
    seen: Seen
    name: str


@dataclass(frozen=True, slots=True)
class Var:
    """A variable's slot."""

    slot: int
    type: Type
    per: str
    rule: Variable


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who sees a slot, where that changes with the state: the text, and the slot with the seats (`per_seat`: an array
    of such sets). What is kept in a zone is told of by its cards, what is in a variable by its value.
    """

    slot: int
    viewers: int
    per_seat: bool
    expr: core.Expr
    name: str
    variable: Type | None = None  # None: a zone
    given: int = -1  # where it may be unset: a flag that says whether, as far as all know, it was given a value
    inputs: set[int] = field(default_factory=set)  # saved slots that it is computed from, once that is known


class State:
    """Declares the saved slots. `reg` holds the registers by name; `zones` and `vars` what texts name."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.code = unit.code
        self.players = unit.setting.players
        self.cards = len(unit.setting.deck.cards)
        self.hooks = unit.setting.rules.hooks
        self.reg: dict[str, int] = {}
        self.zones: dict[str, Place] = {}
        self.vars: dict[str, Var] = {}
        self.eyes: dict[int, Eyes] = {}  # by slot
        self._match()
        self._zones()
        self._play()
        self._history()
        for variable in unit.setting.rules.variables.values():
            with unit.catching():
                self.vars[variable.name] = self._variable(variable)

    # ------------------------------------------------------------------------------------------------ helpers

    def seat(self, name: str, label: str = "", *, none: bool = False) -> int:
        """A register for one seat. It may be nobody only if `none` says so."""
        low = -1 if none else 0
        self.reg[name] = self.code.saved_int(name, low, self.players - 1, initial=low, label=label, domain="seats")
        return self.reg[name]

    def number(self, name: str, high: int, label: str = "", low: int = 0) -> int:
        """A register for a number."""
        self.reg[name] = self.code.saved_int(name, low, high, label=label)
        return self.reg[name]

    def per_seat(self, name: str, label: str = "", seen: Seen = Seen.ALL, help: str = "") -> int:
        """A set of cards for each seat."""
        slot = self.code.saved_sets(name, self.players, self.cards, label=label, per="seat", seen=seen, help=help)
        self.reg[name] = slot
        return slot

    def _has(self, *names: str) -> bool:
        return any(name in self.unit.reads for name in names)

    # ------------------------------------------------------------------------------------------------ parts

    def _match(self) -> None:
        teams = len(self.unit.setting.team_seats)
        self.code.role("dealer", self.seat("dealer", "dealer"))
        self.code.role("deal", self.number("deal_no", self._deals(), "deal_no"))
        slot = self.code.saved_ints("score", teams, -INT_LIMIT, INT_LIMIT, label="score", per="team")
        self.reg["score"] = slot
        self.code.role("score", slot)

    def _deals(self) -> int:
        """The number of deals, if the match has so many and no more; else the limit of all matches."""
        deals = self.unit.setting.rules.match.deals
        known = self.unit.static.known(deals, self.unit.env) if deals is not None else None
        rule = self.unit.setting.rules.match
        if known is None and deals is None and rule.ends is None:
            return 1
        return DEAL_LIMIT if known is None or rule.tie is not None else max(1, min(int(known), DEAL_LIMIT))

    def _zones(self) -> None:
        rules = self.unit.setting.rules
        seen = {name: self._seen(zone) for name, zone in rules.zones.items()}
        piles = piles_of(rules)
        rest = self._stock(piles)
        name = rest or "pack"
        pack, help_ = seen.get(name, Seen.NOBODY), _help(rules, name)
        self.reg["pack"] = self.code.saved_pile(name, label=name, seen=pack, help=help_)
        self.zones["pack"] = Place(self.reg["pack"], False, True, Seen.NOBODY if rest else pack, "pack")
        for name, usual in (("hand", Seen.OWNER), ("taken", Seen.ALL)):
            looks = seen.get(name, usual)
            self.zones[name] = Place(self.per_seat(name, name, looks, _help(rules, name)), True, False, looks, name)
        self._check_hand(seen.get("hand", Seen.OWNER))
        self.code.role("hand", self.reg["hand"])
        self.code.role("taken", self.reg["taken"])
        for name, zone in rules.zones.items():
            if name not in ("hand", "taken", "pack"):
                self.zones[name] = self._zone(zone, seen[name], name in piles, name == rest)
        for name, place in self.zones.items():
            text = rules.zones[name].seen if name in rules.zones else ""
            if place.seen is Seen.SEATS and isinstance(text, core.Expr):
                self._watch(place.slot, text, name, place.per_seat)

    def _watch(self, slot: int, expr: core.Expr, name: str, per_seat: bool, type_: Type | None = None) -> None:
        """Another slot holds who sees this one."""
        players, label = self.players, f"{name} seen by"
        if per_seat:
            viewers = self.code.saved_sets(label, players, players, domain="seats", per="seat", seen=Seen.NOBODY)
        else:
            viewers = self.code.saved_set(label, players, domain="seats", seen=Seen.NOBODY)
        self.code.seen_by(slot, viewers)
        given = -1
        if type_ is not None and type_.kind not in (Kind.NUMBER, Kind.FLAG):
            given = self.code.saved_int(f"{name} given", 0, 1, domain="flag", seen=Seen.NOBODY)
        self.eyes[slot] = Eyes(slot, viewers, per_seat, expr, name, type_, given)

    def _check_hand(self, seen: Seen) -> None:
        """What a seat may play it knows."""
        if seen is Seen.NOBODY:
            zone = self.unit.setting.rules.zones["hand"]
            span = zone.seen.span if isinstance(zone.seen, core.Expr) else zone.span
            hint = "`me` is whose hand it is, `seats` are all; leave `seen` out for the owner alone"
            self.unit.found.error("unseen-hand", "a hand cannot be hidden from who plays from it", span, hint)

    def _zone(self, zone: Zone, seen: Seen, pile: bool, is_rest: bool) -> Place:
        code = self.code
        if is_rest:
            slot = self.reg["pack"]
        elif zone.per_seat:
            if pile:
                raise self.unit.refuse(zone.span, f"drawing from the pile `{zone.name}` of a seat")
            slot = code.saved_sets(
                zone.name, self.players, self.cards, label=zone.name, per="seat", seen=seen, help=zone.help
            )
        elif pile:
            slot = code.saved_pile(zone.name, label=zone.name, seen=seen, help=zone.help)
        else:
            slot = code.saved_set(zone.name, self.cards, label=zone.name, seen=seen, help=zone.help)
        return Place(slot, zone.per_seat, pile, seen, zone.name)

    def _seen(self, zone: Zone) -> Seen:
        """Who may look into a zone."""
        return Seen(zone.seen) if isinstance(zone.seen, str) else self._seen_expr(zone.seen)

    def _seen_expr(self, expr: core.Expr) -> Seen:
        """SEATS where it changes with the state."""
        if isinstance(expr, core.Convert) and expr.how == "set":
            return self._seen_expr(expr.arg)
        if isinstance(expr, core.If):
            test = self.unit.static.known(expr.test, self.unit.env)
            return Seen.SEATS if test is None else self._seen_expr(expr.then if test else expr.other)
        if isinstance(expr, core.Get) and expr.home is Home.WORD and expr.name == "me":
            return Seen.OWNER
        known = self.unit.static.known(expr, self.unit.env)
        if known == self.unit.setting.seats:
            return Seen.ALL
        if known == 0 and known is not None:
            return Seen.NOBODY
        return Seen.SEATS

    def _stock(self, piles: frozenset[str]) -> str:
        """The pile that the rest of the pack becomes, if it can simply be the pack itself."""
        rules = self.unit.setting.rules
        deals = [step for step in walk(rules.steps) + walk(rules.hooks) if isinstance(step, Deal)]
        rests = [step.rest.name for step in deals if step.rest is not None]
        targets = [node.name for node in walk(rules.steps) + walk(rules.hooks) if isinstance(node, Target)]
        free = all("pack" not in names for names in (self.unit.reads, targets, rules.zones))
        if len(deals) != 1 or not rests or not free or rests[0] not in piles or rules.zones[rests[0]].keep:
            return ""
        return rests[0]

    def _play(self) -> None:
        if not any(isinstance(step, Play) for step in walk(self.unit.setting.rules.steps)):
            if self._has("trick_no"):
                self.number("trick_no", max(self.cards, 1))
            return
        code, players = self.code, self.players
        code.role("trick_no", self.number("trick_no", max(self.cards, 1), "trick_no"))
        code.role("leader", self.seat("leader", "leader"))
        code.role("turn", self.seat("turn"))
        rounds = has_rounds(self.unit)
        size = self.cards if rounds else players
        trick = code.saved_ints("trick", size, -1, self.cards - 1, initial=-1, label="trick", domain="cards")
        self.reg["trick"] = trick
        code.role("trick", trick)
        if rounds or trick_stays(self.unit):  # else the leader and the place in the trick tell whose a card is
            self.reg["trick_seat"] = code.saved_ints("trick_seat", size, 0, players - 1, domain="seats")
            code.role("trick_seat", self.reg["trick_seat"])
        if self.unit.play_menu.by_law:  # which action each card was laid by
            items = len(self.unit.play_menu.items)
            self.reg["trick_as"] = code.saved_ints("trick_as", size, -1, items - 1, initial=-1)
        if rounds or not written_out(players, self.hooks):
            self.number("position", players)
        if rounds:  # which one it is, how many cards lie there, and how many did when it was opened
            for name in ("round", "laid", "opened"):
                self.number(name, self.cards)
        suits = len(self.unit.setting.deck.suits)
        self.reg["led"] = code.saved_int("led", -1, suits, initial=-1, domain=class_domain(self.unit))
        code.role("led", self.reg["led"])
        self.reg["legal"] = code.saved_set("legal", len(self.unit.play_menu.items), domain="actions", seen=Seen.NOBODY)

    def _history(self) -> None:
        code = self.code
        nobody = any(row.nobody or row.cancel for row in self.unit.laws.rows)
        if nobody or any(self.unit.layers.has(law) for law in ("winner", "takes")) or breaks_off(self.hooks):
            self.reg["dead"] = code.saved_set("dead", self.cards, label="dead")
        if self._has("played"):
            self.reg["played"] = code.saved_set("played", self.cards)
        if self._has("player"):
            self.per_seat("played_by")
        if self._has("taker"):
            self.per_seat("taken_by")
        if self._has("dealt"):
            self.per_seat("dealt", seen=Seen.OWNER)
        if self._has("shown"):
            self.per_seat("shown")
        if self._has("trick_of"):
            self.reg["trick_of"] = code.saved_ints("trick_of", self.cards, 0, self.cards)
        if self._has("winner_of"):  # by the number of the trick; nobody is 0
            self.reg["winners"] = code.saved_ints("winners", self.cards + 1, 0, self.players)
        if self._has("tricks"):
            slot = code.saved_ints("tricks", self.players, 0, self.cards, label="tricks", per="seat")
            self.reg["tricks"] = slot
            code.role("tricks", slot)
        if self._has("last_winner"):
            self.seat("last_winner", "last_winner", none=True)
        if self._asks_for_totals():
            teams = len(self.unit.setting.team_seats)
            self.reg["total"] = code.saved_ints("total", teams, -INT_LIMIT, INT_LIMIT, per="team")
        if "playing" in self.unit.layers.assigned:
            universe, all_ = self.players, self.unit.setting.seats
            self.reg["playing"] = code.saved_set("playing", universe, initial=all_, label="playing", domain="seats")
        auctions = any(isinstance(step, Auction) for step in walk(self.unit.setting.rules.steps) + walk(self.hooks))
        if auctions:
            universe = self.players
            self.reg["passed"] = code.saved_set("passed", universe, label="passed", domain="seats")
        if auctions or "bidder" in self.unit.layers.assigned:
            self.seat("bidder", "bidder", none=True)

    def _asks_for_totals(self) -> bool:
        """Whether anything asks what a score has added up, besides the points of that score."""
        if "total" not in self.unit.reads:
            return False
        nodes = walk((self.unit.setting.rules.steps, self.hooks))
        own = [walk(node.points) for node in nodes if isinstance(node, Score) and node.lines]
        inside = {id(node) for part in own for node in part}
        return "total" in words_reached((node for node in nodes if id(node) not in inside), self.unit.layers)

    def _variable(self, variable: Variable) -> Var:
        setting, type_ = self.unit.setting, variable.type
        seen = Seen.ALL if variable.seen is None else self._seen_expr(variable.seen)
        is_set = type_.many and type_.kind is not Kind.NUMBER
        size = {"": 1, "seat": self.players, "team": len(setting.team_seats)}[variable.per]
        low, high, initial = 0, setting.size(type_), 0
        if not is_set:
            low, high, initial = number_range(type_, setting.size(type_))
        kinds: Mapping[tuple[bool, bool], SlotKind] = {
            (False, False): SlotKind.INT,
            (False, True): SlotKind.SET,
            (True, False): SlotKind.INTS,
            (True, True): SlotKind.SETS,
        }
        domain = setting.domain(type_)
        if domain == "cards" and is_set:  # it is no place: cards do not lie there, and their number may be a secret
            domain = "cards:of a variable"
        slot = Slot(
            variable.name, kinds[variable.per != "", is_set], Role.SAVED, low, high, size, initial, variable.name,
            domain, variable.per, seen, variable.help,
        )  # fmt: skip
        index = self.code.slot(slot)
        if seen is Seen.SEATS and variable.seen is not None:
            self._watch(index, variable.seen, variable.name, variable.per == "seat", type_)
        return Var(index, type_, variable.per, variable)


def _help(rules: Rules, zone: str) -> str:
    return rules.zones[zone].help if zone in rules.zones else ""


def trick_stays(unit: Unit) -> bool:
    """Whether the words of the trick may still be asked for after the play: it stays until the next one is led."""
    return bool(unit.late & {"trick", "lead_card", "led", "best", "winning"})


def has_rounds(unit: Unit) -> bool:
    """Whether a trick may go on for several rounds."""
    return unit.layers.has("more")


def written_out(players: int, hooks: Hooks) -> bool:
    """Whether the followers of a trick are written one after the other, else a loop: that is short, but slower."""
    short = not (hooks.before_card or hooks.after_card or hooks.calls)
    return players == 2 or (players <= _MOST_WRITTEN and short)


def breaks_off(hooks: Hooks) -> bool:
    """Whether the play may end in the middle of a trick, whose cards are then out of the deal."""
    parts = walk((hooks.before_card, hooks.after_card, hooks.calls))
    return any(isinstance(part, End) and part.what == "play" for part in parts)


def class_domain(unit: Unit) -> str:
    """The domain of what is asked for: a suit, or trumps."""
    return "symbols:" + ",".join((*unit.setting.deck.suits, "trumps"))


def number_range(type_: Type, size: int) -> tuple[int, int, int]:
    """Least, greatest and first value of a variable that is not a set."""
    if type_.kind is Kind.FLAG:
        return 0, 1, 0
    if type_.kind is Kind.NUMBER:
        return -INT_LIMIT, INT_LIMIT, 0
    return -1, size - 1, -1


def piles_of(rules: Rules) -> frozenset[str]:
    """Zones that cards are drawn from by number, so that their order matters."""
    names: set[str] = set()
    for step in walk(rules.steps) + walk(rules.hooks):
        if isinstance(step, Move) and step.count is not None and step.cards is None:
            names |= {source.name for source in step.sources}
    return frozenset(names - {"hand", "taken"})


__all__ = ["DEAL_LIMIT", "REDEALS_LIMIT", "REDEAL_LIMIT", "Place", "State", "Var", "number_range", "piles_of"]
