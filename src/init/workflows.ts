import type { Answers, NewFile } from './answers.ts';

/** The first steps of every job, and its last. */
const jobBegins = `jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
`;
const reportsKept = `      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() }}
        with:
          name: petstore-conformance
          path: reports
`;

/** The nightly run, for GitHub Actions: what changed since the night before stands in its summary. */
export function nightlyWorkflow({ target, keyVariable, version }: Answers): NewFile {
  const text = `# Every night: does ${target} keep the specification, and what changed since yesterday?
name: Pet Store conformance, nightly

on:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:

permissions:
  contents: read

# Two runs at a time would share one quota.
concurrency: petstore-conformance-${target}

${jobBegins}      - uses: actions/cache/restore@v4
        with:
          path: yesterday
          key: petstore-conformance-\${{ github.run_id }}
          restore-keys: petstore-conformance-
      - id: kit
        name: Test ${target}
        run: npx --yes petstore-conformance@${version} run --target ${target}
        env:
          ${keyVariable}: \${{ secrets.${keyVariable} }}
      - name: Compare with yesterday
        if: \${{ !cancelled() }}
        env:
          OUTCOME: \${{ steps.kit.outputs.outcome }}
        run: |
          if [ -f yesterday/report.json ] && [ -f reports/report.json ]; then
            npx --yes petstore-conformance@${version} diff yesterday/report.json reports/report.json --format markdown >> "$GITHUB_STEP_SUMMARY" || true
          fi
          mkdir -p yesterday
          # A night that came to no verdict is none to compare the next one with.
          if [ -f reports/report.json ] && [ "$OUTCOME" != 'could not be tested' ]; then cp reports/report.json yesterday/; fi
      - uses: actions/cache/save@v4
        if: \${{ !cancelled() }}
        with:
          path: yesterday
          key: petstore-conformance-\${{ github.run_id }}
${reportsKept}`;
  return { path: '.github/workflows/petstore-nightly.yml', text };
}

/** The gate of a pull request, for GitHub Actions: it starts the service of the checkout and tests that. */
export function gateWorkflow({
  start,
  localUrl,
  plan,
  version,
}: Answers & { readonly start: string }): NewFile {
  const options = [
    `--base-url ${localUrl}`,
    ...(plan === undefined ? [] : [`--plan ${plan}`]),
    '--strict',
    '--wait-for 60',
  ];
  const text = `# On each pull request: does the service of this branch keep the specification?
name: Pet Store conformance

on:
  pull_request:

permissions:
  contents: read

${jobBegins}      - name: Start the service
        run: |
          ${start} &
      - name: Test it
        run: npx --yes petstore-conformance@${version} run ${options.join(' ')}
        env:
          # The key of the service that was just started, not of one that others use.
          PETSTORE_API_KEY: \${{ secrets.PETSTORE_API_KEY }}
${reportsKept}`;
  return { path: '.github/workflows/petstore-gate.yml', text };
}
