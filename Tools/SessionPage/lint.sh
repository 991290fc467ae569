#!/bin/sh
# Checks the page's JavaScript with node and with Debian's eslint.
# Where one of them is missing it says so; where CI is "true" that is an error.
set -eu
cd "$(dirname "$0")"

absent() {
  echo "the page's JavaScript is not checked with $1: 'make setup-page' installs it" >&2
  [ "${CI:-}" != true ]
}

if command -v node > /dev/null 2>&1; then
  for module in Reader/*.js Page/*.js; do
    # A module as node knows them by their names.
    node --input-type=module --check < "$module" || { echo "in $module" >&2; exit 1; }
  done
else
  absent node
fi
if command -v eslint > /dev/null 2>&1; then
  # Another node than Debian's does not look where Debian keeps modules, nor finds those of other formats.
  NODE_PATH=/usr/share/nodejs eslint --format unix --max-warnings 0 --ext .js Reader Page
else
  absent eslint
fi
