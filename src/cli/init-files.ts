import type { Plan } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';

/** What the files are made from. */
export interface Answers {
  /** The name and the address of the service that is tested every night. */
  readonly target: string;
  readonly baseUrl: string;
  readonly plan?: Plan;
  /** The variable, and the secret of the pipeline, that holds its key. */
  readonly keyVariable: string;
  /** How the service is started in a pipeline, for the gate; without it no gate is written. */
  readonly start?: string;
  /** Where it listens then. */
  readonly localUrl: string;
  /** What is put before a command: `npx petstore-conformance`, and which version. */
  readonly version: string;
}

/** A file that `init` writes: its path from the folder where it is called, and its text. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The configuration file: one named target, and the schema that editors complete it by. */
export function configFile({ target, baseUrl, plan, keyVariable }: Answers): NewFile {
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
  return { path: 'petstore-conformance.config.json', text: `${JSON.stringify(config, undefined, 2)}\n` };
}

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
