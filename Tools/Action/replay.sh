#!/usr/bin/env bash
# Replays logs for the action. Writes a JUnit file, a page of the failing logs, and the job's
# summary.
#
# Variables: EXECUTABLE, LOGS, JOBS, SHARD, EFFECTS, OPTIONS, CACHE, PAGE, OUTPUT
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/annotation.sh"
# The maximum number of failing logs on a page. The report groups the others with them.
MAX_SHOWN=100

program=$EXECUTABLE
[[ $program == */* ]] || program=./$program
case $PAGE in
  failure | always | never) ;;
  *) fail "invalid value '$PAGE' of the input 'page'; expected failure, always or never" ;;
esac
case $EFFECTS in
  true | false) ;;
  *) fail "invalid value '$EFFECTS' of the input 'effects'; expected true or false" ;;
esac

mapfile -t logs < <(sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d' <<< "$LOGS")
[ ${#logs[@]} -gt 0 ] || fail "no logs; the input 'logs' lists folders or logs, one per line"
read -ra options <<< "$OPTIONS"
[ "$EFFECTS" != true ] || options+=(--effects)
# The page shows what the replay verified, whichever input has the option.
verified=()
for option in "${options[@]}"; do
  [ "$option" != --effects ] || verified=(--effects)
done
[ -z "$JOBS" ] || options+=(--jobs "$JOBS")
[ -z "$SHARD" ] || options+=(--shard "$SHARD")
[ "$CACHE" != true ] || options+=(--cache "$OUTPUT/verdicts")

report=$OUTPUT/report
results=$OUTPUT/results.jsonl
rm -rf "$report" "$results"
mkdir -p "$report"

# The program annotates failures, because GITHUB_ACTIONS is set.
code=0
"$program" replay --results "$results" --junit "$report/replay.xml" "${options[@]}" \
  -- "${logs[@]}" | tee "$OUTPUT/output.txt" || code=${PIPESTATUS[0]}

# Prints the paths of the logs that failed. Each line of the results has sorted keys, and quotation
# marks in strings have a backslash.
failing_logs() {
  sed -n -e '/"verdict":"match","verifiedSteps"/d' \
    -e 's/.*,"log":"\(.*\)","microseconds":[0-9]*,"modified":.*/\1/p' "$results" 2> /dev/null \
    | sed 's/\\\(["\\/]\)/\1/g' | head -n "$MAX_SHOWN"
}

page=
if [ "$PAGE" = always ]; then
  shown=("${logs[@]}")
else
  mapfile -t shown < <(failing_logs)
fi
if [ "$PAGE" != never ] && [ ${#shown[@]} -gt 0 ]; then
  page=$report/replay.html
  "$program" report -o "$page" --force "${verified[@]}" -- "${shown[@]}" || page=
fi

{
  echo "exit-code=$code"
  echo "page=$page"
  if [ -f "$report/replay.xml" ]; then echo "junit=$report/replay.xml"; fi
} >> "$GITHUB_OUTPUT"

# The summary shows the report as text: nothing that a log contains becomes markup.
{
  echo "<pre>"
  grep -v '^::' "$OUTPUT/output.txt" | head -c 200000 \
    | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' || true
  echo "</pre>"
} >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$code"
