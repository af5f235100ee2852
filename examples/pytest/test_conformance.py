import json
import os
from pathlib import Path

import pytest

path = os.environ.get("CONFORMANCE_REPORT", "reports/report.json")
report = json.loads(Path(path).read_text(encoding="utf-8"))
requirements = [one for one in report["requirements"] if one["verdict"] != "not testable"]


def findings_of(requirement):
    return [one for one in report["findings"] if one["requirement"] == requirement["id"]]


def describe(requirement):
    labels = {"expected": "Expected", "received": "Received", "fix": "Fix", "curl": "Request"}
    lines = [
        f"{label:9} {shown(finding[name])}"
        for finding in findings_of(requirement)
        for name, label in labels.items()
        if name in finding
    ]
    return "\n".join([requirement["title"], *lines])


def shown(text):
    """Replaces control characters, which a server may have sent."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


@pytest.mark.parametrize("requirement", requirements, ids=lambda one: one["id"])
def test_requirement(requirement):
    verdict = requirement["verdict"]
    if verdict in ("accepted", "not tested", "not selected"):
        reason = requirement.get("reason", {}).get("text", "")
        pytest.skip(f"{verdict}: {shown(reason)}")
    if verdict == "fail":
        pytest.fail(describe(requirement), pytrace=False)


def test_run():
    failing = [one for one in requirements if one["verdict"] == "fail"]
    if report["verdict"]["exitStatus"] != 0 and not failing:
        pytest.fail(shown(report["verdict"]["sentence"]), pytrace=False)
