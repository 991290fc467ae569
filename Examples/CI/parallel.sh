#!/bin/bash
# Replays a corpus in shards with GNU parallel, and merges the results.
#
# usage: parallel.sh PROGRAM CORPUS RESULTS SHARDS [PARALLEL-OPTION…]
#
# Name the machines with options such as --sshloginfile hosts or -S one,two; by default, the shards
# run locally. All machines must have access to the three paths. A run with the same RESULTS resumes
# where the previous one ended. VERDICTS is a folder for the caches of the shards, which can be kept
# when RESULTS changes. Each cache is read as a whole.
set -euo pipefail
if [ $# -lt 4 ]; then
  echo "usage: parallel.sh PROGRAM CORPUS RESULTS SHARDS [PARALLEL-OPTION…]" >&2
  exit 2
fi
program=$1 corpus=$2 results=$3 shards=$4
verdicts=${VERDICTS:-$results/verdicts}
shift 4

mkdir -p "$results"
# A shard with a failing log has a nonzero exit code, but the merge decides the result.
seq "$shards" | parallel --quote "$@" --workdir "$PWD" --joblog "$results/jobs.tsv" \
  "$program" replay "$corpus" --allow-empty --jobs 1 --shard "{}/$shards" \
  --results "$results/{}.jsonl" --cache "$verdicts/{}" > "$results/shards.log" || true
exec "$program" merge "$results"/*.jsonl --junit "$results/results.xml"
