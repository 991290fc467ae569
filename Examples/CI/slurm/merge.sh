#!/bin/bash
#SBATCH --job-name=replay-merge
#
# Merges the results of all shards; its exit code is that of one run, or 6 if results are missing.
set -euo pipefail
program=$1 results=$2

exec "$program" merge "$results"/*.jsonl --junit "$results/results.xml"
