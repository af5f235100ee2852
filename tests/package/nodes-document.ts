import { markdownTable } from '../docs/written.ts';
import { adapterStep, firstSteps, furtherSteps } from './walk.ts';

/** What docs/nodes.md shows. */
export interface NodesMeasured {
  /** As `process.version` has them. */
  readonly versions: readonly string[];
  /** For each step, the result on each version. */
  readonly steps: readonly (readonly string[])[];
  /** For each version of Vitest, the result of the adapter on each version of Node.js. */
  readonly adapter: readonly { readonly vitest: string; readonly results: readonly string[] }[];
  /** For each version of TypeScript, the result with each module resolution. */
  readonly types: readonly { readonly typescript: string; readonly results: readonly string[] }[];
}

/** Writes docs/nodes.md. */
export function nodesPage({ versions, steps, adapter, types }: NodesMeasured, measured: string): string {
  return `<!-- Written by \`npm run nodes\`. -->

# Supported versions

On every supported Node.js, npm installed the package from its tarball into an empty project, and these uses were tested.

${measured}

${markdownTable(
  ['', ...versions],
  [
    ...[...firstSteps, ...furtherSteps].map(({ title }, index) => [title, ...(steps[index] ?? [])]),
    ...adapter.map(({ vitest, results }) => [`${adapterStep.title}, Vitest ${vitest}`, ...results]),
  ],
)}

A user's files compile with the oldest and the newest supported compiler, in strict mode and with \`skipLibCheck\` off:

${markdownTable(
  ['', '`nodenext`', '`bundler`'],
  types.map(({ typescript, results }) => [`TypeScript ${typescript}`, ...results]),
)}

If a step fails, \`npm run nodes\` fails and does not write this page. \`npm test\` runs all steps on the current Node.js, and
\`npm run test:all\` runs most of them on one other, with Vitest 4. Without a registry they skip what they cannot install and
say so. With \`PETSTORE_NODES=22,26\` they fail if one of these versions is unavailable. [CI](../.ci/run) sets one version.
`;
}

/** Reads back what a page shows. */
export function nodesMeasuredIn(page: string): NodesMeasured {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
  const [[, ...versions] = [], ...others] = rows;
  const count = firstSteps.length + furtherSteps.length;
  const last = (rest: readonly string[][], pattern: RegExp) =>
    rest.flatMap(([title = '', ...results]) => {
      const version = pattern.exec(title)?.[1];
      return version === undefined ? [] : [{ version, results }];
    });
  return {
    versions,
    steps: others.slice(0, count).map(([, ...results]) => results),
    adapter: last(others.slice(count), /, Vitest (\S+)$/).map(({ version, results }) => ({
      vitest: version,
      results,
    })),
    types: last(others.slice(count), /^TypeScript (\S+)$/).map(({ version, results }) => ({
      typescript: version,
      results,
    })),
  };
}
