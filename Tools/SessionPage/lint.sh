#!/bin/sh
# Checks the page's JavaScript with node and with Debian's eslint. A missing tool is reported, and
# is an error if CI is "true".
set -eu
cd "$(dirname "$0")"

absent() {
  echo "the page's JavaScript is not checked with $1: 'make setup-page' installs it" >&2
  [ "${CI:-}" != true ]
}

if command -v node > /dev/null 2>&1; then
  for module in Reader/*.js Page/*.js; do
    # Without a file name, node needs the input type.
    node --input-type=module --check < "$module" || { echo "in $module" >&2; exit 1; }
  done
else
  absent node
fi
if command -v eslint > /dev/null 2>&1; then
  # Other versions of node than Debian's do not search Debian's module folder, and lack its
  # formatters.
  NODE_PATH=/usr/share/nodejs eslint --format unix --max-warnings 0 --ext .js Reader Page
else
  absent eslint
fi
