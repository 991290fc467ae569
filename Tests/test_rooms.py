#!/usr/bin/env python3
"""Tests the check of the rooms: the imports that it must accept, and those that it must find."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tools" / "Documentation"))

import rooms  # noqa: E402


class RoomTests(unittest.TestCase):
    def faults(self, **rooms_of_package):
        """Returns the faults of rooms, each given as folder, declared and imported rooms."""
        targets = {
            name: {"name": name, "type": "regular", "path": f"{folder}/{name}",
                   "dependencies": [{"byName": [other, None]} for other in declared]}
            for name, (folder, declared, _) in rooms_of_package.items()}
        edges = {name: set(imported) for name, (_, _, imported) in rooms_of_package.items()}
        return list(rooms.faults(targets, edges))

    def test_declared_imports_are_accepted(self):
        self.assertEqual(self.faults(A=("Core/X", ["B"], ["B"]), B=("Core/X", [], [])), [])

    def test_an_undeclared_import_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/X", [], ["B"]), B=("Core/X", [], [])),
            ["A imports B and does not declare it in Package.swift"])

    def test_an_unused_declaration_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/X", ["B"], []), B=("Core/X", [], [])),
            ["A declares B in Package.swift and does not import it"])

    def test_an_import_of_a_feature_by_core_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/X", ["B"], ["B"]), B=("Features", [], [])),
            ["A imports B, which is above it"])

    def test_an_import_of_a_higher_wing_is_found(self):
        self.assertEqual(
            self.faults(
                A=("Core/Recording", ["B"], ["B"]), B=("Core/Replay", ["C"], ["C"]),
                C=("Core/Architecture", [], [])),
            ["A imports B, and Recording is not above Replay"])

    def test_terminal_and_the_other_wings_do_not_import_each_other(self):
        self.assertEqual(
            self.faults(
                A=("Core/Terminal", ["C"], ["C"]), B=("Core/Replay", ["A"], ["A"]),
                C=("Core/Architecture", [], [])),
            ["A imports C, and Terminal is not above Architecture",
             "B imports A, and Replay is not above Terminal"])

    def test_a_shared_room_can_be_imported_from_any_wing(self):
        self.assertEqual(
            self.faults(
                A=("Core/Architecture", ["StepModel"], ["StepModel"]),
                StepModel=("Core/Recording", [], [])), [])

    def test_a_test_that_declares_macros_is_found(self):
        targets = {
            "Tests": {"name": "Tests", "type": "test", "path": "Tests/A",
                      "dependencies": [{"byName": ["M", None]}]},
            "M": {"name": "M", "type": "macro", "path": "Core/X/M", "dependencies": []}}
        self.assertEqual(
            list(rooms.faults(targets, {"Tests": set(), "M": set()})),
            ["Tests declares the macros M in Package.swift, so that everything is built twice"])

    def test_a_cycle_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/X", ["B"], ["B"]), B=("Core/X", ["A"], ["A"])),
            ["the imports form a cycle: A -> B -> A"])

    def test_a_reader_of_logs_that_needs_the_runtime_is_found(self):
        found = self.faults(
            SessionReading=("Core/Replay", ["A"], ["A"]),
            A=("Core/Architecture", [rooms.RUNTIME], [rooms.RUNTIME]),
            ReducerRuntime=("Core/Architecture", [], []))
        self.assertEqual(len(found), 1)
        self.assertIn("SessionReading imports ReducerRuntime", found[0])

    def test_a_file_with_two_mutexes_for_the_thread_sanitizer_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            target = {"name": "A", "path": folder, "exclude": []}
            for name, source in {
                    "Both": "import Locking\nimport Synchronization\n",
                    "Other": "import Synchronization\nlet a: Mutex<Int>\n",
                    "Right": "import Locking\nlet b: Mutex<Int>\n",
                    "Atomic": "import Synchronization\n"}.items():
                (pathlib.Path(folder) / f"{name}.swift").write_text(source)
            found = list(rooms.lock_faults(target))
        self.assertEqual([pathlib.Path(fault.split(" ")[0]).stem for fault in found],
                         ["Both", "Other"])

    def test_all_forms_of_imports_are_read(self):
        source = (
            "import A\n@_exported public import B\npackage import struct C.Value\n// import D\n"
            '#externalMacro(module: "E", type: "F")\n')
        self.assertEqual(rooms.IMPORT.findall(source) + rooms.MACRO.findall(source),
                         ["A", "B", "C", "E"])


if __name__ == "__main__":
    unittest.main()
