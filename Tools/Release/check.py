#!/usr/bin/env python3
"""Checks that the changes and the documentation fit the version of the release.

usage: check.py [TAG]

The newest version in CHANGELOG.md is the declared one, and has entries. Pages name the action by
the tag of the minor version, which moves with each release of it. With TAG, the tag must be that of
the version.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ["README.md", "Documentation", "action.yml"]


def declared_version():
    return subprocess.run(
        [ROOT / "Tools" / "Release" / "version.sh"], check=True, text=True,
        stdout=subprocess.PIPE).stdout.strip()


def faults_of_changes(text, version):
    sections = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)[1:]
    entries = dict(zip(sections[::2], sections[1::2]))
    released = [heading for heading in entries if heading != "Unreleased"]
    if not released or released[0] != version:
        newest = released[0] if released else ""
        yield f"CHANGELOG.md: the newest version is '{newest}'; expected '{version}'"
    elif not re.search(r"^- ", entries[version], re.MULTILINE):
        yield f"CHANGELOG.md: version {version} has no entries"


def faults_of_page(name, text, version):
    minor = version.rpartition(".")[0]
    for match in re.finditer(r"\breprise@(v?[\w.]+)|from: \"([\d.]+)\"", text):
        if match[1] and match[1] != f"v{minor}":
            yield f"{name}: the action is 'reprise@{match[1]}'; expected 'reprise@v{minor}'"
        if match[2] and match[2] != version:
            yield f"{name}: depends on {match[2]}; expected {version}"


def faults_of_tag(tag, version):
    if tag != f"v{version}":
        yield f"the tag is '{tag}'; expected 'v{version}'"


def main():
    version = declared_version()
    faults = list(faults_of_changes((ROOT / "CHANGELOG.md").read_text(), version))
    for page in PAGES:
        paths = [ROOT / page] if (ROOT / page).is_file() else sorted((ROOT / page).rglob("*.md"))
        for path in paths:
            faults += faults_of_page(path.relative_to(ROOT), path.read_text(), version)
    for tag in sys.argv[1:]:
        faults += faults_of_tag(tag, version)
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
