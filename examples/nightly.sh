#!/usr/bin/env bash
# Tests staging, compares the last sixty nights, and prints one line for a chat message.
set -u
url=${STAGING_URL:-https://staging.petstore.example/v1}
build=${STAGING_BUILD:-unknown}
plan=${STAGING_PLAN:-free}
keep=nightly
last=$keep/last.json
accepted=petstore-conformance.accepted.json
profile=gentle
tonight=$keep/$(date -u +%F)
# Once a week, a full run tests the 429, too. Failures that only the full run can find stay known from Sunday to Sunday, because
# each report carries the failures that its run accepted and did not test again.
if [ "${FULL_RUN:-$(date -u +%u)}" = 7 ]; then profile=standard; fi
mkdir -p "$tonight"
kit() { npx --yes petstore-conformance@0.4.0 "$@"; }

# Prints the line of the night, and posts it. The line says where to look only if someone must act.
say() {
  local line="Pet Store staging, $(date -u +%F), build $build: $1"
  if [ "$status" -ne 0 ]; then line="$line See ${REPORT_URL:-$where}"; fi
  echo "$line"
  if [ -n "${CHAT_WEBHOOK:-}" ]; then
    node -p 'JSON.stringify({ text: process.argv[1] })' "$line" |
      curl --fail --silent --show-error -H 'Content-Type: application/json' --data-binary @- "$CHAT_WEBHOOK"
  fi
}

# If npx cannot install the kit, it exits with 1, like a run that finds violations.
status=3
where='the log'
if ! kit --version > /dev/null; then
  say 'NO RESULT: the kit cannot be installed.'
  exit 3
fi

# Known failures do not fail the run, and the run sends their bodies again. The known failures are those in the file or, without
# a file, those of the last night. A broken report must not stop all later nights.
known=()
if [ -f "$last" ]; then
  kit report "$last" > /dev/null
  if [ $? -eq 2 ]; then mv "$last" "$last.unreadable"; else known=(--accepted "$last"); fi
fi
if [ -f "$accepted" ]; then known=(--accepted "$accepted"); fi
kit run --base-url "$url" --plan "$plan" --profile "$profile" --seed date --label "build=$build" \
  --quiet --reports "$tonight" ${known[@]+"${known[@]}"} > "$tonight/run.txt"
status=$?
# The last line says why there is no verdict. This removes the words that every such line has.
line=$(tail -n 1 "$tonight/run.txt" | sed 's/^petstore-conformance: //; s/ (exit status [0-9]*)//')
if [ "$status" -eq 2 ]; then line='COMMAND WRONG.'; fi
line=${line:-NO RESULT.}

# With status 3, the run may have tested little, so the last night with a verdict stays the baseline.
if [ "$status" -le 1 ]; then
  if [ "$status" -eq 1 ]; then where=$tonight/report.html; fi
  if [ -f "$last" ]; then
    kit diff "$last" "$tonight/report.json" > "$tonight/changes.txt"
    changed=$(kit diff "$last" "$tonight/report.json" --format line)
  else
    changed=$(node -p 'const { requirements } = JSON.parse(fs.readFileSync(process.argv[1]));
      const failing = requirements.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
      `First report, ${failing.length} failing${failing.length === 0 ? "" : `: ${failing.join(", ")}`}.`' "$tonight/report.json")
  fi
  line=${changed:-$line}
  cp "$tonight/report.json" "$last.new" && mv "$last.new" "$last"
fi
# Keeps sixty nights, in folders that are named after their dates.
nights=("$keep"/20*/)
while [ ${#nights[@]} -gt 60 ]; do
  rm -r "${nights[0]}"
  nights=("${nights[@]:1}")
done
reports=("$keep"/20*/report.json)
if [ -f "${reports[0]}" ] && ! kit compare "${reports[@]}" --html "$keep/index.html" > "$keep/matrix.txt"; then
  if [ "$status" -eq 0 ]; then status=2; fi
  where='the log'
  line="COMPARISON FAILED. The run: $line"
fi

say "$line"
exit "$status"
