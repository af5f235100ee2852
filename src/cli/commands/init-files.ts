import { standardConfigFile } from '../../config/file.ts';
import type { Plan } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import type { ciSystems } from '../commands.ts';

/** What the files are for, as `--force` names them. */
export type FileName = 'config' | 'nightly' | 'gate' | 'include';

/** Values in the files. */
export interface InitValues {
  /** Name and base URL of the server to test every night. */
  readonly target: string;
  readonly baseUrl: string;
  readonly plan?: Plan;
  /** The environment variable and the secret with its key. */
  readonly keyVariable: string;
  /** Starts the server in a pull request, for the CI gate. */
  readonly start?: string;
  /** Installs what `start` needs. */
  readonly install?: string;
  /** Base URL of the server that `start` starts. */
  readonly localUrl: string;
  /** What npx runs: the kit with its version, a tarball or a git URL. */
  readonly kit: string;
  readonly ci: (typeof ciSystems)[number];
}

export interface InitFile {
  readonly name: FileName;
  /** Relative to the working directory. */
  readonly path: string;
  readonly text: string;
}

/** Returns the files that `init` writes. */
export function filesFor(values: InitValues, withPipelines: boolean): readonly InitFile[] {
  const { start, ci } = values;
  const { folder, nightly, gate } = pipelines[ci];
  const config: InitFile = { name: 'config', path: standardConfigFile, text: configText(values) };
  if (!withPipelines) return [config];
  return [
    config,
    { name: 'nightly', path: `${folder}/petstore-nightly.yml`, text: nightly(values) },
    ...(start === undefined
      ? []
      : [{ name: 'gate' as const, path: `${folder}/petstore-gate.yml`, text: gate(values, start) }]),
    ...(ci === 'gitlab' ? [{ name: 'include' as const, path: '.gitlab-ci.yml', text: gitlabInclude }] : []),
  ];
}

/** GitLab reads only this file, and `init` never changes one that exists. */
export const gitlabInclude = 'include:\n  - local: .gitlab/petstore-*.yml\n';

const pipelines = {
  github: { folder: '.github/workflows', nightly: githubNightly, gate: githubGate },
  gitlab: { folder: '.gitlab', nightly: gitlabNightly, gate: gitlabGate },
} as const;

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

/** Writes a command as a YAML string, quoted if YAML could read it as something else. */
function yaml(command: string): string {
  return /^[\w./][^\\"'#{}[\]]*$/.test(command) && !/: |:$| $/.test(command)
    ? command
    : JSON.stringify(command);
}

/** Returns the command of the gate. With `--strict`, a gate fails unless all that a plan allows is tested. */
function gateCommand({ kit, localUrl, plan = 'free' }: InitValues): string {
  return `npx --yes ${kit} run --base-url ${localUrl} --plan ${plan} --strict --wait-for 60`;
}

/** Returns a command that fails with 3 if there is no kit: npx would exit with 1, like a run that finds violations. */
const installKit = (kit: string) => `npx --yes ${kit} --version || exit 3`;

const nightlyPurpose = ({ target }: InitValues) =>
  `# Every night: checks whether ${target} conforms to the specification, and shows what changed since yesterday.`;
const gatePurpose = (request: string) =>
  `# On each ${request}: checks whether the server of this branch conforms to the specification.`;

/** The first and the last steps of both workflows. */
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
function githubNightly(values: InitValues): string {
  const { target, keyVariable, kit } = values;
  return `${nightlyPurpose(values)}
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
      - name: Install the kit
        run: ${installKit(kit)}
      - id: kit
        name: Test ${target}
        run: npx --yes ${kit} run --target ${target}
        env:
          ${keyVariable}: \${{ secrets.${keyVariable} }}
      - name: Compare with yesterday
        if: \${{ !cancelled() }}
        env:
          OUTCOME: \${{ steps.kit.outputs.outcome }}
        run: |
          if [ -f yesterday/report.json ] && [ -f reports/report.json ]; then
            npx --yes ${kit} diff yesterday/report.json reports/report.json --format markdown >> "$GITHUB_STEP_SUMMARY" || true
          fi
          mkdir -p yesterday
          # Without a verdict, this report is not a useful baseline for the next night.
          if [ -f reports/report.json ] && [ "$OUTCOME" != 'could not be tested' ] && [ "$OUTCOME" != interrupted ]; then cp reports/report.json yesterday/; fi
      - uses: actions/cache/save@v4
        if: \${{ !cancelled() }}
        with:
          path: yesterday
          key: petstore-conformance-\${{ github.run_id }}
${lastSteps}`;
}

/** Returns the workflow for pull requests. It starts the server of the checkout and tests it. */
function githubGate(values: InitValues, start: string): string {
  const { install, kit } = values;
  const installStep =
    install === undefined ? '' : `      - name: Install the server\n        run: ${yaml(install)}\n`;
  return `${gatePurpose('pull request')}
name: Pet Store conformance

on:
  pull_request:

permissions:
  contents: read

${firstSteps}      - name: Install the kit
        run: ${installKit(kit)}
${installStep}      - name: Start the server
        run: ${yaml(`${start} &`)}
      - name: Test it
        run: ${gateCommand(values)}
        env:
          # A key that the server started above accepts, on the plan named above. Do not use the key of a shared server.
          PETSTORE_API_KEY: \${{ secrets.PETSTORE_API_KEY }}
${lastSteps}`;
}

/** The last lines of both jobs. */
const gitlabReports = `  artifacts:
    when: always
    paths:
      - reports
    reports:
      junit: reports/junit.xml
`;

/** Returns the nightly job. It needs a pipeline schedule. */
function gitlabNightly(values: InitValues): string {
  const { target, kit } = values;
  return `${nightlyPurpose(values)}
petstore-nightly:
  image: node:24
  timeout: 15 minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  # Concurrent runs would share one quota.
  resource_group: petstore-conformance-${target}
  cache:
    key: petstore-conformance-${target}
    when: always
    paths:
      - yesterday
  script:
    - ${installKit(kit)}
    - status=0
    - npx --yes ${kit} run --target ${target} || status=$?
    - |
      if [ -f yesterday/report.json ] && [ -f reports/report.json ]; then
        npx --yes ${kit} diff yesterday/report.json reports/report.json || true
      fi
      mkdir -p yesterday
      # Without a verdict, this report is not a useful baseline for the next night.
      if [ -f reports/report.json ] && [ "$status" -le 1 ]; then cp reports/report.json yesterday/; fi
    - exit "$status"
  # Status 3 is a warning: there is no verdict about the server.
  allow_failure:
    exit_codes: 3
${gitlabReports}`;
}

/** Returns the job for merge requests. It starts the server of the checkout and tests it. */
function gitlabGate(values: InitValues, start: string): string {
  const { install, kit } = values;
  return `${gatePurpose('merge request')}
petstore-gate:
  image: node:24
  timeout: 15 minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - ${installKit(kit)}
${install === undefined ? '' : `    - ${yaml(install)}\n`}    - ${yaml(`${start} &`)}
    - ${gateCommand(values)}
${gitlabReports}`;
}
