#!/usr/bin/env bash
# Replays the golden sessions whenever one of them or the program changes, and rebuilds the program
# whenever a source changes. Compile errors are printed, and replays continue with the last built
# program.
set -uo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
sources=(Package.swift Core Features Tools)
built=$(mktemp)
log=.build/watch.log

# The time of a folder changes when a file is added to it or removed.
changed() {
  local kinds=(-type d -o -name '*.swift' -o -name '*.[ch]')
  [ -n "$(find "${sources[@]}" -newer "$built" \( "${kinds[@]}" \) -print -quit)" ]
}

rebuild() {
  while true; do
    until changed; do
      if command -v inotifywait > /dev/null; then
        # A change that precedes this call is found after the timeout of a minute.
        inotifywait -qq -r -t 60 -e close_write,move,create,delete "${sources[@]}" || true
      else
        sleep 1
      fi
    done
    # The time is noted before the build, so that changes during the build are built next.
    touch "$built"
    "$swift" build --product reprise > "$log" 2>&1 || grep -E 'error:' "$log" | sort -u | head -20
  done
}

rebuild &
builder=$!
trap 'kill "$builder" 2> /dev/null; rm -f "$built"' EXIT
.build/debug/reprise replay --watch "${@:-Tests/Sessions}"
