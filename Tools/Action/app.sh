#!/usr/bin/env bash
# Identifies the app and the shard of a job for the action. Returns the folder of its outputs, the
# suffix of a shard's names, and the key of its cache. The key contains the digest of the
# executable.
#
# Variables: EXECUTABLE, SHARD, and GitHub's. In a container, RUNNER_TEMP differs from the context
# runner.temp, so later steps use the folder that this script returns.
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
digest=$(sha256sum < "$EXECUTABLE" | cut -c 1-32)
mkdir -p "$folder"
{
  echo "folder=$folder"
  echo "key=reprise-$digest$suffix"
  echo "suffix=$suffix"
} >> "$GITHUB_OUTPUT"
