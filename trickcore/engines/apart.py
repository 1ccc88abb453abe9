"""What cannot be played together with others."""

from __future__ import annotations


class Apart(Exception):
    """A lane of a batch needs what cannot be done for all together."""
