#!/usr/bin/env bash
# Replays the golden sessions whenever one of them or the program changes, and builds the program anew
# whenever a source changes. What does not compile is told; the last program that did is replayed on.
set -uo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
sources=(Package.swift Core Features Tools)
built=$(mktemp)
log=.build/watch.log

# A folder changes when a file in it comes or goes.
changed() { [ -n "$(find "${sources[@]}" -newer "$built" \( -type d -o -name '*.swift' -o -name '*.[ch]' \) -print -quit)" ]; }

rebuild() {
  while true; do
    until changed; do
      if command -v inotifywait > /dev/null; then
        # A change between the two is found a minute later.
        inotifywait -qq -r -t 60 -e close_write,move,create,delete "${sources[@]}" || true
      else
        sleep 1
      fi
    done
    # Before the build: what changes meanwhile is built next.
    touch "$built"
    "$swift" build --product reprise > "$log" 2>&1 || grep -E 'error:' "$log" | sort -u | head -20
  done
}

rebuild &
builder=$!
trap 'kill "$builder" 2> /dev/null; rm -f "$built"' EXIT
.build/debug/reprise replay --watch "${@:-Tests/Sessions}"
