"""The functions of a source: the name, the beginning and the end of each."""

import ast
import re

SWIFT_HEAD = re.compile(
    r"(?<![.\w`])(?:func\s+(\S+?)(?=\s*[(<])|(init|subscript)(?=[?!]?[(<])|(deinit)\b|"
    r"var\s+`?(\w+)`?\s*:)")
# A sign after which a declaration continues, has its body, or has none.
SWIFT_SIGN = re.compile(
    r"[({}]|(?<![=!<>])=(?!=)|(?<!,)\n(?!\s*(?:where\b|->|async\b|throws\b|rethrows\b|\{))")
# The name before the parameters of a function or of an arrow, such as that of a call or a constant.
NAME = {")": re.compile(r"([\w$]+)\s*$"), "=>": re.compile(r"([\w$]+)\W*(?:async\s*)?$")}
# Statements with parentheses and braces that are not functions.
STATEMENTS = {"if", "for", "while", "switch", "catch", "with"}
SHELL_FUNCTION = re.compile(r"^( *)([\w-]+) *\(\) *\{$.*?^\1\}", re.MULTILINE | re.DOTALL)


def partners(code):
    """Returns the offset of the other bracket for each bracket of a pair."""
    found, waiting = {}, []
    for match in re.finditer(r"[()\[\]{}]", code):
        if match[0] in "([{":
            waiting.append(match.start())
        elif waiting:
            start = waiting.pop()
            found[start], found[match.start()] = match.start(), start
    return found


def swift_functions(source):
    pairs = partners(source.code)
    for head in SWIFT_HEAD.finditer(source.code):
        position = head.end()
        while (sign := SWIFT_SIGN.search(source.code, position)) and sign[0] == "(":
            position = pairs.get(sign.start(), sign.start()) + 1
        if sign and sign[0] == "{" and sign.start() in pairs:
            yield next(filter(None, head.groups())), head.start(), pairs[sign.start()]


def braced_functions(source):
    """Yields the functions of C and of JavaScript: braces after parameters or after an arrow."""
    pairs = partners(source.code)
    for brace in re.finditer(r"(=>|\))\s*\{", source.code):
        before = source.code[:brace.start() + (brace[1] == ")")].rstrip()
        start, end = pairs.get(len(before) - 1, brace.start()), pairs.get(brace.end() - 1)
        name = NAME[brace[1]].search(source.code, source.code.rfind("\n", 0, start) + 1, start)
        if end and not (name and name[1] in STATEMENTS):
            yield name[1] if name else "function", start, end


def python_functions(source):
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, source.starts[node.lineno - 1], source.starts[node.end_lineno] - 1


def shell_functions(source):
    for found in SHELL_FUNCTION.finditer(source.text):
        yield found[2], found.start(), found.end()


FINDERS = {"Swift": swift_functions, "Python": python_functions, "JavaScript": braced_functions,
           "C": braced_functions, "shell": shell_functions}


def functions(source):
    """Yields the name of each function, and the numbers of its first and last line."""
    find = FINDERS.get(source.language.name, lambda source: ())
    for name, start, end in find(source):
        yield name, source.line(start), source.line(end)
