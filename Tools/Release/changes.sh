#!/bin/sh
# Prints the changes of the declared version, from CHANGELOG.md.
set -eu
cd "$(dirname "$0")/../.."
awk -v version="$(Tools/Release/version.sh)" \
  '/^## / { shown = $0 == "## " version; next } shown { print }' CHANGELOG.md | grep .
