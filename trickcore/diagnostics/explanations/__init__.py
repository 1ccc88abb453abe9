"""Explanations of codes: one module for each room that reports findings, each with a dict `CODES`."""
