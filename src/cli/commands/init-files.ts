import type { Plan } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';

/** The values that the files are made from. */
export interface Responses {
  /** The name and the address of the service that is tested every night. */
  readonly target: string;
  readonly baseUrl: string;
  readonly plan?: Plan;
  /** The variable, and the secret of the pipeline, that holds its key. */
  readonly keyVariable: string;
  /** The command that starts the service in a pipeline, for the gate. */
  readonly start?: string;
  /** Where the service listens then. */
  readonly localUrl: string;
  /** The version of the kit that the workflows use. */
  readonly version: string;
}

/** Returns the files that `init` writes, by their paths from the working folder. */
export function filesFor(responses: Responses, withWorkflows: boolean) {
  const { start } = responses;
  return [
    { path: 'petstore-conformance.config.json', text: configText(responses) },
    ...(withWorkflows
      ? [{ path: '.github/workflows/petstore-nightly.yml', text: nightlyText(responses) }]
      : []),
    ...(withWorkflows && start !== undefined
      ? [{ path: '.github/workflows/petstore-gate.yml', text: gateText(responses, start) }]
      : []),
  ];
}

/** Writes the configuration: one named target, and the schema for editors. */
function configText({ target, baseUrl, plan, keyVariable }: Responses): string {
  const config = {
    $schema: './node_modules/petstore-conformance/schemas/config.schema.json',
    targets: {
      [target]: {
        baseUrl,
        ...definedOnly({ keyVariable: keyVariable === 'PETSTORE_API_KEY' ? undefined : keyVariable, plan }),
        profile: 'gentle',
      },
    },
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** The first steps of both jobs, and the last one. */
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

/** Writes the nightly workflow, whose summary shows what changed since the night before. */
function nightlyText({ target, keyVariable, version }: Responses): string {
  return `# Every night: does ${target} keep the specification, and what changed since yesterday?
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
}

/** Writes the workflow of pull requests, which starts the service of the checkout and tests it. */
function gateText({ localUrl, plan, version }: Responses, start: string): string {
  const planOption = plan === undefined ? '' : ` --plan ${plan}`;
  return `# On each pull request: does the service of this branch keep the specification?
name: Pet Store conformance

on:
  pull_request:

permissions:
  contents: read

${jobBegins}      - name: Start the service
        run: |
          ${start} &
      - name: Test it
        run: npx --yes petstore-conformance@${version} run --base-url ${localUrl}${planOption} --strict --wait-for 60
        env:
          # The key of the service that was just started, not of one that others use.
          PETSTORE_API_KEY: \${{ secrets.PETSTORE_API_KEY }}
${reportsKept}`;
}
