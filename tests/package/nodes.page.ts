import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Compilation, compilations, compile, placeOf } from './compilers.ts';
import { findNode, type InstalledNode, supportedNodes } from './nodes.ts';
import { createProject, type Project } from './project.ts';
import { adapterStep, firstSteps, furtherSteps, type Step } from './walk.ts';

async function nodeOf(major: number): Promise<InstalledNode> {
  const node = await findNode(major);
  if ('missing' in node) throw new Error(node.missing);
  return node;
}

/** Creates a user's project from the registry, with a Vitest release and the types of the oldest Node.js it supports. */
async function projectWith(vitest: string, node: number): Promise<Project> {
  const installed = ['typescript@~5.9.0', `vitest@${vitest}`, `@types/node@^${node}`];
  const project = await createProject({ installed });
  if ('missing' in project) throw new Error(project.missing);
  onTestFinished(project.remove);
  return project;
}

function versionOf(project: Project, name: string): string {
  const manifest = readFileSync(join(project.folder, 'node_modules', name, 'package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
}

/** Runs a step on each Node.js and returns its table row. Rejects if the step fails, so that no page is written. */
async function stepRow(
  title: string,
  { go }: Step,
  project: Project,
  nodes: readonly (InstalledNode | undefined)[],
): Promise<readonly string[]> {
  const cells: string[] = [];
  for (const node of nodes) {
    if (node !== undefined) await go({ project, node });
    cells.push(node === undefined ? 'not supported by Vitest' : 'works');
  }
  return [title, ...cells];
}

async function typesRow(compiler: Compilation['compiler'], project: Project): Promise<readonly string[]> {
  for (const compilation of compilations.filter((one) => one.compiler === compiler))
    expect(await compile(project, compilation, { trusting: false })).toBe('');
  const manifest = resolve(project.folder, placeOf(compiler), '../../package.json');
  return [`TypeScript ${JSON.parse(readFileSync(manifest, 'utf8')).version}`, 'compiles', 'compiles'];
}

it('docs/nodes.md', async () => {
  const nodes: InstalledNode[] = [];
  for (const major of supportedNodes) nodes.push(await nodeOf(major));
  const four = await projectWith('^4.1.0', 20);
  const types = [await typesRow('TypeScript 5.9', four), await typesRow('TypeScript 7', four)];
  const rows: (readonly string[])[] = [];
  for (const step of [...firstSteps, ...furtherSteps])
    rows.push(await stepRow(step.title, step, four, nodes));
  rows.push(
    await stepRow(`${adapterStep.title}, Vitest ${versionOf(four, 'vitest')}`, adapterStep, four, nodes),
  );
  const five = await projectWith('^5.0.0', 22);
  expect(await compile(five, compilations[0], { trusting: false })).toBe('');
  const forFive = nodes.map((node) => (node.version.startsWith('v20.') ? undefined : node));
  rows.push(
    await stepRow(`${adapterStep.title}, Vitest ${versionOf(five, 'vitest')}`, adapterStep, five, forFive),
  );
  const page = `<!-- Written by \`npm run nodes\`. -->

# Supported versions

The package was packed, installed from the tarball into an empty project, and tested on every supported Node.js. If a step
fails, \`npm run nodes\` fails and does not write this page.

${table(['', ...nodes.map(({ version }) => version)], rows)}

The oldest and the newest supported compiler compile a user's files with all strict options. They also check the kit's own
types (\`skipLibCheck\` is off):

${table(['', '`nodenext`', '`bundler`'], types)}

\`npm test\` runs all steps on the current Node.js. \`npm run test:all\` runs most of them on one other release, with Vitest 4.
Without a registry, both skip what they cannot install and say so. \`PETSTORE_NODES=22,26\` requires these releases instead;
[CI](../.ci/run) requires one.
`;
  writeFileSync(new URL('../../docs/nodes.md', import.meta.url), page);
});
