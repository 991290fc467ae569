"""Checks the examples in doc comments: they must compile, and each public type must have one.

An example is an indented block of a doc comment. Its types are placed in a separate namespace and
its statements in a function, so that examples may use the same names. An example with an extension
or an import is placed at file scope. The files of `Contexts/Shared` declare the names that examples
assume. A comment directly above an example places it in a context, as on a page:

    <!-- context: NAME -->       the example is checked within Contexts/Comments/NAME.swift

An example in a type's own doc comment belongs to the type. Any other type needs an example that
names it, in a doc comment or on a page. For a nested type, the enclosing type's example may use one
of its members.
"""

import json
import pathlib
import re
import subprocess
import tempfile

from snippets import CONTEXTS, MARK, compiler

TYPES = {f"swift.{kind}" for kind in ("struct", "class", "enum", "protocol", "actor", "macro")}
PLACEHOLDERS = sorted((CONTEXTS / "Shared").glob("*.swift"))
CONTEXT = re.compile(r"^<!-- context: (\S+) -->$")
HEAD = re.compile(r"(?:(?:public|private|final|indirect|nonisolated)\s+)*(\w*)")
DECLARATION = re.compile(
    r"\b(struct|class|enum|actor|protocol|typealias|extension|func|var|let)\b(?! *[:)])")
NESTABLE = {"struct", "class", "enum", "actor", "protocol", "typealias"}
# A short example may leave its bindings unused.
UNUSED = re.compile(
    r"never (used|read|mutated|executed)|unused|immutable value|no calls to throwing")
MESSAGE = re.compile(r"^(/\S+):(\d+):\d+: (error|warning): (.*)$", re.MULTILINE)
USUAL_IMPORTS = ["ComposableArchitectureTesting", "Foundation", "SessionReplayTesting", "Testing"]
IMPORTS = {
    "TerminalUI": ["Foundation", "TerminalUI"],
    "AppShell": ["AppShell", "ComposableArchitecture", "TerminalUI"],
    "SessionMinimizing": USUAL_IMPORTS + ["SessionMinimizing"],
    "TestGeneration": USUAL_IMPORTS + ["TestGeneration"],
    "Undo": ["ComposableArchitecture", "Undo"],
}


class Example:
    """An indented block of a doc comment."""

    def __init__(self, symbol, file, line, text, context):
        self.symbol = symbol
        self.file = file
        self.line = line
        self.text = text
        self.context = context


class Symbol:
    """A documented public symbol and its examples."""

    def __init__(self, module, symbol):
        self.module = module
        self.kind = symbol["kind"]["identifier"]
        self.path = [re.sub(r"\(.*", "", name) for name in symbol["pathComponents"]]
        self.is_deprecated = any(
            {"isUnconditionallyDeprecated", "deprecated", "obsoleted"} & set(availability)
            for availability in symbol.get("availability", []))
        self.examples = list(examples(self, symbol.get("docComment", {})))

    @property
    def name(self):
        return ".".join(self.path)


def examples(symbol, comment):
    """Returns the examples of a doc comment."""
    if "uri" not in comment or any("range" not in line for line in comment["lines"]):
        return
    file = pathlib.Path(comment["uri"].removeprefix("file://"))
    lines, is_list = comment["lines"], False
    index = 0
    while index < len(lines):
        text = lines[index]["text"]
        is_list = text.startswith("- ") or is_list and (not text or text.startswith(" "))
        before = lines[index - 1]["text"] if index else ""
        if not text.startswith("    ") or is_list or (before and not CONTEXT.match(before)):
            index += 1
            continue
        start = index
        while index < len(lines) and re.match(r" {4}|\s*$", lines[index]["text"]):
            index += 1
        code = "\n".join(line["text"][4:] for line in lines[start:index]).rstrip() + "\n"
        context = CONTEXT.match(before)
        yield Example(symbol, file, lines[start]["range"]["start"]["line"] + 1, code,
                      context and context[1])


def symbols(graphs):
    """Returns the public symbols of all symbol graphs, sorted by name."""
    found = []
    for graph in sorted(graphs.rglob("*.symbols.json")):
        module = graph.name.removesuffix(".symbols.json").split("@")[0]
        found += [Symbol(module, symbol) for symbol in json.loads(graph.read_text())["symbols"]]
    return sorted(found, key=lambda symbol: (symbol.module, symbol.name))


def keyword(text):
    """Returns the first word of a statement or declaration, without attributes and modifiers."""
    text = re.sub(r"^//.*\n", "", text, flags=re.MULTILINE)
    declaration = DECLARATION.search(text)
    return declaration[1] if text.startswith("@") and declaration else HEAD.match(text)[1]


def chunks(text):
    """Returns the statements and declarations of an example: line, keyword and text of each."""
    found, is_open = [], False
    for number, line in enumerate(text.splitlines(keepends=True)):
        continues = not line.strip() or re.match(r"[ }\]).]|else|case |default:", line)
        if not continues and not is_open:
            found.append([number, ""])
        found[-1][1] += line
        if not continues:
            # Comments and attributes belong to the declaration that follows them.
            is_open = line.startswith("//") or line[0] == "@" and not DECLARATION.search(line)
    return [(number, keyword(text), text) for number, text in found]


