"""`python -m trickcore` is the command `trickcore`."""

from trickcore.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
