"""From checked rules, for one choice of players and options, to a program."""

from trickcore.compiler.bind import bind_options
from trickcore.compiler.compile import compile_game
from trickcore.compiler.constructs import lowered_constructs

__all__ = ["bind_options", "compile_game", "lowered_constructs"]
