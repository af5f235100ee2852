import { counted, duration, listed, number } from '../../text/layout.ts';
import { printable, type Shown, shown } from '../../text/shown.ts';
import { addedWords, grouped, verdictCounts, verdictWords } from '../content.ts';
import { baselineWords, isKnown, type Report, type TimelineRow, type Wait } from '../model/report.ts';
import { emptyLine, field, type Page } from './block.ts';

/** From this many failures on, they are named again at the end, where the eye is when the output stops. */
const manyFailures = 4;

/** Renders the numbers of the run and the verdict; if `short`, what is no failure is left to the written reports. */
export function summary(
  page: Page,
  report: Report,
  failures: readonly string[],
  short: boolean,
  { reportPath, htmlPath }: { readonly reportPath?: string; readonly htmlPath?: string },
): readonly Shown[] {
  const { kit, requirementsVersion, configuration, requirements, verdict: judged } = report;
  const counts = verdictCounts((one) => judged.counts[one]);
  const paths = [htmlPath, reportPath].filter((path) => path !== undefined).join(' and ');
  const more = short ? ', with what was observed, the quota, and the names of what is left over' : '';
  const versions = `seed ${configuration.seed}, requirements ${requirementsVersion}, kit ${kit.version}`;
  return [
    ...field(page, 'Target', report.target),
    ...field(page, 'Rows', `${requirements.length} in all: ${counts}`),
    ...known(page, report),
    ...addedWords(report).flatMap((words) => field(page, 'Added', words, 300)),
    ...field(page, 'Requests', requests(report)),
    ...waits(page, report),
    ...(short ? [] : quota(page, report)),
    ...leftovers(page, report, short),
    ...earlierLeftovers(page, report),
    ...(failures.length < manyFailures ? [] : field(page, 'Failed', failures.join(', '), 2_000)),
    ...(short ? [] : field(page, 'Run', versions)),
    ...(paths === '' ? [] : field(page, 'Report', paths + more, 2_000)),
    emptyLine,
    ...verdict(page, report),
  ];
}

/** Counts what is new and what the baseline holds too. */
function known(page: Page, report: Report): Shown[] {
  const baseline = baselineWords(report);
  if (baseline === undefined) return [];
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
  const held = failed.filter(({ id }) => isKnown(id, report.findings)).length;
  const counts = `${failed.length - held} new, ${held} known`;
  return field(page, 'Baseline', `${baseline.replace('the baseline ', '')}; of what failed ${counts}`);
}

/** Renders the verdict in a sentence, and as the line that scripts search for. */
export function verdict(
  page: Page,
  { verdict: { outcome, exitStatus, sentence }, target }: Report,
): readonly Shown[] {
  const color = exitStatus === 0 ? 'green' : exitStatus === 1 ? 'red' : 'yellow';
  const text = shown`petstore-conformance: ${printable(verdictWords[outcome])} (exit status ${exitStatus})`;
  return [
    ...field(page, 'Verdict', sentence, 1_000),
    shown`${page.paint(['bold', color], text)} ${printable(target)}`,
  ];
}

function quota(page: Page, { timeline, waits }: Report): Shown[] {
  const line = quotaLine(timeline.rows, waits, Math.min(page.width, 120) - 16);
  if (line === undefined) return [];
  return [
    ...field(page, 'Quota', line, 200),
    ...field(page, '', 'what Remaining showed of Limit; × is a 429, between them the waits'),
  ];
}

function requests({ requests: sent, durationMs }: Report): string {
  const extras = [
    `${number(sent.withKey)} with the key`,
    `${number(sent.withoutKey)} without`,
    ...(sent.rateLimited === 0 ? [] : [`${number(sent.rateLimited)} answered 429`]),
    ...(sent.retried === 0 ? [] : [`${number(sent.retried)} retried`]),
  ];
  return `${number(sent.total)} in ${duration(durationMs / 1_000)}: ${extras.join(', ')}`;
}

function waits(page: Page, { waits: all }: Report): Shown[] {
  if (all.length === 0) return [];
  const reasons = [...grouped(all, ({ reason }) => reason)].map(([reason, some]) =>
    some.length === all.length ? reason : `${duration(sumOf(some))} ${reason}`,
  );
  return field(page, 'Waited', `${duration(sumOf(all))}: ${listed(reasons, 3)}`);
}

function sumOf(waits: readonly Wait[]): number {
  return waits.reduce((sum, { seconds }) => sum + seconds, 0);
}

function earlierLeftovers(page: Page, { earlierLeftovers: left }: Report): Shown[] {
  if (left === undefined) return [];
  const kinds = counted(left.count, 'category', 'categories');
  return field(page, 'Earlier', `${kinds} left by earlier runs, not judged: ids ${listed(left.ids, 10)}`);
}

/** Renders what was left on the target, by name unless `short`. */
export function leftovers(page: Page, { leftovers: left }: Report, short: boolean): Shown[] {
  if (left.length === 0) return [];
  const wrong = left.filter(({ cause }) => cause !== 'created').length;
  const beside = wrong === 0 ? '' : `, ${wrong} of them stored though they should have been refused`;
  const names = left.map(({ name }) => printable(name, 40));
  const kinds = counted(left.length, 'category', 'categories');
  const named = short ? '' : `: ${listed(names, 3)}`;
  return field(page, 'Left over', `${kinds}${beside} (the service has no DELETE)${named}`);
}

const heights = '▁▂▃▄▅▆▇█';
/** Shorter waits are not drawn, in milliseconds. */
const shortestWait = 1_000;

/**
 * Draws the quota over the run in at most `width` columns: Remaining of Limit as the height, `×` for a 429, and the length
 * of each wait. Other pauses are the target's, or of requests without the key. Undefined if nothing was shown.
 */
export function quotaLine(
  rows: readonly TimelineRow[],
  waits: readonly Wait[],
  width: number,
): string | undefined {
  const shown = rows.filter(
    (row) => row.withKey && (row.status === 429 || (row.limit !== undefined && row.remaining !== undefined)),
  );
  if (shown.length < 2) return undefined;
  const generated = shown.filter((row, index) => waitBefore(row, shown[index - 1], waits) > 0).length;
  const columns = Math.max(8, width - generated * 8);
  const step = Math.max(1, Math.ceil(shown.length / columns));
  const parts: string[] = [];
  let before: TimelineRow | undefined;
  for (const [index, row] of shown.entries()) {
    const waited = waitBefore(row, before, waits);
    if (waited > 0) parts.push(` ${duration(waited / 1000)} `);
    before = row;
    // A column shows one of several responses; a 429 is never left out.
    if (waited > 0 || index % step === 0 || row.status === 429) parts.push(columnOf(row));
  }
  return parts.join('');
}

function columnOf({ status, limit = 1, remaining = 0 }: TimelineRow): string {
  if (status === 429) return '×';
  const share = Math.min(1, Math.max(0, remaining / limit));
  return heights[Math.round(share * (heights.length - 1))] ?? '▁';
}

/** Returns how long the run waited between two responses, in milliseconds. */
function waitBefore(row: TimelineRow, before: TimelineRow | undefined, waits: readonly Wait[]): number {
  if (before === undefined) return 0;
  const between = waits.filter(({ atMs }) => atMs >= before.atMs && atMs <= row.atMs);
  const waited = between.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);
  return waited >= shortestWait ? waited : 0;
}
