import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { type Summary, summaryOf } from '../../src/report/compare/compare.ts';
import type { Report } from '../../src/report/model/report.ts';
import { hostileBody, hostileTexts } from '../report/hostile-texts.ts';
import { runAgainst } from '../support/run-against.ts';

/** Returns the changes of these defects. */
function withDefects(...ids: readonly string[]): Change[] {
  return ids.map((id) => {
    const found = defects.find((defect) => defect.id === id);
    if (found === undefined) throw new Error(`The gallery has no defect "${id}".`);
    return found.change;
  });
}

/** Three unrelated mistakes: in a body, a header and the limiter. */
const threeMistakes = ['name-number-coerced', 'remaining-missing-on-400', 'retry-after-timestamp'];

/** Mistakes in all parts of the server. */
const manyMistakes = [
  'name-number-coerced',
  'name-boolean-coerced',
  'malformed-500',
  'form-accepted',
  'description-falsy-skipped',
  'error-status-text',
  'error-message-list',
  'error-problem-json',
  'created-200',
  'created-id-text',
  'list-ids-text',
  'key-any-case',
  'unknown-key-passes',
  'challenge-missing',
  'remaining-always-limit',
  'reset-in-local-time',
  'headers-missing-on-orders',
  'retry-after-with-unit',
  'date-missing',
];

/** Removes what a server cannot write into a header: control characters. */
const inHeader = (text: string) =>
  Buffer.from(text.replace(/[^\x20-\x7e\xa0-\u{10ffff}]/gu, ' ')).toString('latin1');

/** Hostile strings in every part of a response that reports show. */
const hostile: Change = editResponses(
  () => true,
  (response) => {
    const all = hostileTexts.slice(0, -1).join(' ');
    return {
      ...response,
      headers: [
        ...response.headers.filter(([name]) => /^(date|x-ratelimit-limit)$/i.test(name)),
        ['Content-Type', `application/json; x="${inHeader(all)}"`],
        ['X-RateLimit-Remaining', inHeader(all)],
        ['X-RateLimit-Reset', inHeader(all)],
        ['Retry-After', inHeader(all)],
        ['WWW-Authenticate', inHeader(all)],
        ['Location', inHeader(all)],
        ['x-onmouseover', 'alert(4)'],
      ],
      body: Buffer.from(hostileBody(all, response.status)),
    };
  },
);

const interruptedAfter = 30;

async function interrupted(): Promise<Report> {
  const abort = new AbortController();
  let seen = 0;
  const { report } = await runAgainst(
    { change: withDefects('name-number-coerced') },
    { plan: 'free' },
    {
      signal: abort.signal,
      listen: (event) => {
        if (event.type === 'exchange' && ++seen === interruptedAfter)
          abort.abort(new Error('the run was interrupted'));
      },
    },
  );
  return report;
}

/** Real runs against real servers in virtual time, each with its own server. */
export const runs = {
  passing: async () => (await runAgainst({}, { plan: 'free' })).report,
  failing: async () => (await runAgainst({ change: withDefects(...threeMistakes) }, { plan: 'free' })).report,
  interrupted,
  many: async () => (await runAgainst({ change: withDefects(...manyMistakes) }, { plan: 'free' })).report,
  hostile: async () => (await runAgainst({ change: hostile }, { exhaust: false })).report,
} as const satisfies Record<string, () => Promise<Report>>;

export type RunName = keyof typeof runs;

const day = 86_400_000;

/**
 * Returns the nights of a server whose failures come and go, made from a few real runs. On some nights, nothing could be
 * tested.
 */
async function nights(count: number): Promise<Summary[]> {
  const reportOf = async (...broken: readonly string[]) =>
    (await runAgainst({ change: withDefects(...broken) }, { plan: 'free' })).report;
  const sound = await reportOf();
  const names = await reportOf('name-number-coerced');
  const several = await reportOf(...threeMistakes, 'challenge-missing');
  const challenge = await reportOf('challenge-missing');
  const down = untested(sound);
  const shapes = [sound, sound, names, sound, several, several, down, challenge, names, challenge];
  const start = Date.parse('2026-11-22T03:17:00Z') - (count - 1) * day;
  return Array.from({ length: count }, (_, index) => {
    return summaryOf(
      {
        ...(shapes[index % shapes.length] ?? sound),
        startedAt: new Date(start + index * day).toISOString(),
        target: 'https://staging.petstore.example/v1',
        labels: { build: `1.${Math.floor(index / 10) + 4}.${index % 10}` },
      },
      `${index}/report.html`,
    );
  });
}

/** Returns the report of a night on which the server was down. */
function untested(report: Report): Report {
  const requirements = report.requirements.map((one) => ({ ...one, verdict: 'not tested' as const }));
  const verdict = { ...report.verdict, outcome: 'no verdict' as const, exitStatus: 3 };
  return { ...report, requirements, verdict };
}

/** Returns the reports of five implementations of the service. */
async function implementations(): Promise<Summary[]> {
  const made: Readonly<Record<string, readonly string[]>> = {
    node: [],
    go: ['description-falsy-skipped', 'remaining-missing-on-400'],
    java: ['malformed-500', 'error-problem-json', 'challenge-missing'],
    php: manyMistakes,
    python: ['name-number-coerced', 'name-boolean-coerced', 'retry-after-timestamp'],
  };
  const all: Summary[] = [];
  for (const [name, broken] of Object.entries(made)) {
    const change = withDefects(...broken.filter((id) => defects.some((defect) => defect.id === id)));
    const { report } = await runAgainst({ change }, { plan: 'free' });
    const target = `https://${name}.petstore.example/v1`;
    all.push(summaryOf({ ...report, target }, `${name}/report.html`));
  }
  return all;
}

/** The reports of a comparison. */
export const comparisons = {
  threeNights: () => nights(3),
  fifteenNights: () => nights(15),
  sixtyNights: () => nights(60),
  implementations,
} as const;

export type ComparisonName = keyof typeof comparisons;
