import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { measuredNow } from '../docs/measured-page.ts';
import { writeDocuments } from '../docs/written.ts';
import { type Compilation, compilations, compile, placeOf } from './compilers.ts';
import { findNode, type InstalledNode, supportedNodes } from './nodes.ts';
import { nodesPage } from './nodes-document.ts';
import { createProject, type Project } from './project.ts';
import { adapterStep, firstSteps, furtherSteps, type Step, type Walker } from './walk.ts';

async function nodeOf(major: number): Promise<InstalledNode> {
  const node = await findNode(major);
  if ('missing' in node) throw new Error(node.missing);
  return node;
}

/**
 * Creates a user's project with packages from the registry: a version of Vitest, and the types of the oldest Node.js that
 * this version supports. The files of the project are compiled.
 */
async function projectWith(vitest: string, oldest: number, node: InstalledNode): Promise<Walker> {
  const installed = ['typescript@~5.9.0', `vitest@${vitest}`, `@types/node@^${oldest}`];
  const project = await createProject({ installed, node });
  if ('missing' in project) throw new Error(project.missing);
  onTestFinished(project.remove);
  expect(project.warnings).toEqual([]);
  expect(await compile(project, compilations[0], { trusting: false })).toBe('');
  return { project, node };
}

function vitestIn(walkers: readonly (Walker | undefined)[]): string {
  const { project } = walkers.at(-1) as Walker;
  const manifest = readFileSync(join(project.folder, 'node_modules/vitest/package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

/** Runs a step on each Node.js. Rejects if it fails on one, so that no page is written. */
async function resultsOf({ go }: Step, walkers: readonly (Walker | undefined)[]): Promise<readonly string[]> {
  const results: string[] = [];
  for (const walker of walkers) {
    if (walker !== undefined) await go(walker);
    results.push(walker === undefined ? 'not supported by Vitest' : 'works');
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

it('writes reports/nodes.md', async () => {
  const measured = measuredNow();
  const nodes: InstalledNode[] = [];
  for (const major of supportedNodes) nodes.push(await nodeOf(major));
  const fours: Walker[] = [];
  for (const node of nodes) fours.push(await projectWith('^4.1.0', 20, node));
  const [{ project: four }] = fours as [Walker];
  const types = [await typesOf('TypeScript 5.9', four), await typesOf('TypeScript 7', four)];
  const steps: (readonly string[])[] = [];
  for (const step of [...firstSteps, ...furtherSteps]) steps.push(await resultsOf(step, fours));
  const withFour = await resultsOf(adapterStep, fours);
  const fives: (Walker | undefined)[] = [];
  for (const node of nodes)
    fives.push(node.version.startsWith('v20.') ? undefined : await projectWith('^5.0.0', 22, node));
  const withFive = await resultsOf(adapterStep, fives);
  const adapter = [
    { vitest: vitestIn(fours), results: withFour },
    { vitest: vitestIn(fives), results: withFive },
  ];
  const versions = nodes.map(({ version }) => version);
  writeDocuments({ 'reports/nodes.md': nodesPage({ versions, steps, adapter, types }, measured) });
});
