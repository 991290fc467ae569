#!/usr/bin/env python3
"""Builds a package for each library of Reprise, and prints what the first build costs.

Each package depends on one product and imports its modules. The times are those of all processors
together, so that other work on the machine hardly changes them; the sizes are those of the whole
build folder. --check compares the names of the products with those on the page about them instead.
"""

import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "Tools" / "Documentation"))

import rooms  # noqa: E402

PAGE = ROOT / "Documentation" / "Reference" / "Products.md"
FOLDER = ROOT / ".build" / "products"
# The tool version, platforms and features of a package are those of the first tutorial.
MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "reprise", path: "{root}")],
  targets: [
    .target(
      name: "Client", dependencies: [.product(name: "{product}", package: "reprise")])
  ]
)
"""
ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def libraries():
    """Returns the libraries of the package, each with its modules."""
    return {
        product["name"]: product["targets"] for product in rooms.package()["products"]
        if "library" in product["type"]}


def size(folder):
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build(product, modules):
    """Builds a new package that imports a product, and returns its seconds and its bytes."""
    package = FOLDER / product
    shutil.rmtree(package, ignore_errors=True)
    (package / "Sources" / "Client").mkdir(parents=True)
    (package / "Package.swift").write_text(MANIFEST.format(root=ROOT, product=product))
    imports = "".join(f"import {module}\n" for module in modules)
    (package / "Sources" / "Client" / "Client.swift").write_text(imports)
    start = processor_seconds()
    result = subprocess.run(
        [os.environ.get("SWIFT", "swift"), "build"], cwd=package, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        raise SystemExit(f"a package with '{product}' does not build:\n{result.stdout}")
    cost = processor_seconds() - start, size(package / ".build")
    shutil.rmtree(package)
    return cost


def check():
    listed = set(ROW.findall(PAGE.read_text(encoding="utf-8")))
    names = set(libraries())
    for name in sorted(names - listed):
        print(f"{PAGE.name} does not list the product '{name}'")
    for name in sorted(listed - names):
        print(f"{PAGE.name} lists '{name}', which is not a product")
    if names != listed:
        sys.exit(1)
    print(f"{len(names)} libraries are listed in {PAGE.name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the names only")
    parser.add_argument("products", nargs="*", help="the libraries (default: all)")
    options = parser.parse_args()
    if options.check:
        return check()
    for product, modules in libraries().items():
        if not options.products or product in options.products:
            seconds, length = build(product, modules)
            print(f"{product}: {seconds:.0f} s of processors, {length / 1e6:.0f} MB", flush=True)
    return None


if __name__ == "__main__":
    main()
