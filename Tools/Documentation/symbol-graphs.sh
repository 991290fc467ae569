#!/bin/sh
# Writes the symbol graphs of the libraries' public symbols, as the compiler built them, without
# those that macros add.
#
# usage: symbol-graphs.sh BUILD-DIRECTORY OUTPUT-DIRECTORY MODULE…
set -eu

build=$1
output=$2
shift 2
rm -rf "$output"
for module in "$@"; do
  mkdir -p "$output/$module"
  swift symbolgraph-extract -module-name "$module" -I "$build/Modules" -I "$build/CMappedFiles.build" \
    -I "$build/CNcurses.build" \
    -I "$build/CReplayWorker.build" -I "$build/CMicrohttpd.build" -I "$build/CSessionPage.build" \
    -I Core/Recording/CByteMasks -I Core/Recording/CFileNames -I Core/Recording/CZlib -I Tools/CGetopt \
    -target "$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p')" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$output/$module"
done
"$(dirname "$0")/written.py" "$output"
