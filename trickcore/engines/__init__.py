"""Engines run programs: a plain interpreter, which is the definition, and generated Python code."""

from trickcore.engines.model import Engine, Offer

__all__ = ["Engine", "Offer"]
