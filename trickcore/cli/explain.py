"""`trickcore explain`: what the code of a finding, violation or surprise means."""

from __future__ import annotations

import click

from trickcore.cli.output import Output, stderr, stdout, terminal_options, width


@click.command("explain")
@click.argument("code", required=False)
@terminal_options
def command(code: str | None) -> int:
    """Explain the CODE that stands behind a finding, a violation or a surprise in square brackets; without a CODE, list
    all of them.
    """
    from trickcore.diagnostics.catalogue import codes, explain

    out = stdout()
    if code is None:
        for name in codes():
            _show(name, explain(name) or "", out)
            out.line()
        return 0
    wanted = code.strip().strip("[]")
    text = explain(wanted)
    if text is None:
        from trickcore.diagnostics.words import did_you_mean

        hint = did_you_mean(wanted, codes()) or "`trickcore explain` lists all codes"
        stderr().line(f"trickcore: there is no code `{wanted[:40]}`; {hint}")
        return 2
    _show(wanted, text, out)
    return 0


def _show(code: str, text: str, out: Output) -> None:
    out.line(code, bold=True)
    out.block(_wrapped(text))


def _wrapped(text: str) -> str:
    from textwrap import fill

    return "\n\n".join(fill(part, width(), initial_indent="  ", subsequent_indent="  ") for part in text.split("\n\n"))
