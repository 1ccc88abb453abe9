"""What the YAML parser could not read, in words for authors. The C and the Python parser say it differently; the same
fault gets the same words here."""

from __future__ import annotations

import re

from trickcore.diagnostics.model import Diagnostics, Related
from trickcore.records import dataclass
from trickcore.source.lines import Lines


@dataclass(frozen=True, slots=True)
class Fault:
    """The parser's complaint: its words, and offsets of the fault and of what it was in (or -1)."""

    problem: str
    context: str
    at: int
    opened: int


_TAB_HINT = "YAML wants spaces: replace the tab by two spaces"
_QUOTE_HINT = "put the whole value in quotes"
_MANY = "write only one game in a file"

# problem, context → code, message, hint; the first line that fits
_WORDS: list[tuple[str, str, str, str, str]] = [
    (
        r"maximum nesting",
        "",
        "too-deep",
        "this is nested more than 40 levels deep",
        "a rule file needs a handful of levels",
    ),
    (r"tab character", "", "tab-indentation", "a tab is used as indentation", _TAB_HINT),
    (
        r"unexpected end of stream",
        r"quoted",
        "yaml-syntax",
        "the quoted text is never closed",
        "close it with the quote that it starts with; inside single quotes write '' for '",
    ),
    (
        r"unexpected document (indicator|separator)",
        "",
        "yaml-syntax",
        "`---` or `...` stands inside a quoted text",
        "close the quotes before it",
    ),
    (
        r"escape|expected \w+ hexadecimal|hexdecimal|invalid Unicode",
        r"quoted",
        "yaml-syntax",
        "this backslash starts no escape that YAML knows",
        "use single quotes, where a backslash is a backslash",
    ),
    (
        r"sequence entries are not allowed",
        "",
        "yaml-syntax",
        "a list item `- ` cannot start here",
        "start the list on the next line, or quote the value if it is a text that begins with -",
    ),
    (
        r"mapping keys are not allowed",
        "",
        "yaml-syntax",
        "`? ` cannot stand here",
        "write `key: value`; quote a text that begins with ?",
    ),
    (
        r"expected '?,'? or '?[\]}]'?",
        "",
        "yaml-syntax",
        "a comma or the closing bracket is missing here",
        "in braces and brackets, a value with `:`, `,`, brackets or quotes inside needs quotes around the whole of it",
    ),
    (
        r"expected (the )?node content",
        "",
        "yaml-syntax",
        "a value is missing here",
        "brackets and braces must close in the order they were opened",
    ),
    (
        r"could not find expected ':'",
        "",
        "yaml-syntax",
        "this line has no `: ` after its key",
        "every line of a map is `key: value`; the colon needs a space after it",
    ),
    (
        r"chomping|comment or (a )?line break|indentation indicator",
        r"block scalar",
        "yaml-syntax",
        "after `>` or `|` the text must start on the next line",
        "quote a value that begins with > or |",
    ),
    (
        r"alphabetic or numeric",
        "",
        "yaml-syntax",
        "`*` and `&` at the start of a value are YAML's aliases and anchors",
        _QUOTE_HINT,
    ),
    (
        r"undefined tag|tag|URI",
        "",
        "tag",
        "a `!` at the start of a value is a YAML tag, which rule files do not have",
        "",
    ),
    (r"expected '?<?document start", "", "several-documents", "something stands after the end of the rules", _MANY),
    (
        r"directive|version|YAML document",
        "",
        "yaml-syntax",
        "this `%` line is no directive that can be read",
        "quote a value that begins with %",
    ),
    (
        r"block (end|mapping)|expected key|'-' indicator|block collection",
        "",
        "yaml-syntax",
        "this line does not fit what stands above it",
        "keys of one map, and items of one list, start in the same column",
    ),
]


def report(problem: Exception, lines: Lines, found: Diagnostics) -> None:
    """Report an error of PyYAML at its place."""
    fault = _fault(problem, len(lines.text))
    tab = _tab_before(lines.text, fault.at)
    if tab is not None:
        found.error("tab-indentation", "a tab is used as indentation", lines.span(tab, tab + 1), _TAB_HINT)
        return
    code, message, hint = _special(fault, lines.text) or _general(fault)
    related: tuple[Related, ...] = ()
    if fault.opened >= 0 and fault.opened < fault.at and "block" not in fault.context:
        related = (Related(lines.span(fault.opened, fault.opened + 1), "it was opened here"),)
    found.error(code, message, lines.span(fault.at, fault.at + 1), hint, related)


def _fault(problem: Exception, size: int) -> Fault:
    mark, context = getattr(problem, "problem_mark", None), getattr(problem, "context_mark", None)
    return Fault(
        str(getattr(problem, "problem", None) or ""),
        str(getattr(problem, "context", None) or ""),
        min(mark.index, size) if mark else size,
        context.index if context else -1,
    )


def _tab_before(text: str, at: int) -> int | None:
    """The tab in the indentation of the line of the fault."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    indent = re.compile(r" *(\t)").match(text, start)
    return indent.start(1) if indent else None


def _special(fault: Fault, text: str) -> tuple[str, str, str] | None:
    """Faults that the place tells more about than the parser's words."""
    char = text[fault.at : fault.at + 1]
    if "cannot start any token" in fault.problem:
        shown = "a back quote" if char == "`" else f"`{char}`"
        return "yaml-syntax", f"a value cannot start with {shown}", _QUOTE_HINT
    if char == "?" and re.search(r"expected ','", fault.problem):
        return question_mark()
    if "mapping values are not allowed" in fault.problem:
        return _second_colon(text, fault.at)
    if text[: fault.at].rstrip(" ")[-1:] in ("'", '"') and re.search(r"expected (key|<block end>|',')", fault.problem):
        return (
            "yaml-syntax",
            "something stands after the end of a quoted text",
            "quote the whole value; inside single quotes write '' for '",
        )
    return None


def question_mark() -> tuple[str, str, str]:
    """The finding for a `?` in a value inside braces, which not all YAML readers take the same way."""
    return "question-mark", "a `?` inside braces or brackets is a sign of YAML", "leave it out, or quote the value"


def _second_colon(text: str, at: int) -> tuple[str, str, str]:
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    if re.search(r":\s", text[start:at]):
        return "yaml-syntax", "a second `: ` stands in one line", "quote a value that has `: ` inside"
    return (
        "yaml-syntax",
        "a key is not expected here: the line above it goes on in this one",
        "a colon needs a space after it (`name: Hearts`), and the keys of one map start in the same column",
    )


def _general(fault: Fault) -> tuple[str, str, str]:
    for problem, context, code, message, hint in _WORDS:
        if re.search(problem, fault.problem, re.IGNORECASE) and re.search(context, fault.context):
            return code, message, hint
    return "yaml-syntax", f"this is not YAML: {fault.problem or 'it cannot be read'}", ""
