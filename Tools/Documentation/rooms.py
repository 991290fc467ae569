#!/usr/bin/env python3
"""Checks what each room imports, and draws the graph of the rooms.

usage: rooms.py [--draw]

A room declares every module of the package that its sources import, and imports every module that
it declares. There is no cycle, no room imports one of a higher folder or wing, a log is read
without the runtime, options are read without logs, and only some rooms read the steps of a log
themselves. Only a product re-exports other rooms, and
a room of Core that imports such a product imports these rooms itself, since it should see nothing
that it does not import. The number of rooms and the longest chain of imports are limited. The
picture of the rooms shows their imports, without those that follow from others; Graphviz draws it
with --draw.

A build with the thread sanitizer has a `Mutex` of its own, in Platform, which exports
Synchronization. So a file has its `Mutex` from there, and does not import both.
"""

import html
import json
import os
import pathlib
import re
import subprocess
import sys

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)",
    re.MULTILINE)
EXPORT = re.compile(r"^\s*@_exported\s+(?:(?:public|package)\s+)?import\s+(\w+)", re.MULTILINE)
MACRO = re.compile(r'#externalMacro\(\s*module: "(\w+)"')
INCLUDE = re.compile(r'^\s*#include\s+[<"](\w+)\.h[>"]', re.MULTILINE)
# The folders of rooms, from the lowest to the highest.
LEVELS = ["Core", "Features", "Tools"]
# The wings of Core, from the lowest to the highest.
WINGS = ["Architecture", "Recording", "Replay", "Terminal"]
PICTURE = pathlib.Path(__file__).resolve().parents[2] / "Documentation/Pictures/rooms.svg"
# The limits of Swift rooms, and of rooms in a chain of imports.
MAX_ROOMS, MAX_FLOORS = 48, 11
RUNTIME = "ReducerRuntime"
# Rooms that do not need a certain other room: a program reads logs without the runtime, and the
# options of a program have nothing to do with logs.
WITHOUT = {"SessionLog": RUNTIME, "SessionModel": RUNTIME, "SessionDocument": RUNTIME,
           "CommandLineKit": "SessionLog"}
# The reader of the steps of a log, and the rooms that use it. Others read `SessionEntries`.
STEP_READER = "SessionCursor"
STEP_READERS = {"SessionDocument", "SessionReplay"}


def package():
    """Returns the description of the package, as read by the package manager."""
    # Tests run this while the package manager that runs them holds the lock.
    command = [os.environ.get("SWIFT", "swift"), "package", "--ignore-lock", "dump-package"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def declared(target):
    """Returns the names of the targets that a target depends on."""
    return {
        dependency[kind][0] for dependency in target["dependencies"]
        for kind in ("byName", "target") if kind in dependency}


def sources(target):
    """Yields the files of a target, without its excluded folders."""
    folder = pathlib.Path(target["path"])
    excluded = [folder / name for name in target["exclude"]]
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".swift", ".c", ".h"}:
            if not any(path.is_relative_to(part) for part in excluded):
                yield path


def imported(target, names):
    """Returns the modules of the package that the sources of a target import."""
    found = set()
    for path in sources(target):
        text = path.read_text()
        patterns = [IMPORT, MACRO] if path.suffix == ".swift" else [INCLUDE]
        for pattern in patterns:
            found.update(pattern.findall(text))
    return (found & names) - {target["name"]}


def lock_faults(target):
    """Yields a line for each file that a thread-sanitizer build cannot compile or check."""
    if target["name"] == "Platform":
        return
    for path in sources(target):
        if path.suffix != ".swift":
            continue
        text = path.read_text()
        modules = IMPORT.findall(text)
        if "Synchronization" in modules and "Platform" in modules:
            yield (f"{path} imports Synchronization and Platform, which exports it: "
                   "import Platform only")
        elif "Synchronization" in modules and re.search(r"\bMutex\b", text):
            yield f"{path} has its Mutex from Synchronization: import Platform instead"


def reader_faults(target):
    """Yields a line for each file that reads steps itself and is not in a room that may."""
    if target["name"] in STEP_READERS:
        return
    for path in sources(target):
        if re.search(rf"\b{STEP_READER}\b", path.read_text()):
            yield f"{path} reads the steps of a log itself: use SessionEntries"


def exported(target, names):
    """Returns the modules of the package that a target re-exports."""
    return {module for path in sources(target) if path.suffix == ".swift"
            for module in EXPORT.findall(path.read_text())} & names


def export_faults(targets, edges, products):
    """Yields a line for each re-export through which a room sees more than it imports."""
    exports = {name: exported(target, set(targets))
               for name, target in targets.items() if level(target) >= 0}
    exporting = {name for name, modules in exports.items() if modules}
    for name in sorted(exporting - products):
        yield f"{name} re-exports rooms and is not a product: import them where they are used"
    for name, target in targets.items():
        if not wing(target) or target["type"] == "test" or name in exporting:
            continue
        for other in sorted(edges[name] & exporting):
            if unseen := exports[other] - edges[name]:
                yield (f"{name} imports {other}, which re-exports {', '.join(sorted(unseen))}: "
                       "import the rooms that it uses")


def floors(targets, edges):
    """Returns the longest chain of imports among the rooms, from the lowest to the highest."""
    chains = {}

    def chain(name):
        if name not in chains:
            below = [chain(other) for other in sorted(edges[name] & rooms)]
            chains[name] = max(below, key=len, default=[]) + [name]
        return chains[name]

    rooms = {name for name in targets if level(targets[name]) >= 0}
    return max((chain(name) for name in sorted(rooms)), key=len, default=[])


