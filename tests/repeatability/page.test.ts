import { describe, expect, it } from 'vitest';
import { page, table } from '../docs/markdown.ts';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { headings, repeatabilityPage, runsOf } from './page-text.ts';
import { type Repeated, repeat, troubles } from './repeat.ts';
import { brokenServers, legalServers } from './servers.ts';
import { stackSubjects } from './stacks.ts';

const text = page('docs/repeatability.md');
const rows = {
  legal: table(text, headings.legal),
  broken: table(text, headings.broken),
  stacks: table(text, headings.stacks),
};

describe('docs/repeatability.md', () => {
  it('is written by `npm run repeatability`', async () => {
    const [, seed = ''] = /Seed: (\d+)/.exec(text) ?? [];
    await expectWritten({
      'repeatability.md': repeatabilityPage(rows, seed, measuredInPage('docs/repeatability.md')),
    });
  });

  it.each([
    ['legal', legalServers, runsOf.servers],
    ['broken', brokenServers, runsOf.servers],
    ['stacks', stackSubjects, runsOf.stacks],
  ] as const)('has one verdict for each server: %s', (name, subjects, runs) => {
    const measured = rows[name].filter(([, , , reported = '']) => !reported.startsWith('skipped: '));
    expect(measured.map(([, ran, verdicts]) => [ran, verdicts])).toEqual(
      measured.map(() => [String(runs), '1']),
    );
    expect(rows[name].map(([title]) => title)).toEqual(subjects.map(({ title }) => title));
  });
});

describe('repeated runs', () => {
  const broken = brokenServers[1] ?? expect.fail();

  it('find the same defects with each seed', async () => {
    expect(troubles(broken, await repeat(broken, 2, 1))).toEqual([]);
  });

  it('are wrong if a run differs, or if all report something else', () => {
    const repeated: Repeated = {
      runs: 2,
      verdicts: new Map([
        ['conforms', 1],
        ['conforms, list.ok not tested', 2],
      ]),
      reported: new Set(['']),
      requests: [86, 86],
      waitedSeconds: 62,
    };
    expect(troubles({ ...broken, reports: [] }, repeated)).toEqual([
      'seed 1: conforms',
      'seed 2: conforms, list.ok not tested',
    ]);
    expect(troubles({ ...broken, reports: ['list.ok'] }, { ...repeated, verdicts: new Map() })).toEqual([
      'reports nothing, not list.ok',
    ]);
  });
});
