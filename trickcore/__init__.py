"""Trick-taking card games as YAML: define variants, validate rule files, embed the interpreter."""

__version__ = "0.1.0"
