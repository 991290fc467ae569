"""Checks that the Swift code of the documentation compiles.

A block is a separate file, unless a comment names a context. Then it replaces the line
`// The block.` of `Contexts/NAME.swift`. A line `// Beside FILE.` adds another file of that folder.
"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from pages import ROOT

CONTEXTS = ROOT / "Tests" / "Documentation" / "Contexts"
MESSAGES = ROOT / "Tests" / "Documentation" / "Messages"
ERROR = re.compile(r"^/.*\.swift:(\d+):\d+: error: (.*)$", re.MULTILINE)
EXPECTED = re.compile(r"// error: (.*)$")
MARK = re.compile(r"^ *// The block\.\n", re.MULTILINE)
BESIDE = re.compile(r"^// Beside (\S+)\.$", re.MULTILINE)


def sources(blocks):
    """Returns the files that a page's blocks form, each with the location of its first block."""
    files = []
    for block in blocks:
        if block.language != "swift" or any(block.directive(name) is not None
                                            for name in ("built by", "excerpt", "file")):
            continue
        context = block.directive("context")
        if context == "previous":
            location, text = files.pop()
            files.append((location, text + "\n" + block.text))
        elif context:
            frame = (CONTEXTS / f"{context}.swift").read_text(encoding="utf-8")
            before, after = MARK.split(frame, maxsplit=1)
            files.append((block.location, f"{before}\n{block.text}{after}"))
        else:
            files.append((block.location, block.text))
    return files


def compiler(build):
    """Returns the command that checks a file against the built modules."""
    swiftc = shutil.which("swiftc")
    toolchain = pathlib.Path(os.path.realpath(swiftc)).parent.parent
    macros = build / "ComposableArchitectureMacros-tool"
    if not macros.exists():
        macros = build / "ComposableArchitectureMacros"
    command = [swiftc, "-typecheck", "-parse-as-library", "-swift-version", "6",
               "-warnings-as-errors", "-I", build / "Modules", "-load-plugin-executable",
               f"{macros}#ComposableArchitectureMacros"]
    for module in sorted(build.glob("C*.build/module.modulemap")):
        command += ["-I", module.parent]
    for folder in ("Core/Recording/CZlib", "Tools/CGetopt"):
        command += ["-I", ROOT / folder]
    if platform.system() == "Linux":
        command += ["-plugin-path", toolchain / "lib/swift/host/plugins/testing"]
    return [str(part) for part in command]


def check_snippets(blocks, build):
    """Returns the compiler's messages about a page's Swift code."""
    command = compiler(build)

    def check(source):
        location, text = source
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "Snippet.swift"
            file.write_text(text, encoding="utf-8")
            beside = [CONTEXTS / name for name in BESIDE.findall(text)]
            result = subprocess.run([*command, file, *beside], capture_output=True, text=True)
        return f"{location}: does not compile\n{result.stderr}" if result.returncode else None

    return concurrently(check, sources(blocks))


def check_messages(build):
    """Returns the files for which the compiler has other errors than their comments say."""
    command = [part for part in compiler(build) if part != "-warnings-as-errors"]

    def check(file):
        result = subprocess.run([*command, file], capture_output=True, text=True)
        errors = {int(line): text for line, text in ERROR.findall(result.stderr)}
        lines = file.read_text(encoding="utf-8").split("\n")
        expected = {number: found[1] for number, line in enumerate(lines, 1)
                    if (found := EXPECTED.search(line))}
        same = errors.keys() == expected.keys() and all(
            expected[number] in text for number, text in errors.items())
        return None if same else f"{file}: the compiler has other errors\n{result.stderr}"

    return concurrently(check, sorted(MESSAGES.glob("*.swift")))


def concurrently(check, items):
    """Returns the problems that a check finds in several items at the same time."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return [problem for problem in pool.map(check, items) if problem]
