import { it } from 'vitest';
import { trySchemathesis } from '../../bench/schemathesis.ts';
import { readCsv } from '../../docs/csv.ts';
import { measuredNow } from '../../docs/measured-page.ts';
import { writeDocuments } from '../../docs/written.ts';
import { weakValidators } from './index.ts';
import { countBodies, measure, type Recorded, recordRuns } from './measure.ts';
import {
  cellsOf,
  type FoundLine,
  lists,
  payloadDocuments,
  type RunLine,
  schemathesis,
  yesOrNo,
} from './page-text.ts';

/**
 * `npm run prove -- weak-validators` writes the section of docs/evidence.md about weak validators, and the lists of that
 * section. This is a Vitest file, because Vitest runs TypeScript on every supported Node.js. The earlier figures are kept,
 * including those of Schemathesis if it is not installed in the folder TOOLS.
 */
it('measures which weak validators are found', async () => {
  const measured = measuredNow();
  const known = new Map(readCsv(lists.found).map((line) => [line['validator'], line]));
  const knownRuns = readCsv(lists.runs) as unknown as RunLine[];
  const runs = await recordRuns();
  const others = await trySchemathesis(process.env['TOOLS'], weakValidators);
  if (others === undefined)
    process.stderr.write('Schemathesis is not installed in TOOLS: its figures stay.\n');

  const found: FoundLine[] = [];
  for (const weakness of weakValidators) {
    const before = known.get(weakness.id);
    const now = cellsOf(await measure(weakness, runs));
    const runsThatFind = others?.found.get(weakness.id);
    found.push({
      validator: weakness.id,
      'what it does': weakness.title,
      requirement: weakness.requirement,
      'before: standard': before?.['before: standard'] ?? '',
      'before: gentle': before?.['before: gentle'] ?? '',
      'before: thorough': before?.['before: thorough'] ?? '',
      'before: thorough on Pro': before?.['before: thorough on Pro'] ?? '',
      'now: standard': now.standard,
      'now: gentle': now.gentle,
      'now: thorough': now.thorough,
      'now: thorough on Pro': now['thorough on Pro'],
      Schemathesis: runsThatFind === undefined ? (before?.['Schemathesis'] ?? '') : yesOrNo(runsThatFind),
    });
  }
  const lines: RunLine[] = [
    ...knownRuns.filter(({ run }) => run.startsWith('before')),
    runLine('now: standard', runs.standard[0] ?? [], measured),
    runLine('now: gentle', runs.gentle[0] ?? [], measured),
    runLine('now: thorough', [runs.thorough], measured),
    runLine('now: thorough on Pro', [runs.thoroughOnPro], measured),
    ...(others === undefined
      ? knownRuns.filter(({ run }) => run === schemathesis)
      : [
          {
            run: schemathesis,
            runs: '3',
            'requests per run': String(others.requests),
            'invalid bodies': '',
            'different bodies': '',
            measured: `Version ${others.version}. ${measured}`,
          },
        ]),
  ];
  writeDocuments(payloadDocuments(found, lines));
});

function runLine(run: string, recorded: readonly Recorded[], measured: string): RunLine {
  const { bodies, distinct } = countBodies(recorded);
  return {
    run,
    runs: String(recorded.length),
    'requests per run': String(Math.max(...recorded.map(({ requests }) => requests))),
    'invalid bodies': String(bodies),
    'different bodies': String(distinct),
    measured,
  };
}
