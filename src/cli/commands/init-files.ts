import type { Plan } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';

/** Values in the files. */
export interface InitValues {
  /** Name and base URL of the server to test every night. */
  readonly target: string;
  readonly baseUrl: string;
  readonly plan?: Plan;
  /** The environment variable and the repository secret with its key. */
  readonly keyVariable: string;
  /** Starts the server in a pull request, for the CI gate. */
  readonly start?: string;
  /** Base URL of the server that `start` starts. */
  readonly localUrl: string;
  /** Version of the kit in the workflows. */
  readonly version: string;
}

/** Returns the files that `init` writes; paths are relative to the working folder. */
export function filesFor(values: InitValues, withWorkflows: boolean) {
  const { start } = values;
  return [
    { path: 'petstore-conformance.config.json', text: configText(values) },
    ...(withWorkflows ? [{ path: '.github/workflows/petstore-nightly.yml', text: nightlyText(values) }] : []),
    ...(withWorkflows && start !== undefined
      ? [{ path: '.github/workflows/petstore-gate.yml', text: gateText(values, start) }]
      : []),
  ];
}

/** Returns the configuration: one named target, and the schema for editors. */
function configText({ target, baseUrl, plan, keyVariable }: InitValues): string {
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

/** The first and the last steps of both jobs. */
const firstSteps = `jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
`;
const lastSteps = `      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() }}
        with:
          name: petstore-conformance
          path: reports
`;

/** Returns the nightly workflow. Its summary shows what changed since the last night. */
function nightlyText({ target, keyVariable, version }: InitValues): string {
  return `# Every night: checks whether ${target} conforms to the specification, and shows what changed since yesterday.
name: Pet Store conformance, nightly

on:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:

permissions:
  contents: read

# Concurrent runs would share one quota.
concurrency: petstore-conformance-${target}

${firstSteps}      - uses: actions/cache/restore@v4
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
          # Without a verdict, this report is not a useful baseline for the next night.
          if [ -f reports/report.json ] && [ "$OUTCOME" != 'could not be tested' ]; then cp reports/report.json yesterday/; fi
      - uses: actions/cache/save@v4
        if: \${{ !cancelled() }}
        with:
          path: yesterday
          key: petstore-conformance-\${{ github.run_id }}
${lastSteps}`;
}

/** Returns the workflow for pull requests. It starts the server of the checkout and tests it. */
function gateText({ localUrl, plan, version }: InitValues, start: string): string {
  const planOption = plan === undefined ? '' : ` --plan ${plan}`;
  return `# On each pull request: checks whether the server of this branch conforms to the specification.
name: Pet Store conformance

on:
  pull_request:

permissions:
  contents: read

${firstSteps}      - name: Start the server
        run: |
          ${start} &
      - name: Test it
        run: npx --yes petstore-conformance@${version} run --base-url ${localUrl}${planOption} --strict --wait-for 60
        env:
          # The key of the server that was just started, not a shared one.
          PETSTORE_API_KEY: \${{ secrets.PETSTORE_API_KEY }}
${lastSteps}`;
}
