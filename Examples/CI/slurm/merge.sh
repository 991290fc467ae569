#!/bin/bash
#SBATCH --job-name=replay-merge
#
# Merges the results of all shards. The exit code is that of a single run, or 6 if results are
# missing.
set -euo pipefail
program=$1 results=$2

exec "$program" merge "$results"/*.jsonl --junit "$results/results.xml"
