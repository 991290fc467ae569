#!/usr/bin/env python3
"""Lists the modules of the page in Embedding/modules.h, each after those that it imports."""

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
LIST = FOLDER / "Embedding" / "modules.h"
HEADING = """// The modules of the page, each after those that it imports. `make page` writes this file.

"""


def imports(module):
    """Yields the modules that a module imports, in order."""
    for path in re.findall(r"^(?:import|\}) .*?from '(.+)';", module.read_text(), re.MULTILINE):
        yield (module.parent / path).resolve()


def in_order(modules):
    known = []

    def add(module):
        if module not in known:
            for imported in imports(module):
                add(imported)
            known.append(module)

    for module in modules:
        add(module)
    return known


def check_names(modules):
    """Exits with a message if two modules declare the same name, because they share one script."""
    owners = {}
    for module in modules:
        names = re.findall(r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)",
                           module.read_text(), re.MULTILINE)
        for name in names:
            if owners.setdefault(name, module) != module:
                sys.exit(f"'{name}' is declared in {owners[name].name} and in {module.name}; "
                         "the modules become one script: rename one")


def main():
    modules = in_order(sorted(FOLDER.resolve().glob("*/*.js")))
    check_names(modules)
    paths = [module.relative_to(FOLDER.resolve()) for module in modules]
    text = HEADING
    for index, path in enumerate(paths):
        text += f'static const unsigned char module_{index}[] = {{\n#embed "../{path}"\n}};\n'
    text += "\nstatic const session_page_file modules[] = {\n"
    for index, path in enumerate(paths):
        text += f'  {{"{path}", module_{index}, sizeof module_{index}}},\n'
    LIST.write_text(text + "};\n")


main()
