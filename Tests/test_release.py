#!/usr/bin/env python3
"""Tests of the checks of a release, and of the repository of `Compatibility`."""

import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "Tools" / "Release"))

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


class CompatibilityTests(unittest.TestCase):
    def output(self, *command):
        return subprocess.run(command, cwd=ROOT, check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def commit(self, url):
        return self.output("Tools/Release/compatibility.sh", url).strip()

    def test_the_commit_has_the_folder_and_the_license(self):
        files = {*self.output("git", "ls-tree", "-r", "--name-only", "HEAD:Compatibility")
                 .splitlines(), "LICENSE"}
        commit = self.commit("https://example.com/reprise")
        self.assertEqual({*self.output("git", "ls-tree", "-r", "--name-only", commit).splitlines()},
                         files)
        self.assertEqual(self.commit("https://example.com/reprise"), commit)

    def test_the_manifest_depends_on_the_release(self):
        for given, url, name in [
                ("https://ci:token@example.com/reprise", "https://example.com/reprise", "reprise"),
                ("git@example.com:team/fork.git", "git@example.com:team/fork.git", "fork")]:
            manifest = self.output("git", "show", f"{self.commit(given)}:Package.swift")
            self.assertIn(f'url: "{url}", exact: "{declared_version()}"', manifest)
            self.assertIn(f'package: "{name}"', manifest)
            self.assertNotIn("path: \"..\"", manifest)
            self.assertNotIn("Tools/Release", manifest)


if __name__ == "__main__":
    unittest.main()
