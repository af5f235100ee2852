import type { Change } from '../../reference-server/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { editResponses } from '../../reference-server/edits.ts';
import type { Report } from '../../src/report/model/report.ts';
import { hostileBody, hostileTexts } from '../report/hostile-texts.ts';
import { runAgainst } from '../support/run-against.ts';

/** The defects by their ids, one applied after the other. */
function withDefects(...ids: readonly string[]): Change[] {
  return ids.map((id) => {
    const found = defects.find((defect) => defect.id === id);
    if (found === undefined) throw new Error(`The gallery has no defect "${id}".`);
    return found.change;
  });
}

/** Three mistakes that have nothing to do with each other: a body, a header, the limiter. */
const threeMistakes = ['name-number-coerced', 'remaining-missing-on-400', 'retry-after-timestamp'];

/** What an overworked team might ship: mistakes everywhere. */
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

/** What can stand in a header line as the server writes it: bytes without controls. */
const inHeader = (text: string) =>
  Buffer.from(text.replace(/[^\x20-\x7e\xa0-\u{10ffff}]/gu, ' ')).toString('latin1');

/** Hostile texts in whatever is shown of an answer: bodies, names of members and of headers, values, messages. */
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

/** Real runs against real servers, each made anew, in virtual time. */
export const runs = {
  passing: async () => (await runAgainst({}, { plan: 'free' })).report,
  failing: async () => (await runAgainst({ change: withDefects(...threeMistakes) }, { plan: 'free' })).report,
  interrupted,
  many: async () => (await runAgainst({ change: withDefects(...manyMistakes) }, { plan: 'free' })).report,
  hostile: async () => (await runAgainst({ change: hostile }, { exhaust: false, shrinkRequests: 3 })).report,
} as const satisfies Record<string, () => Promise<Report>>;

export type RunName = keyof typeof runs;
