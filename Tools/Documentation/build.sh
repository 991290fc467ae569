#!/bin/sh
# Builds the documentation of the libraries, one archive for all, and fails on any warning.
#
# usage: build.sh SYMBOL-GRAPH-DIRECTORY ARCHIVE
set -eu

graphs=$1
archive=$2
parts=$graphs/archives
rm -rf "$parts" "$archive"
mkdir -p "$parts"
for graph in "$graphs"/*/; do
  module=$(basename "$graph")
  [ "$module" = archives ] && continue
  if ! text=$(docc convert --additional-symbol-graph-dir "$graph" --warnings-as-errors \
    --fallback-display-name "$module" --fallback-bundle-identifier "reprise.$module" \
    --output-path "$parts/$module.doccarchive" 2>&1); then
    printf '%s\n' "$text" >&2
    exit 1
  fi
done
docc merge "$parts"/*.doccarchive --synthesized-landing-page-name Reprise --output-path "$archive"
echo "the documentation is in $archive; 'docc preview' or any web server shows it"
