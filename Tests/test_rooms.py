#!/usr/bin/env python3
"""Tests the check of the rooms: the imports that it must accept, and those that it must find."""

import contextlib
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
        self.assertEqual(
            self.faults(A=("Core/Replay", ["B"], ["B"]), B=("Core/Replay", [], [])), [])

    def test_an_undeclared_import_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/Replay", [], ["B"]), B=("Core/Replay", [], [])),
            ["A imports B and does not declare it in Package.swift"])

    def test_an_unused_declaration_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/Replay", ["B"], []), B=("Core/Replay", [], [])),
            ["A declares B in Package.swift and does not import it"])

    def test_an_import_of_a_feature_by_core_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/Replay", ["B"], ["B"]), B=("Features", [], [])),
            ["A imports B, which is above it"])

    def test_an_import_of_a_higher_wing_is_found(self):
        self.assertEqual(
            self.faults(
                A=("Core/Recording", ["B"], ["B"]), B=("Core/Replay", ["C"], ["C"]),
                C=("Core/Architecture", [], [])),
            ["A imports B, and Recording is not above Replay"])

    def test_the_highest_wing_of_core_is_terminal(self):
        self.assertEqual(
            self.faults(
                A=("Core/Terminal", ["C"], ["C"]), B=("Core/Replay", ["A"], ["A"]),
                C=("Core/Recording", [], [])),
            ["B imports A, and Replay is not above Terminal"])

    def test_only_products_re_export_rooms(self):
        with tempfile.TemporaryDirectory() as folder:
            sources = {
                "Core/Replay/Product": "@_exported public import Low\n",
                "Core/Replay/Hidden": "@_exported package import Low\n",
                "Core/Replay/OtherProduct": "import Product\n",
                "Core/Replay/Low": "@_exported import Foundation\n",
                "Core/Replay/User": "import Product\n",
                "Core/Replay/Reader": "import Low\nimport Product\n",
                "Features/App": "import Product\n"}
            for path, source in sources.items():
                room = pathlib.Path(folder, path)
                room.mkdir(parents=True)
                (room / "A.swift").write_text(source)
            targets = {
                path.split("/")[-1]: {"name": path.split("/")[-1], "type": "regular", "path": path,
                                      "exclude": []}
                for path in sources}
            with contextlib.chdir(folder):
                edges = {name: rooms.imported(target, set(targets))
                         for name, target in targets.items()}
                found = list(rooms.export_faults(
                    targets, edges, {"OtherProduct", "Product"}))
        self.assertEqual(found, [
            "Hidden re-exports rooms and is not a product: import them where they are used",
            "OtherProduct imports Product, which re-exports Low: import the rooms that it uses",
            "User imports Product, which re-exports Low: import the rooms that it uses"])

    def test_the_longest_chain_of_imports_is_counted_without_tests(self):
        targets = {name: {"path": f"Core/Replay/{name}"} for name in "ABCD"}
        targets["Tests"] = {"path": "Tests/X"}
        edges = {"A": {"B", "C"}, "B": {"D"}, "C": set(), "D": set(), "Tests": {"A"}}
        self.assertEqual(rooms.floors(targets, edges), ["D", "B", "A"])

    def test_a_test_that_declares_macros_is_found(self):
        targets = {
            "Tests": {"name": "Tests", "type": "test", "path": "Tests/A",
                      "dependencies": [{"byName": ["M", None]}]},
            "M": {"name": "M", "type": "macro", "path": "Core/Replay/M", "dependencies": []}}
        self.assertEqual(
            list(rooms.faults(targets, {"Tests": set(), "M": set()})),
            ["Tests declares the macros M in Package.swift, so that everything is built twice"])

    def test_a_cycle_is_found(self):
        self.assertEqual(
            self.faults(A=("Core/Replay", ["B"], ["B"]), B=("Core/Replay", ["A"], ["A"])),
            ["the imports form a cycle: A -> B -> A"])

    def test_a_reader_of_logs_that_needs_the_runtime_is_found(self):
        found = self.faults(
            SessionDocument=("Core/Replay", ["A"], ["A"]),
            A=("Core/Architecture", [rooms.RUNTIME], [rooms.RUNTIME]),
            ReducerRuntime=("Core/Architecture", [], []))
        self.assertEqual(len(found), 1)
        self.assertIn("SessionDocument imports ReducerRuntime", found[0])

    def test_a_file_with_two_mutexes_for_the_thread_sanitizer_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            target = {"name": "A", "path": folder, "exclude": []}
            for name, source in {
                    "Both": "import Platform\nimport Synchronization\n",
                    "Other": "import Synchronization\nlet a: Mutex<Int>\n",
                    "Right": "import Platform\nlet b: Mutex<Int>\n",
                    "Atomic": "import Synchronization\n"}.items():
                (pathlib.Path(folder) / f"{name}.swift").write_text(source)
            found = list(rooms.lock_faults(target))
        self.assertEqual([pathlib.Path(fault.split(" ")[0]).stem for fault in found],
                         ["Both", "Other"])

    def test_a_file_that_reads_steps_itself_is_found_outside_of_the_rooms_that_may(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, source in {
                    "Itself": "var cursor = try SessionCursor(reader)\n",
                    "Entries": "var entries = try SessionEntries(reader)\n"}.items():
                (pathlib.Path(folder) / f"{name}.swift").write_text(source)
            found = {name: list(rooms.reader_faults({"name": name, "path": folder, "exclude": []}))
                     for name in ("TerminalApp", "SessionReplay")}
        self.assertEqual([pathlib.Path(fault.split(" ")[0]).stem for fault in found["TerminalApp"]],
                         ["Itself"])
        self.assertEqual(found["SessionReplay"], [])

    def test_a_picture_without_an_import_or_with_one_too_many_is_old(self):
        picture = ("<title>rooms</title>\n<title>cluster Core</title>\n<title>A</title>\n"
                   "<title>B</title>\n<title>A&#45;&gt;B</title>\n")
        nodes = '  "A";\n  "B";\n'
        self.assertEqual(list(rooms.picture_faults(nodes + '  "A" -> "B";', picture)), [])
        for graph in (nodes, nodes + '  "A" -> "B";\n  "B" -> "A";', '  "A";\n  "A" -> "B";'):
            self.assertEqual(len(list(rooms.picture_faults(graph, picture))), 1)

    def test_all_forms_of_imports_are_read(self):
        source = (
            "import A\n@_exported public import B\npackage import struct C.Value\n// import D\n"
            '#externalMacro(module: "E", type: "F")\n')
        self.assertEqual(rooms.IMPORT.findall(source) + rooms.MACRO.findall(source),
                         ["A", "B", "C", "E"])


if __name__ == "__main__":
    unittest.main()
