"""Whether a rule file can be trusted: random play over players and options, held against what must always be so."""