def level(target):
    """Returns the level of a target, or -1 for tests."""
    folder = pathlib.PurePath(target["path"]).parts[0]
    return LEVELS.index(folder) if folder in LEVELS else -1


def wing(target):
    """Returns the wing of a room of Core, or None."""
    parts = pathlib.PurePath(target["path"]).parts
    return parts[1] if parts[0] == "Core" and len(parts) > 2 else None


def crosses(target, other):
    """Returns whether an import between two rooms of Core leads to a wing that is not below."""
    one, two = wing(target), wing(other)
    return None not in (one, two) and WINGS.index(one) < WINGS.index(two)


def cycle(edges):
    """Returns the rooms of a cycle, or None."""
    finished = set()

    def search(name, way):
        if name in way:
            return way[way.index(name):] + [name]
        if name in finished:
            return None
        for other in sorted(edges[name]):
            if found := search(other, way + [name]):
                return found
        finished.add(name)
        return None

    return next((found for name in sorted(edges) if (found := search(name, []))), None)


def below(name, edges):
    """Returns the rooms that a room imports, directly or through others."""
    found, waiting = set(), [name]
    while waiting:
        new = edges[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def faults(targets, edges):
    """Yields a line for each wrong import. `edges` has the imports of each target."""
    # Tests run executables, which they do not import.
    executables = {name for name in targets if targets[name]["type"] == "executable"}
    for name, target in targets.items():
        for other in sorted(edges[name] - declared(target)):
            yield f"{name} imports {other} and does not declare it in Package.swift"
        if target["type"] != "test":
            for other in sorted(declared(target) - edges[name] - executables):
                yield f"{name} declares {other} in Package.swift and does not import it"
        else:
            for other in sorted(other for other in declared(target)
                                if targets[other]["type"] == "macro"):
                yield (f"{name} declares the macros {other} in Package.swift, "
                       "so that everything is built twice")
        for other in sorted(edges[name]):
            if -1 < level(target) < level(targets[other]):
                yield f"{name} imports {other}, which is above it"
            if crosses(target, targets[other]):
                own, others = wing(target), wing(targets[other])
                yield f"{name} imports {other}, and {own} is not above {others}"
    for name, other in WITHOUT.items():
        if name in edges and other in below(name, edges):
            yield f"{name} imports {other}, directly or through other rooms, and must not need it"
    if found := cycle(edges):
        yield f"the imports form a cycle: {' -> '.join(found)}"


def dot(targets, edges):
    """Returns the graph of the rooms, without edges that follow from others."""
    names = {name for name in targets if level(targets[name]) >= 0}
    lines = ["digraph rooms {", '  rankdir = TB; node [shape = box, fontname = "sans-serif"];']
    folders = {name: str(pathlib.PurePath(targets[name]["path"]).parent) for name in names}
    for folder in sorted(set(folders.values())):
        lines.append(f'  subgraph "cluster {folder}" {{ label = "{folder}"; color = gray;')
        lines += [f'    "{name}";' for name in sorted(names) if folders[name] == folder]
        lines.append("  }")
    for name in sorted(names):
        implied = set().union(*(below(other, edges) for other in edges[name]))
        lines += [f'  "{name}" -> "{other}";' for other in sorted(edges[name] & names - implied)]
    return "\n".join(lines + ["}"])


def picture_faults(graph, picture):
    """Yields a line if a picture shows other rooms or imports than a graph does."""
    titles = {html.unescape(title) for title in re.findall("<title>(.*)</title>", picture)}
    shown = {title for title in titles if re.fullmatch(r"\w+(->\w+)?", title)} - {"rooms"}
    edges = {f"{room}->{other}" for room, other in re.findall(r'"(\w+)" -> "(\w+)"', graph)}
    if shown != edges | set(re.findall(r'^ *"(\w+)";', graph, re.MULTILINE)):
        yield "the picture of the rooms is old: 'rooms.py --draw' draws it again"


def main():
    if sys.argv[1:] not in ([], ["--draw"]):
        sys.exit(__doc__)
    description = package()
    targets = {target["name"]: target for target in description["targets"]}
    products = {name for product in description["products"] for name in product["targets"]}
    edges = {name: imported(target, set(targets)) for name, target in targets.items()}
    graph = dot(targets, edges)
    if sys.argv[1:]:
        subprocess.run(["dot", "-Tsvg", "-o", PICTURE], input=graph, text=True, check=True)
    found = list(faults(targets, edges)) + list(export_faults(targets, edges, products))
    found += picture_faults(graph, PICTURE.read_text(encoding="utf-8"))
    for target in targets.values():
        found += lock_faults(target)
        if level(target) >= 0:
            found += reader_faults(target)
    rooms = [target for target in targets.values() if level(target) >= 0
             and any(path.suffix == ".swift" for path in sources(target))]
    chain = floors(targets, edges)
    if len(rooms) > MAX_ROOMS:
        found.append(f"{len(rooms)} Swift rooms, and at most {MAX_ROOMS} are allowed")
    if len(chain) > MAX_FLOORS:
        found.append(
            f"{len(chain)} floors, and at most {MAX_FLOORS} are allowed: {' < '.join(chain)}")
    for fault in found:
        print(fault, file=sys.stderr)
    if found:
        sys.exit(1)
    print(f"{len(targets)} targets: imports as declared; "
          f"{len(rooms)} Swift rooms on {len(chain)} floors; "
          f"steps are read by {' and '.join(sorted(STEP_READERS))} only")


if __name__ == "__main__":
    main()
