import { grouped } from '../../text/grouped.ts';
import { counted, duration, listed, number } from '../../text/layout.ts';
import { printable, type Shown, shown } from '../../text/shown.ts';
import { addedWords } from '../added-words.ts';
import { verdictCounts } from '../count-words.ts';
import { baselineWords, isKnown, type Report } from '../model/report.ts';
import { verdictWords } from '../verdict-words.ts';
import { emptyLine, field, type Page } from './block.ts';
import { quotaLine } from './quota-line.ts';

/** From this many failures on they are named again at the end, where the eye is when the output stops. */
const manyFailures = 4;

/** What the summary tells beside the report. */
export interface SummaryFacts {
  /** The requirements that fail the run. */
  readonly failures: readonly string[];
  /** Whether failures stand above, and what is no fault is left to the reports that were written. */
  readonly short: boolean;
  /** Where report.json is, and where report.html. */
  readonly reportPath?: string;
  readonly htmlPath?: string;
}

/** The numbers of the run, fewer of them beside a failure, and the verdict as its last line. */
export function summary(page: Page, report: Report, facts: SummaryFacts): readonly Shown[] {
  const { kit } = report;
  const { failures, short } = facts;
  return [
    ...field(page, 'Target', report.target),
    ...field(page, 'Rows', counts(report)),
    ...known(page, report),
    ...addedWords(report).flatMap((words) => field(page, 'Added', words, 300)),
    ...field(page, 'Requests', requests(report)),
    ...waits(page, report),
    ...(short ? [] : quota(page, report)),
    ...residue(page, report, short),
    ...earlierLeftovers(page, report),
    ...(failures.length < manyFailures ? [] : field(page, 'Failed', failures.join(', '), 2_000)),
    ...(short
      ? []
      : field(
          page,
          'Run',
          `seed ${report.configuration.seed}, ledger ${report.ledger.version}, kit ${kit.version}`,
        )),
    ...written(page, facts),
    emptyLine,
    ...verdict(page, report),
  ];
}

/** What is new, and what the baseline holds, too. */
function known(page: Page, report: Report): Shown[] {
  const baseline = baselineWords(report);
  if (baseline === undefined) return [];
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
  const held = failed.filter(({ id }) => isKnown(id, report.findings)).length;
  const counts = `${failed.length - held} new, ${held} known`;
  return field(page, 'Baseline', `${baseline.replace('the baseline ', '')}; of what failed ${counts}`);
}

/** Where the rest can be read. */
function written(page: Page, { short, reportPath, htmlPath }: SummaryFacts): Shown[] {
  const paths = [htmlPath, reportPath].filter((path) => path !== undefined);
  if (paths.length === 0) return [];
  const more = short ? ', with what was observed, the quota, and the names of what is left over' : '';
  return field(page, 'Report', `${paths.join(' and ')}${more}`, 2_000);
}

/** The verdict in a sentence, and as the line that scripts look for. */
export function verdict(page: Page, report: Report): readonly Shown[] {
  return [...field(page, 'Verdict', report.verdict.sentence, 1_000), verdictLine(page, report)];
}

function verdictLine(page: Page, { verdict, target }: Report): Shown {
  const text = shown`petstore-conformance: ${printable(verdictWords[verdict.outcome])} (exit status ${verdict.exitStatus})`;
  const colour = verdict.exitStatus === 0 ? 'green' : verdict.exitStatus === 1 ? 'red' : 'yellow';
  return shown`${page.paint(['bold', colour], text)} ${printable(target)}`;
}

/** A small drawing of the quota as the answers showed it. */
function quota(page: Page, { timeline, waits }: Report): Shown[] {
  const line = quotaLine({ rows: timeline.rows, waits }, Math.min(page.width, 120) - 16);
  if (line === undefined) return [];
  return [
    ...field(page, 'Quota', line, 200),
    ...field(page, '', 'what Remaining showed of Limit; × is a 429, between them the waits'),
  ];
}

function counts({ verdict, requirements }: Report): string {
  const shown = verdictCounts((one) => verdict.counts[one]);
  return `${requirements.length} in all: ${shown.join(' · ')}`;
}

function requests({ requests: sent, durationMs }: Report): string {
  const extras = [
    `${number(sent.withKey)} with the key`,
    `${number(sent.withoutKey)} without`,
    ...(sent.answered429 === 0 ? [] : [`${number(sent.answered429)} answered 429`]),
    ...(sent.repeated === 0 ? [] : [`${number(sent.repeated)} repeated`]),
  ];
  return `${number(sent.total)} in ${duration(durationMs / 1_000)}: ${extras.join(', ')}`;
}

function waits(page: Page, report: Report): Shown[] {
  if (report.waits.length === 0) return [];
  const total = report.waits.reduce((sum, { seconds }) => sum + seconds, 0);
  const reasons = [...grouped(report.waits, ({ reason }) => reason)].map(([reason, waits]) => {
    const seconds = waits.reduce((sum, wait) => sum + wait.seconds, 0);
    return waits.length === report.waits.length ? reason : `${duration(seconds)} ${reason}`;
  });
  return field(page, 'Waited', `${duration(total)}: ${listed(reasons, 3)}`);
}

function earlierLeftovers(page: Page, { earlierLeftovers: left }: Report): Shown[] {
  if (left === undefined) return [];
  const kinds = counted(left.count, 'category', 'categories');
  const words = `${kinds} left by earlier runs, not judged: ids ${listed(left.ids, 10)}`;
  return field(page, 'Earlier', words);
}

/** What was left on the target, by name where the line is not to be short. */
export function residue(page: Page, report: Report, short: boolean): Shown[] {
  if (report.residue.length === 0) return [];
  const wrong = report.residue.filter(({ cause }) => cause !== 'created').length;
  const beside = wrong === 0 ? '' : `, ${wrong} of them stored though they should have been refused`;
  const names = report.residue.map(({ name }) => printable(name, 40));
  const kinds = counted(report.residue.length, 'category', 'categories');
  const named = short ? '' : `: ${listed(names, 3)}`;
  return field(page, 'Left over', `${kinds}${beside} (the service has no DELETE)${named}`);
}
