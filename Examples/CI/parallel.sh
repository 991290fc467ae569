#!/bin/bash
# Replays a corpus in shards by GNU parallel over ssh, and merges the results.
#
# usage: parallel.sh PROGRAM CORPUS RESULTS SHARDS [PARALLEL-OPTION…]
#
# The machines are options, as --sshloginfile hosts or -S one,two; without them the shards run here.
# All machines see the three paths. What runs again with the same RESULTS goes on where it ended.
# VERDICTS is a folder that outlives RESULTS; in it each shard has a cache, which is read as a whole.
set -euo pipefail
[ $# -ge 4 ] || { echo "usage: parallel.sh PROGRAM CORPUS RESULTS SHARDS [PARALLEL-OPTION…]" >&2; exit 2; }
program=$1 corpus=$2 results=$3 shards=$4
verdicts=${VERDICTS:-$results/verdicts}
shift 4

mkdir -p "$results"
# A shard with a log that fails ends with its exit code; the merge is the judge.
seq "$shards" | parallel --quote "$@" --workdir "$PWD" --joblog "$results/jobs.tsv" \
  "$program" replay "$corpus" --jobs 1 --shard "{}/$shards" \
  --results "$results/{}.jsonl" --cache "$verdicts/{}" > "$results/shards.log" || true
exec "$program" merge "$results"/*.jsonl --junit "$results/results.xml"
