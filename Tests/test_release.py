#!/usr/bin/env python3
"""Tests of the check that the changes and the pages fit the version."""

import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Tools" / "Release"))

from check import declared_version, faults_of_changes, faults_of_page, faults_of_tag  # noqa: E402


class ReleaseTests(unittest.TestCase):
    def test_the_declared_version_has_three_numbers(self):
        self.assertRegex(declared_version(), r"^\d+\.\d+\.\d+$")

    def test_a_version_with_entries_passes(self):
        self.assertEqual(list(faults_of_changes("# Changes\n\n## 0.1.0\n\n- A change.\n", "0.1.0")),
                         [])

    def test_changes_after_the_release_pass(self):
        text = "## Unreleased\n\n- Later.\n\n## 0.1.0\n\n- A change.\n"
        self.assertEqual(list(faults_of_changes(text, "0.1.0")), [])

    def test_a_missing_version_is_reported(self):
        fault, = faults_of_changes("## Unreleased\n\n- Later.\n\n## 0.1.0\n\n- A change.\n",
                                   "0.2.0")
        self.assertIn("newest version is '0.1.0'; expected '0.2.0'", fault)
        fault, = faults_of_changes("# Changes\n", "0.1.0")
        self.assertIn("expected '0.1.0'", fault)

    def test_a_version_without_entries_is_reported(self):
        fault, = faults_of_changes("## 0.2.0\n\n## 0.1.0\n\n- A change.\n", "0.2.0")
        self.assertIn("0.2.0 has no entries", fault)

    def test_another_tag_of_the_action_is_reported(self):
        self.assertEqual(list(faults_of_page("p", "uses: OWNER/reprise@v0.1", "0.1.2")), [])
        for tag in "v0.2", "v0.1.2", "main":
            fault, = faults_of_page("p", f"uses: OWNER/reprise@{tag}", "0.1.2")
            self.assertIn(f"'reprise@{tag}'; expected 'reprise@v0.1'", fault)

    def test_another_version_of_the_package_is_reported(self):
        self.assertEqual(list(faults_of_page("p", '.package(url: "URL", from: "0.1.2")', "0.1.2")),
                         [])
        fault, = faults_of_page("p", '.package(url: "URL", from: "0.1.0")', "0.1.2")
        self.assertIn("depends on 0.1.0; expected 0.1.2", fault)

    def test_another_tag_of_the_release_is_reported(self):
        self.assertEqual(list(faults_of_tag("v0.1.0", "0.1.0")), [])
        self.assertEqual(len(list(faults_of_tag("0.1.0", "0.1.0"))), 1)


if __name__ == "__main__":
    unittest.main()
