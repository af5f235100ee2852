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

/** A user's project with all of its packages from the registry: a Vitest, and the types of the oldest Node that it supports. */
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

/** A row of the table: where the step fails on a Node, this rejects and no page is written. */
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

# Which versions it works with

The package was packed, installed from the tarball into an empty project, and tried on every Node.js that is
supported. A step that fails fails the command, and this page is not written.

${table(['', ...nodes.map(({ version }) => version)], rows)}

A user's files are compiled by the oldest and the newest compiler, with everything strict, and the types of the
kit looked at as well (\`skipLibCheck\` is off):

${table(['', '`nodenext`', '`bundler`'], types)}

\`npm test\` does all of it on the Node.js that runs it, and \`npm run test:all\` most of it on one other, with Vitest 4. Without a registry they leave
out what they cannot have, and say so; \`PETSTORE_NODES=22,26\` demands these instead. [CI](../.ci/run) demands one.
`;
  writeFileSync(new URL('../../docs/nodes.md', import.meta.url), page);
});
