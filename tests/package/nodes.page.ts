import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { measuredNow, writeDocuments } from '../docs/written.ts';
import { type Compilation, compilations, compile, placeOf } from './compilers.ts';
import { findNode, type InstalledNode, supportedNodes } from './nodes.ts';
import { nodesPage } from './nodes-document.ts';
import { createProject, type Project } from './project.ts';
import { adapterStep, firstSteps, furtherSteps, type Step } from './walk.ts';

async function nodeOf(major: number): Promise<InstalledNode> {
  const node = await findNode(major);
  if ('missing' in node) throw new Error(node.missing);
  return node;
}

/** Makes a user's project with packages from the registry: a Vitest, and the types of the oldest Node.js that it supports. */
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

/** Runs a step on each Node.js. Rejects if it fails on one, so that no page is written. */
async function resultsOf(
  { go }: Step,
  project: Project,
  nodes: readonly (InstalledNode | undefined)[],
): Promise<readonly string[]> {
  const results: string[] = [];
  for (const node of nodes) {
    if (node !== undefined) await go({ project, node });
    results.push(node === undefined ? 'not supported by Vitest' : 'works');
  }
  return results;
}

async function typesOf(compiler: Compilation['compiler'], project: Project) {
  for (const compilation of compilations.filter((one) => one.compiler === compiler))
    expect(await compile(project, compilation, { trusting: false })).toBe('');
  const manifest = resolve(project.folder, placeOf(compiler), '../../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { typescript: version as string, results: ['compiles', 'compiles'] };
}

it('writes docs/nodes.md', async () => {
  const measured = measuredNow();
  const nodes: InstalledNode[] = [];
  for (const major of supportedNodes) nodes.push(await nodeOf(major));
  const four = await projectWith('^4.1.0', 20);
  const types = [await typesOf('TypeScript 5.9', four), await typesOf('TypeScript 7', four)];
  const steps: (readonly string[])[] = [];
  for (const step of [...firstSteps, ...furtherSteps]) steps.push(await resultsOf(step, four, nodes));
  const withFour = await resultsOf(adapterStep, four, nodes);
  const five = await projectWith('^5.0.0', 22);
  expect(await compile(five, compilations[0], { trusting: false })).toBe('');
  const forFive = nodes.map((node) => (node.version.startsWith('v20.') ? undefined : node));
  const withFive = await resultsOf(adapterStep, five, forFive);
  const adapter = [
    { vitest: versionOf(four, 'vitest'), results: withFour },
    { vitest: versionOf(five, 'vitest'), results: withFive },
  ];
  const versions = nodes.map(({ version }) => version);
  writeDocuments({ 'nodes.md': nodesPage({ versions, steps, adapter, types }, measured) });
});
