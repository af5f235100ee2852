import type { Reproduced } from './reproduce.ts';

/** A statement of the list about a run. */
export type Say = (run: Reproduced) => string;

/** Formats a string as code, with the same mark as in every other run. */
const quoted = (run: Reproduced, text: string): string => {
  const marked = text.replaceAll(new RegExp(`${run.report.runMark}[a-z]{4}`, 'gi'), 'kitqz…');
  return `\`${marked.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export const all =
  (...says: readonly Say[]): Say =>
  (run) =>
    says.map((say) => say(run)).join('; ');

/** Shows what was received, from the first finding of a requirement. */
export const received =
  (id: string): Say =>
  (run) =>
    quoted(run, run.findingOf(id).received);

export const impact =
  (id: string): Say =>
  (run) =>
    `impact: ${quoted(run, run.findingOf(id).impact)}`;

const verdictWords: Readonly<Record<string, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  'not tested': 'not tested',
};

const verdictOf = (run: Reproduced, id: string): string => {
  const verdict = run.verdictOf(id);
  return `\`${id}\`: ${verdictWords[verdict] ?? verdict}`;
};

/** Shows why a requirement has its verdict. */
export const reason =
  (id: string): Say =>
  (run) =>
    `${verdictOf(run, id)}, ${quoted(run, run.reasonOf(id))}`;

export const verdicts =
  (...ids: readonly string[]): Say =>
  (run) =>
    ids.map((id) => verdictOf(run, id)).join(', ');

/** Shows the command's verdict sentence. */
export const sentence: Say = (run) => quoted(run, run.report.verdict.sentence);

export const limiting: Say = ({ counted: { requests, limited }, report: { waits } }) => {
  const seconds = Math.round(waits.reduce((sum, wait) => sum + wait.seconds, 0));
  return `${requests} requests, ${limited} returned 429, ${counted(waits.length, 'wait')} of ${seconds} s in all`;
};

export const requestsAfter429: Say = ({ report }) => {
  const { rows } = report.timeline;
  const refused = rows.find(({ status }) => status === 429)?.readMs ?? Number.POSITIVE_INFINITY;
  return `${counted(rows.filter(({ atMs }) => atMs > refused).length, 'request')} after the 429 was read`;
};

/** POSTs with the key that were sent within a second of Remaining 0, with no higher Remaining read since. */
export const postsAfterZero: Say = ({ report }) => {
  const { rows } = report.timeline;
  const early = rows.filter(({ operation, withKey, atMs }) => {
    const [last] = rows.filter(({ readMs }) => readMs <= atMs).toSorted((a, b) => b.readMs - a.readMs);
    return operation === 'createCategory' && withKey && last?.remaining === 0 && atMs - last.readMs < 1_000;
  });
  return `${counted(early.length, 'POST')} right after Remaining 0`;
};

export const leastRemaining: Say = ({ report }) => {
  const shown = report.timeline.rows.flatMap(({ remaining }) => remaining ?? []);
  return `Remaining never fell below ${Math.min(...shown)}`;
};

/** When the list broke, if it did. */
export const brokenList: Say = ({ exchanges }) => {
  const broken = exchanges.find(
    ({ request, response }) => request.again.operation === 'listCategories' && response?.status === 500,
  );
  return broken === undefined
    ? 'no list returned 500'
    : `the list first returned 500 at request ${broken.id} of ${exchanges.length}`;
};

export const postsAfterBroken: Say = ({ exchanges }) => {
  const broken = exchanges.filter(
    ({ request, response }) => request.again.operation === 'listCategories' && response?.status === 500,
  );
  const posts = exchanges.filter(({ id, request }) => request.method === 'POST' && id > (broken[1]?.id ?? 0));
  return `${counted(posts.length, 'POST')} after the second broken list`;
};

/** Bodies with a value that a faulty server may store and never list again. */
export const dangerousBodies: Say = ({ exchanges }) => {
  const dangerous =
    /"(?:name|description)"\s*:\s*(?:"[^"]*(?:\\x[0-9a-f]{2}|\\ud[89ab]..")|-?(?:NaN|Infinity|\d+e\d{3}))/i;
  const sent = exchanges.filter(({ request }) => dangerous.test(request.body ?? ''));
  return `${sent.length} bodies sent with such a \`name\` or \`description\``;
};

export const leftovers: Say = ({ report, stored }) =>
  `${report.leftovers.length} leftovers reported, ${stored.length} categories stored`;

export const reportedLeftovers: Say = ({ report }) =>
  counted(report.leftovers.length, 'leftover').concat(' reported');

export const earlierLeftovers: Say = ({ report }) =>
  `${counted(report.earlierLeftovers?.count ?? 0, 'element')} of earlier runs counted and not judged`;

export const creates: Say = ({ report, stored }) =>
  `the plan says ${report.plan.creates} creates normally and at most ${report.plan.createsAtMost}; ${stored.length} were stored`;

/** The body that shows a violation, and the cost of the search for a smaller one. */
export const smallest =
  (id: string): Say =>
  (run) => {
    const { payload } = run.findingOf(id);
    return `${quoted(run, payload?.smallest ?? '')}, after ${counted(payload?.tries ?? 0, 'further request')}`;
  };

/** How many requests the search for a smaller body sent. */
export const searched =
  (id: string): Say =>
  (run) =>
    counted(run.findingOf(id).payload?.tries ?? 0, 'request').concat(' in search of a smaller body');

export const findingsOf =
  (id: string): Say =>
  ({ report }) =>
    counted(report.findings.filter(({ requirement }) => requirement === id).length, 'finding').concat(
      ` of \`${id}\``,
    );
