#!/bin/bash
#SBATCH --job-name=replay
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#
# Replays the shard that Slurm's variables select. A requeued task resumes after its results.
# VERDICTS is a folder for the caches of the shards, which can be kept when RESULTS changes. Each
# cache is read as a whole.
set -euo pipefail
program=$1 corpus=$2 results=$3
verdicts=${VERDICTS:-$results/verdicts}

exec "$program" replay "$corpus" --allow-empty --jobs "$SLURM_CPUS_PER_TASK" \
  --results "$results/$SLURM_ARRAY_TASK_ID.jsonl" --cache "$verdicts/$SLURM_ARRAY_TASK_ID"
