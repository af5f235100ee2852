// @module-tag extended
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { variants } from '../../../reference-server/variants/index.ts';
import * as vocabulary from '../../../src/check.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { blocks, page, table } from '../markdown.ts';
import { linesOf, openWorkspace, type Workspace } from '../workspace.ts';

const text = page('docs/guides/write-a-check.md');
const [guide = '', ...excerpts] = blocks(text, 'js');
const petsFile = await readFile(join(import.meta.dirname, '../../../examples/pets/pets.mjs'), 'utf8');

let workspace: Workspace | undefined;
afterEach(() => workspace?.clear());

/** Opens a reader's folder with the file of the guide. */
async function workspaceWith(variant?: string): Promise<Workspace> {
  const change = variants.find(({ id }) => id === variant)?.change;
  if (variant !== undefined && change === undefined) throw new Error(`Unknown variant: ${variant}`);
  workspace = await openWorkspace(change);
  await mkdir(join(workspace.folder, 'checks'));
  await writeFile(join(workspace.folder, 'checks/guide.mjs'), guide);
  return workspace;
}

const lines = linesOf(text).filter((line) => !line.startsWith('npm '));
const ofGuide = lines.filter((line) => /guide\.mjs --only/.test(line));

async function verdicts(folder: string): Promise<string[]> {
  const report = JSON.parse(await readFile(join(folder, 'reports/report.json'), 'utf8')) as Report;
  return report.requirements
    .filter(({ section }) => section !== undefined)
    .map(({ id, verdict }) => `${id} ${verdict}`);
}

describe('docs/guides/write-a-check.md', () => {
  it('has commands that pass against a server that follows its rules', { timeout: 120_000 }, async () => {
    const { type } = await workspaceWith();
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const done = await type(line);
      expect(done, `${line}\n${done.output}`).toMatchObject({ status: 0 });
    }
  });

  it('has a rule that reports something that the rule forbids but the specification allows', async () => {
    const { type, folder } = await workspaceWith('list-newest-first');
    const [line = ''] = ofGuide;
    await type(lines[0] ?? '');
    // The rule judges responses to requests of two other requirements.
    const done = await type(line.replace("'guide.*'", "'guide.*,create.created,list.complete'"));
    expect(done, done.output).toMatchObject({ status: 1 });
    expect(done.output).toContain('Custom checks: Our API guide: 1 failed');
    expect(await verdicts(folder)).toEqual(['guide.sorted fail']);
  });

  // tests/checks/pets.test.ts runs the whole file.
  it('shows excerpts of examples/pets/pets.mjs', () => {
    expect(excerpts.length).toBeGreaterThan(0);
    for (const excerpt of excerpts) expect(petsFile).toContain(excerpt);
  });

  it('lists every word of the vocabulary, and no other words', () => {
    const named = table(text, 'The vocabulary').flatMap(([words = '']) =>
      [...words.matchAll(/`(\w+)`/g)].map(([, word]) => word),
    );
    expect(named.sort()).toEqual(Object.keys(vocabulary).sort());
  });
});