def source(example, number):
    """Returns the lines of an example's file, each with its line in the example, if it has one."""
    def of_example(line, text):
        return [(each, line + index) for index, each in enumerate(text.splitlines())]

    def frame(text):
        return [(line, None) for line in text.splitlines()]

    modules = IMPORTS.get(example.symbol.module, USUAL_IMPORTS)
    opening = frame("".join(f"import {module}\n" for module in modules))
    namespace, end = frame(f"struct Example{number} {{"), frame("}")
    if example.context:
        text = (CONTEXTS / "Comments" / f"{example.context}.swift").read_text(encoding="utf-8")
        before, after = MARK.split(text, maxsplit=1)
        block = of_example(0, example.text)
        return opening + namespace + frame(before) + block + frame(after) + end
    parts = chunks(example.text)
    is_at_file_scope = any(first in ("extension", "import") for _, first, _ in parts)
    outside = NESTABLE | ({"extension", "import", "func"} if is_at_file_scope else set())
    types, statements = [], []
    for line, first, text in parts:
        is_outside = first in outside or text.startswith("@Test")
        (types if is_outside else statements).extend(of_example(line, text))
    if statements:
        modifier = "" if is_at_file_scope else "static "
        # Synchronous where possible, because some functions have an asynchronous overload.
        effects = "async throws" if re.search(r"\bawait\b", example.text) else "throws"
        function = frame(f"@MainActor {modifier}func run{number}() {effects} {{") + statements + end
    else:
        function = []
    if is_at_file_scope:
        return opening + types + function
    return opening + namespace + types + function + end


def check_compilation(found, build):
    """Returns the compiler's messages about the examples, which are compiled together."""
    unique = {(example.file, example.line): example
              for symbol in found for example in symbol.examples}
    ordered = [unique[key] for key in sorted(unique)]
    sources = [source(example, number) for number, example in enumerate(ordered)]
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / f"Example{number}.swift" for number in range(len(sources))]
        for file, lines in zip(files, sources):
            file.write_text("".join(line + "\n" for line, _ in lines), encoding="utf-8")
        command = [part for part in compiler(build) if part != "-warnings-as-errors"]
        # With whole-module optimization, the compiler continues after the first file with an error.
        command.append("-whole-module-optimization")
        result = subprocess.run([*command, *PLACEHOLDERS, *files], capture_output=True, text=True)
    problems = set()
    for path, line, kind, text in MESSAGE.findall(result.stderr):
        if kind == "warning" and UNUSED.search(text):
            continue
        where = f"{path}:{line}"
        if match := re.search(r"Example(\d+)\.swift$", path):
            example = ordered[int(match[1])]
            at = sources[int(match[1])][int(line) - 1][1]
            where = f"{example.file}:{example.line + (at or 0)}"
        problems.add(f"{where}: {kind} in the example of '{example.symbol.name}': {text}" if match
                     else f"{where}: {kind}: {text}")
    if result.returncode and not problems:
        problems.add(result.stderr)
    return len(ordered), sorted(problems)


def bare(text):
    """Returns Swift code without comments and the contents of strings."""
    text = re.sub(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"//.*", "", text)


def names(text, name, kind="swift.struct"):
    """Returns whether code uses a type or macro that it does not declare itself."""
    if kind == "swift.macro":
        return re.search(rf"[@#]{name}\b", text) is not None
    if re.search(rf"\b(struct|enum|class|actor|protocol|typealias|macro|case) {name}\b", text):
        return False
    return re.search(rf"(?<![\w.]){name}\b", text) is not None


def without_example(found, pages):
    """Returns the types without an example. `pages` are the Swift blocks of the pages."""
    texts = [bare(text) for text in pages]
    texts += [bare(example.text) for symbol in found for example in symbol.examples]
    own = {}
    for symbol in found:
        key = symbol.module, symbol.name
        own.setdefault(key, []).extend(bare(item.text) for item in symbol.examples)
    members = {}
    for symbol in found:
        members.setdefault((symbol.module, ".".join(symbol.path[:-1])), set()).add(symbol.path[-1])

    def is_shown(symbol):
        if own[symbol.module, symbol.name]:
            return True
        if len(symbol.path) == 1:
            return any(names(text, symbol.name, symbol.kind) for text in texts)
        if any(re.search(rf"\b{re.escape(symbol.name)}\b", text) for text in texts):
            return True
        # The enclosing type's example may use the type or one of its members.
        enclosing = own.get((symbol.module, ".".join(symbol.path[:-1])), [])
        used = {symbol.path[-1], *members.get((symbol.module, symbol.name), [])}
        return any(re.search(rf"\.{re.escape(member)}\b", text)
                   for text in enclosing for member in used)

    types = [symbol for symbol in found if symbol.kind in TYPES and not symbol.is_deprecated]
    missing = {f"{symbol.module}.{symbol.name}" for symbol in types if not is_shown(symbol)}
    return len({(symbol.module, symbol.name) for symbol in types}), sorted(missing)


def check_comments(pages, graphs, build):
    """Returns the problems found in the examples, and the numbers of examples and types."""
    found = symbols(graphs)
    if not found:
        return [f"there are no symbol graphs in {graphs}; 'make symbol-graphs' writes them"], ""
    example_count, problems = check_compilation(found, build)
    type_count, missing = without_example(found, pages)
    problems += [f"'{name}' has no example; see Tests/Documentation/comments.py"
                 for name in missing]
    shown = type_count - len(missing)
    return problems, (f"{example_count} examples of doc comments compile; "
                      f"{shown} of {type_count} public types have one")
