"""Rule coverage: which tiers, conditions, awards, calls and steps of a rule file cases and random play use."""

from trickcore.coverage.cases import cover_cases
from trickcore.coverage.model import Coverage
from trickcore.coverage.places import Place, places_of
from trickcore.coverage.play import cover_play
from trickcore.coverage.sources import Sources

__all__ = ["Coverage", "Place", "Sources", "cover_cases", "cover_play", "places_of"]
