#!/bin/sh
# Writes the symbol graphs of the libraries' public symbols from the built modules, without symbols
# that macros add.
#
# usage: symbol-graphs.sh BUILD-DIRECTORY OUTPUT-DIRECTORY MODULE…
set -eu

build=$1
output=$2
shift 2
rm -rf "$output"
target=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p')
# The modules of C targets.
includes=
for map in "$build"/C*.build/module.modulemap; do includes="$includes -I ${map%/*}"; done
for module in "$@"; do
  mkdir -p "$output/$module"
  # The list of folders is several words.
  # shellcheck disable=SC2086
  swift symbolgraph-extract -module-name "$module" -I "$build/Modules" $includes \
    -I Core/Recording/CZlib -I Tools/CGetopt -target "$target" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$output/$module"
done
"$(dirname "$0")/written.py" "$output"
