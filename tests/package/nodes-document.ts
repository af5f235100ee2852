import { markdownTable } from '../docs/written.ts';
import { adapterStep, firstSteps, furtherSteps } from './walk.ts';

/** What `reports/nodes.md` shows. */
export interface NodesMeasured {
  /** The versions of Node.js, as `process.version` shows them. */
  readonly versions: readonly string[];
  /** For each step, the result on each version. */
  readonly steps: readonly (readonly string[])[];
  /** For each version of Vitest, the result of the adapter on each version of Node.js. */
  readonly adapter: readonly { readonly vitest: string; readonly results: readonly string[] }[];
  /** For each version of TypeScript, the result with each module resolution. */
  readonly types: readonly { readonly typescript: string; readonly results: readonly string[] }[];
}

/** Writes `reports/nodes.md`. */
export function nodesPage({ versions, steps, adapter, types }: NodesMeasured, measured: string): string {
  return `# Supported versions

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
`;
}
