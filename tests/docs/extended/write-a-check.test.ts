// @module-tag extended
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { defects as broken, pets } from '../../../examples/pets/server.mjs';
import type { Change } from '../../../reference-server/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import * as vocabulary from '../../../src/check.ts';
import { loadChecks } from '../../../src/checks/custom-checks.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { blocks, page, table } from '../markdown.ts';
import { linesOf, openWorkspace, type Workspace } from '../workspace.ts';

const text = page('docs/guides/write-a-check.md');
const [guide = ''] = blocks(text, 'js');
const petsFile = await readFile(join(import.meta.dirname, '../../../examples/pets/pets.mjs'), 'utf8');

/** Returns the file of pets after this many steps: indented blocks are entries of the suite, and others stand above it. */
function petsAfter(steps: number): string {
  const later = text.split(/^### (?=\d)/m).slice(1, steps + 1);
  const [first = '', ...more] = later.flatMap((step) => blocks(step, 'js'));
  return more.reduce(
    (file, block) =>
      block.startsWith(' ')
        ? file.replace(/\]\);\n$/, () => `\n${block}]);\n`)
        : file.replace('export default', () => `${block}\nexport default`),
    first,
  );
}

/** The broken servers of the example, by the step of the guide that finds them. */
const foundIn: Readonly<Record<keyof typeof broken, number>> = {
  'error-as-text': 1,
  'open-to-all': 1,
  'category-rounded': 2,
  'not-deleted': 3,
  'not-limited': 4,
  'status-unknown': 5,
  'category-as-text': 5,
  'name-missing': 5,
};
const stepCount = 5;

const servingPets = (defect?: string) => pets(defect) as unknown as Change;

let workspace: Workspace | undefined;
afterEach(() => workspace?.clear());

/** Opens a reader's folder with the files of the guide. */
async function workspaceWith(variant?: string): Promise<Workspace> {
  const change = variant === undefined ? servingPets() : variants.find(({ id }) => id === variant)?.change;
  if (change === undefined) throw new Error(`Unknown variant: ${variant}`);
  workspace = await openWorkspace(change);
  await mkdir(join(workspace.folder, 'checks'));
  await writeFile(join(workspace.folder, 'checks/guide.mjs'), guide);
  await writeFile(join(workspace.folder, 'checks/pets.mjs'), petsAfter(stepCount));
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
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      const done = await type(line);
      expect(done, `${line}\n${done.output}`).toMatchObject({ status: 0 });
    }
  });

  it('has a rule that reports what it forbids and the specification allows', async () => {
    const { type, folder } = await workspaceWith('list-newest-first');
    const [line = ''] = ofGuide;
    await type(lines[0] ?? '');
    // The rule needs responses that two other requirements request.
    const done = await type(line.replace("'guide.*'", "'guide.*,create.created,list.complete'"));
    expect(done, done.output).toMatchObject({ status: 1 });
    expect(done.output).toContain('Custom checks: Our API guide: 1 failed');
    expect(await verdicts(folder)).toEqual(['guide.sorted fail']);
  });

  it('builds the file of the example, step by step', () => {
    const words = (file: string) =>
      file
        .replace(/^\/\/.*\n/, '')
        .replaceAll(/\s/g, '')
        .replaceAll(/,(?=[\])}])/g, '');
    expect(words(petsAfter(stepCount))).toBe(words(petsFile));
  });

  it.each(Array.from({ length: stepCount }, (_, step) => step + 1))(
    'finds what it says after step %i, and nothing in the server that conforms',
    { timeout: 120_000 },
    async (step) => {
      const { folder } = await workspaceWith();
      await writeFile(join(folder, `checks/${step}.mjs`), petsAfter(step));
      const added = [await loadChecks(join(folder, `checks/${step}.mjs`))];
      const failuresOf = async (defect?: string) => {
        const { report } = await runInMemory({ change: servingPets(defect) }, { only: 'pets.*' }, { added });
        const failed = report.findings.filter(({ level }) => level === 'required');
        return [...new Set(failed.map(({ requirement }) => requirement))];
      };
      expect(await failuresOf()).toEqual([]);
      const section = text.split(/^### /m)[step] ?? '';
      for (const [defect, id] of Object.entries(broken)) {
        const isFound = foundIn[defect as keyof typeof broken] === step;
        expect(section.includes(`\`${defect}\``)).toBe(isFound);
        if (isFound) expect(await failuresOf(defect), defect).toEqual([id]);
      }
    },
  );

  it('lists every word of the vocabulary and no other', () => {
    const named = table(text, 'The vocabulary').flatMap(([words = '']) =>
      [...words.matchAll(/`(\w+)`/g)].map(([, word]) => word),
    );
    expect(named.sort()).toEqual(Object.keys(vocabulary).sort());
  });
});
