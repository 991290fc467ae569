#!/usr/bin/env bash
# Identifies the app and the shard of a job for the action: its folder of outputs, the digest of its
# executable, by which the cache is named, and a suffix for the names of a shard.
#
# Variables: EXECUTABLE, SHARD, and those of GitHub. In a container, RUNNER_TEMP has another value than the
# context runner.temp, so later steps use the folder that this script returns.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/annotation.sh"

if ! [ -f "$EXECUTABLE" ] || ! [ -x "$EXECUTABLE" ]; then
  fail "no executable at '$EXECUTABLE'; the input 'executable' is the path of the built app"
fi
suffix=
if [ -n "$SHARD" ]; then
  [[ $SHARD =~ ^[0-9]+/[0-9]+$ ]] || fail "invalid shard '$SHARD'; expected I/N, such as 1/4"
  suffix=-${SHARD/\//-of-}
fi
folder=$RUNNER_TEMP/reprise$suffix
mkdir -p "$folder"
{
  echo "folder=$folder"
  echo "digest=$(sha256sum < "$EXECUTABLE" | cut -c 1-32)"
  echo "suffix=$suffix"
} >> "$GITHUB_OUTPUT"
