import { counted, duration, listed, number } from '../../text/layout.ts';
import { joined, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { addedWords, grouped, leftInAll } from '../content.ts';
import { labelWidth } from '../evidence.ts';
import { baselineWords, isKnown, type Report, type TimelineRow, type Wait } from '../model/report.ts';
import { headlineOf, scopeLine, verdictReason } from '../scope.ts';
import { emptyLine, field, type Page } from './block.ts';

/** From this many failures on, the table at the start is far away, and the summary names them again. */
const manyFailures = 10;

/** Renders the numbers of the run and the verdict; if `short`, other reports have the details. */
export function summary(
  page: Page,
  report: Report,
  failures: readonly string[],
  short: boolean,
  { reportPath, htmlPath }: { readonly reportPath?: string; readonly htmlPath?: string },
): readonly Shown[] {
  const { kit, requirementsVersion, configuration } = report;
  const paths = [htmlPath, reportPath].filter((path) => path !== undefined).join(' and ');
  const more = short ? ' (all details)' : '';
  const versions = `seed ${configuration.seed}, requirements ${requirementsVersion}, kit ${kit.version}`;
  return [
    ...field(page, 'Target', report.target),
    ...(isUntested(report) ? [] : field(page, 'Requirements', scopeWithWarnings(report))),
    ...known(page, report),
    ...addedWords(report).flatMap((words) => field(page, 'Custom checks', words, 300)),
    ...field(page, 'Requests', requests(report)),
    ...waits(page, report),
    ...(short ? [] : quota(page, report)),
    ...leftovers(page, report, short),
    ...earlierLeftovers(page, report),
    ...(failures.length < manyFailures ? [] : field(page, 'Failures', failures.join(', '), 2_000)),
    ...(short || isUntested(report) ? [] : field(page, 'Run', versions)),
    ...(paths === '' ? [] : field(page, 'Report', paths + more, 2_000)),
    emptyLine,
    ...verdict(page, report),
  ];
}

/** Returns the scope in one line, and how many warnings there are. */
function scopeWithWarnings({ verdict: { scope, counts } }: Report): string {
  return `${scopeLine(scope)}${counts.warn === 0 ? '' : `; ${counted(counts.warn, 'warning')}`}`;
}

/** Checks whether a run ended before it tested anything: then only the reason is of interest. */
export function isUntested({ verdict: { outcome, counts } }: Report): boolean {
  const tested = counts.pass + counts.flaky + counts.fail + counts.warn + counts.waived;
  return outcome === 'could not be tested' && tested === 0;
}

/** Counts new and known failures. */
function known(page: Page, report: Report): Shown[] {
  const baseline = baselineWords(report);
  if (baseline === undefined) return [];
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
  const held = failed.filter(({ id }) => isKnown(id, report.findings)).length;
  const counts = `${counted(failed.length - held, 'new failure')}, ${held} known`;
  return field(page, 'Baseline', `${baseline.replace('the baseline of ', '')}: ${counts}`);
}

/** Renders the verdict as a sentence, and as the line that scripts search for. */
export function verdict(page: Page, { verdict: judged, target }: Report): readonly Shown[] {
  const { exitStatus, sentence } = judged;
  const color = exitStatus === 0 ? 'green' : exitStatus === 1 ? 'red' : 'yellow';
  const text = shown`petstore-conformance: ${printable(headlineOf(judged))} (exit status ${exitStatus})`;
  const why = verdictReason(judged).map((reason) => shown`: ${printableWhole(reason)}`);
  return [
    ...field(page, 'Verdict', sentence, 2_000),
    // The target comes first, so that one pattern matches the line of every outcome.
    shown`${page.paint(['bold', color], text)} ${printable(target)}${joined(why, '')}`,
  ];
}

function quota(page: Page, { timeline, waits }: Report): Shown[] {
  const line = quotaLine(timeline.rows, waits, Math.min(page.width, 120) - 6 - labelWidth);
  if (line === undefined) return [];
  return [
    ...field(page, 'Quota', line, 200),
    ...field(page, '', 'Remaining/Limit over time; × = 429, gaps = waits'),
  ];
}

function requests({ requests: sent, durationMs }: Report): string {
  const extras = [
    `${number(sent.withKey)} with the key`,
    `${number(sent.withoutKey)} without`,
    ...(sent.rateLimited === 0 ? [] : [`${number(sent.rateLimited)} rate-limited (429)`]),
    ...(sent.retried === 0 ? [] : [`${number(sent.retried)} retried`]),
  ];
  return `${number(sent.total)} in ${duration(durationMs / 1_000)}: ${extras.join(', ')}`;
}

function waits(page: Page, { waits: all }: Report): Shown[] {
  if (all.length === 0) return [];
  const parts = [...grouped(all, ({ reason }) => reason)].map(
    ([reason, some]) => `${duration(sumOf(some))} ${reason}`,
  );
  const total = parts.length === 1 ? '' : `${duration(sumOf(all))}: `;
  return field(page, 'Waited', total + listed(parts, 3));
}

function sumOf(waits: readonly Wait[]): number {
  return waits.reduce((sum, { seconds }) => sum + seconds, 0);
}

function earlierLeftovers(page: Page, report: Report): Shown[] {
  const { earlierLeftovers: left } = report;
  if (left === undefined) return [];
  const kinds = counted(left.count, 'category', 'categories');
  return field(
    page,
    'Earlier runs',
    `left ${kinds} (${left.ids.length === 1 ? 'id' : 'ids'} ${listed(left.ids, 10)}), not judged; ${leftInAll(report)}`,
  );
}

/** Renders the leftover data, with names unless `short`. */
export function leftovers(page: Page, { leftovers: left }: Report, short: boolean): Shown[] {
  if (left.length === 0) return [];
  const wrong = left.filter(({ cause }) => cause !== 'created').length;
  const invalid = wrong === 0 ? '' : `, ${wrong} from invalid requests`;
  const names = left.map(({ name }) => printable(name, 40));
  const kinds = counted(left.length, 'category', 'categories');
  const named = short ? '' : `: ${listed(names, 3)}`;
  return field(page, 'Leftover data', `${kinds}${invalid} (the API has no DELETE)${named}`);
}

const heights = '▁▂▃▄▅▆▇█';
/** Shorter waits do not appear in the quota line, in milliseconds. */
const shortestWait = 1_000;

/**
 * Draws the quota over the run in at most `width` columns: Remaining/Limit as height, `×` for a 429, and the length of each
 * wait of the kit. Undefined without rate-limit headers.
 */
export function quotaLine(
  rows: readonly TimelineRow[],
  waits: readonly Wait[],
  width: number,
): string | undefined {
  const shown = rows
    .filter(
      (row) =>
        row.withKey && (row.status === 429 || (row.limit !== undefined && row.remaining !== undefined)),
    )
    .toSorted((a, b) => a.readMs - b.readMs);
  if (shown.length < 2) return undefined;
  const waited = waitsBefore(shown, waits);
  const columns = Math.max(8, width - waited.size * 8);
  const step = Math.max(1, Math.ceil(shown.length / columns));
  // A column represents several responses, but every 429 has its own.
  return shown
    .map((row, index) => {
      const gap = waited.get(row);
      const isDrawn = gap !== undefined || index % step === 0 || row.status === 429;
      return `${gap === undefined ? '' : ` ${duration(gap / 1000)} `}${isDrawn ? columnOf(row) : ''}`;
    })
    .join('');
}

function columnOf({ status, limit = 1, remaining = 0 }: TimelineRow): string {
  if (status === 429) return '×';
  const share = Math.min(1, Math.max(0, remaining / limit));
  return heights[Math.round(share * (heights.length - 1))] ?? '▁';
}

/**
 * Returns how long the kit waited before each response, in milliseconds. Nothing is sent during a wait, so each belongs
 * before the first request that was sent after its middle: at its ends, rounded times may be equal.
 */
function waitsBefore(rows: readonly TimelineRow[], waits: readonly Wait[]): Map<TimelineRow, number> {
  const sums = new Map<TimelineRow, number>();
  for (const { atMs, seconds } of waits) {
    const next = rows.find((row) => row.atMs >= atMs + seconds * 500);
    if (next !== undefined && next !== rows[0]) sums.set(next, (sums.get(next) ?? 0) + seconds * 1_000);
  }
  return new Map([...sums].filter(([, ms]) => ms >= shortestWait));
}
