#!/usr/bin/env bash
# Tests staging, compares the night with the sixty before it, and prints one line for a chat.
set -u
url=${STAGING_URL:-https://staging.petstore.example/v1}
build=${STAGING_BUILD:-unknown}
keep=nightly
last=$keep/last.json
profile=gentle
tonight=$keep/$(date -u +%F)
# Once a week, a full run tests the 429, too. It has a baseline of its own.
if [ "${FULL_RUN:-$(date -u +%u)}" = 7 ]; then
  profile=standard
  last=$keep/last-full.json
fi
mkdir -p "$tonight"
kit() { npx --yes petstore-conformance@0.3.0 "$@"; }

# Prints the line of the night, and posts it.
say() {
  local line="Pet Store staging, $(date -u +%F), build $build: $1${REPORT_URL:+ $REPORT_URL}"
  echo "$line"
  if [ -n "${CHAT_WEBHOOK:-}" ]; then
    node -p 'JSON.stringify({ text: process.argv[1] })' "$line" |
      curl --fail --silent --show-error -H 'Content-Type: application/json' --data-binary @- "$CHAT_WEBHOOK"
  fi
}

# If npx cannot install the kit, it exits with 1, like a run that finds violations.
if ! kit --version > /dev/null; then
  say 'NO RESULT (exit status 3), the kit cannot be installed, see the log'
  exit 3
fi

# Failures of the last night are known: they do not fail the run, and their bodies are sent again. A broken report must not
# stop all later nights.
known=()
if [ -f "$last" ]; then
  kit report "$last" > /dev/null
  if [ $? -eq 2 ]; then mv "$last" "$last.unreadable"; else known=(--accepted "$last"); fi
fi
kit run --base-url "$url" --profile "$profile" --seed date --label "build=$build" --quiet \
  --reports "$tonight" ${known[@]+"${known[@]}"} > "$tonight/run.txt"
status=$?
line=$(tail -n 1 "$tonight/run.txt")
if [ "$status" -eq 2 ]; then line='COMMAND WRONG (exit status 2), see the log'; fi
line=${line:-"NO RESULT (exit status $status), see the log"}

# With status 3, the run may have tested little: the last night with a verdict stays the baseline.
if [ "$status" -le 1 ]; then
  if [ -f "$last" ]; then
    kit diff "$last" "$tonight/report.json" > "$tonight/changes.txt"
    changed=$(kit diff "$last" "$tonight/report.json" --format line)
    line=${changed:-$line}
  fi
  cp "$tonight/report.json" "$last.new" && mv "$last.new" "$last"
fi
# Sixty nights are kept, in folders that are named after their dates.
nights=("$keep"/20*/)
while [ ${#nights[@]} -gt 60 ]; do
  rm -r "${nights[0]}"
  nights=("${nights[@]:1}")
done
reports=("$keep"/20*/report.json)
if [ -f "${reports[0]}" ] && ! kit compare "${reports[@]}" --html "$keep/index.html" > "$keep/matrix.txt"; then
  if [ "$status" -eq 0 ]; then status=2; fi
  line="COMPARISON FAILED (exit status $status), see the log. The run: $line"
fi

say "${line#petstore-conformance: }"
exit "$status"
