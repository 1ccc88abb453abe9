"""A report as JUnit XML, which build servers read: a suite for each cases file, a test for each case and row."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Severity
from trickcore.diagnostics.words import one_line
from trickcore.testing.model import finding_text
from trickcore.testing.tidy import on_one_line, tidy

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from trickcore.testing.model import FileResult, Outcome, Report

_UNWANTED = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 cannot hold


def junit(report: Report) -> bytes:
    """The XML of a report. There are no times in it: the same cases give the same file.

    >>> from trickcore.testing import Report
    >>> junit(Report(())).decode().splitlines()[1]
    '<testsuites name="trickcore" tests="0" failures="0" errors="0" />'
    """
    from xml.etree import ElementTree

    suites = [_suite(file) for file in report.files]
    root = ElementTree.Element("testsuites", {"name": "trickcore", **_sums(suites)})
    root.extend(suites)
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


_JUNIT = re.compile(rb"\s*(<\?xml[^<>]*\?>\s*)?<testsuites?[\s/>]")


def is_junit(path: str | os.PathLike[str]) -> bool:
    """Whether a file is JUnit XML, by its first element. Raises OSError."""
    file = Path(path)
    if not file.is_file():  # a pipe could keep us waiting for ever
        return False
    with file.open("rb") as stream:
        return _JUNIT.match(stream.read(1000)) is not None


def _sums(suites: list[Element]) -> dict[str, str]:
    return {name: str(sum(int(suite.attrib[name]) for suite in suites)) for name in ("tests", "failures", "errors")}


def _suite(file: FileResult) -> Element:
    cases = [_case(outcome, file.path) for outcome in file.outcomes]
    bad = [on_one_line(found) for found in file.diagnostics if found.severity is Severity.ERROR]
    if bad:  # a file that says nothing that can be run fails as a test of its own
        case = _element("testcase", name="the file", classname=file.path, file=file.path)
        case.append(_problem("error", bad[0].message, "\n".join(map(finding_text, bad)), bad[0].code))
        cases.append(case)
    counts = {name: str(sum(case.find(tag) is not None for case in cases)) for name, tag in _TAGS.items()}
    suite = _element("testsuite", name=file.path, tests=str(len(cases)), **counts)
    suite.extend(cases)
    return suite


_TAGS = {"failures": "failure", "errors": "error"}


def _case(outcome: Outcome, path: str) -> Element:
    outcome = tidy(outcome)
    case = outcome.case
    made = _element("testcase", name=case.id, classname=path, file=case.span.file, line=str(case.span.line))
    about = [("says", case.says), ("source", case.source), ("rules", " ".join(rule.text for rule in case.rules))]
    properties = _element("properties")
    properties.extend(_element("property", name=name, value=value) for name, value in about if value)
    made.append(properties)
    if outcome.failure:
        made.append(_problem("failure", outcome.failure.message, str(outcome), outcome.failure.step))
    elif outcome.diagnostics:
        made.append(_problem("error", outcome.diagnostics[0].message, str(outcome), outcome.diagnostics[0].code))
    return made


def _problem(tag: str, message: str, text: str, kind: str) -> Element:
    made = _element(tag, message=message, type=kind)
    made.text = "\n".join(_clean(one_line(line)) for line in text.split("\n"))
    return made


def _element(tag: str, **attributes: str) -> Element:
    from xml.etree.ElementTree import Element

    return Element(tag, {name: _clean(one_line(value)) for name, value in attributes.items()})


def _clean(text: str) -> str:
    return _UNWANTED.sub("\ufffd", text)
