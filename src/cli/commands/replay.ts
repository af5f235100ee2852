import type { AddedChecks } from '../../checks/custom-checks.ts';
import { readConfigured } from '../../config/file.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { variableOf } from '../../config/option.ts';
import { runOptions } from '../../config/options.ts';
import type { Settings } from '../../config/settings.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import type { Replayed } from '../../engine/replay.ts';
import type { ReplayOutcome } from '../../engine/replay-outcome.ts';
import { isLoopback } from '../../exchange/address.ts';
import { checkCommand } from '../../report/commands.ts';
import { needsProof } from '../../report/conditions.ts';
import type { Finding, Report } from '../../report/model/report.ts';
import { failureWords, type ReportRow } from '../../report/rows.ts';
import { terminalFindings } from '../../report/terminal/terminal.ts';
import { catalog, isRequirementId } from '../../spec/catalog.ts';
import { plans } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted, duration } from '../../text/layout.ts';
import { joined, padded, printable, type Shown, shown } from '../../text/shown.ts';
import { didYouMean } from '../../text/similar.ts';
import { type Environment, notesTo, pageOf } from '../environment.ts';
import { readReportFile } from '../named-files.ts';
import { idsOf, readAddedChecks } from '../requirements.ts';
import { readRunOrder } from '../settings.ts';
import { contextAfterWaiting, withProgress } from './run.ts';

/**
 * `replay FILE`: checks whether a finding of a report is fixed, or with `--all` which findings are. Returns 0 if they are, 1 if
 * one is not, 3 if that is unknown.
 */
export async function replay(
  flags: Flags & { readonly file: string; readonly finding?: string; readonly all?: boolean },
  environment: Environment,
): Promise<number> {
  const { file: path, finding: wanted, all: isAll = false } = flags;
  const report = readReportFile(path);
  const added = await readAddedChecks(flags, environment);
  if (isAll && report.findings.length === 0) {
    environment.stdout.write(
      shown`petstore-conformance: NOTHING TO CHECK (exit status 0) The report has no findings.\n`,
    );
    return 0;
  }
  const chosen = isAll ? report.findings : [choose(report, wanted, path)];
  const reasons = chosen.map((finding) => whyUnreplayable(finding, report, added));
  const findings = chosen.filter((_, index) => reasons[index] === undefined);
  const [reason] = reasons;
  if (reason !== undefined && findings.length === 0) throw new UsageError(reason);
  const engine = await import('../../engine/replay.ts');
  const limited = findings.some(needsProof);
  const { profile } = report.configuration;
  const runFlags = { ...withTarget(flags, report, environment), profile: limited ? 'standard' : profile };
  const order = readRunOrder(runFlags, environment, added);
  if (order.embedded !== undefined)
    throw new UsageError('there is no target to replay against. Use --base-url URL.');
  const settings = asReported(order.settings, report, limited);
  const { baseUrl } = settings;
  // Shown with --quiet, too, before the key is sent there.
  const always = notesTo(environment);
  if (baseUrl !== report.target) always(`The report is about ${report.target}.`);
  always(`Replaying against ${baseUrl}.`);
  const note = notesTo(environment, order.quiet);
  order.notes.forEach(note);
  if (limited && settings.exhaust)
    note('A finding appeared while the limit was proven, so the replay uses up the quota of one window.');
  return withProgress(order.quiet, added, environment, async (progress, end) => {
    // The result says what fails, and what passes again.
    const listen: typeof progress.listen = (event) => {
      if (event.type !== 'failure') progress.listen?.(event);
    };
    const watched = { ...progress, listen };
    const waited = await contextAfterWaiting(settings, watched.signal, environment);
    const context = { ...watched, ...waited };
    const replayed = await engine.replay(findings, report.runMark, settings, context, (step, before) => {
      if (step === 'run') note(runWords(before, findings, report));
    });
    end();
    const lines = findings.map(
      (finding, index): Line => ({ finding, ...(replayed.outcomes[index] ?? untested) }),
    );
    const skipped = chosen.flatMap((finding, index): Line[] => {
      const reason = reasons[index];
      return reason === undefined ? [] : [{ finding, ...untested, reason: reason.split('\n')[0] ?? '' }];
    });
    return printResult([...lines, ...skipped], isAll, replayed, environment);
  });
}

/** Selects a finding by requirement, signature or number; by default the only one. Throws a UsageError. */
function choose(
  { findings, configuration: { only } }: Report,
  wanted: string | undefined,
  path: string,
): Finding {
  const ids = findings.map(({ requirement }) => requirement);
  const isWanted = ({ requirement, signature }: Finding, index: number) =>
    wanted === undefined
      ? findings.length === 1
      : requirement === wanted || signature === wanted || String(index + 1) === wanted;
  const found = findings.find(isWanted);
  if (found !== undefined) return found;
  if (ids.length > 0)
    throw new UsageError(
      wanted === undefined
        ? `${quoted(path)} has ${ids.length} findings. Choose one with --finding ID or N: ${ids.map((id, index) => `${index + 1} ${id}`).join(', ')}.`
        : `${quoted(path)} has no finding ${quoted(wanted)}, only ${ids.join(', ')}.${didYouMean(wanted, ids)}`,
    );
  const why =
    only === undefined
      ? ''
      : `: it is the report of a run with --only ${printable(only)}, which found nothing`;
  throw new UsageError(
    `${quoted(path)} has no findings to replay${why}.\nA run overwrites its reports. Use --reports DIR to keep an earlier one.`,
  );
}

/** Returns why a finding cannot be replayed: its check is unknown, or it is about a description. */
function whyUnreplayable(
  { requirement: id, section }: Finding,
  report: Report,
  added: readonly AddedChecks[],
): string | undefined {
  if (!isRequirementId(id) && !idsOf(added).includes(id)) {
    const [file = 'FILE'] = report.configuration.checks ?? [];
    return section === undefined
      ? `unknown requirement ${quoted(id)}. Was the report written by a newer kit?`
      : `${quoted(id)} belongs to a custom check (${quoted(section)}).\nLoad its file again, with --check ${printable(file)}.`;
  }
  if (catalog.some((one) => one.id === id && one.asked === 'description'))
    return `${id} is about the interface description, which replay does not read.\nCheck whether it is fixed with: ${printable(checkCommand(id, report))}`;
  return undefined;
}

/** Adds the settings of the reported run that its findings may depend on. A finding with a 429 may use up the quota. */
function asReported(settings: Settings, { configuration }: Report, limited: boolean): Settings {
  const { plan, seed, only, exhaust } = configuration;
  const { plan: _, only: __, ...rest } = settings;
  return {
    ...rest,
    ...definedOnly({ plan: plans.find((one) => one === plan), only }),
    seed,
    exhaust: settings.exhaust && (exhaust || limited),
  };
}

/**
 * Adds the target to the flags. Uses --base-url or --target, else the target of the report if that is on this machine or
 * is the configured one: a report alone must not decide where a key is sent.
 */
function withTarget(flags: Flags, report: Report, environment: Environment): Flags {
  const values = optionValues(runOptions, flags, environment.env);
  if (values.baseUrl?.byFlag || values.target?.byFlag) return flags;
  const configured = readConfigured(flags, environment.env).values.baseUrl;
  const [own, there] = [urlOf(report.target), urlOf(configured?.value)];
  if (own !== undefined && own.href === there?.href) return flags;
  const isMeant =
    own !== undefined &&
    (configured === undefined || configured.from !== variableOf('baseUrl')) &&
    (isLoopback(own.hostname) || own.origin === there?.origin);
  if (isMeant) return { ...flags, baseUrl: report.target };
  const about = `the report is about ${printable(report.target)}`;
  const why =
    configured === undefined
      ? 'and nothing else confirms that the key may be sent there'
      : `but ${configured.from} names another target`;
  throw new UsageError(`${about}, ${why}.\nChoose the target with --base-url or --target.`);
}

/** Parses a URL without its trailing slash; returns undefined if it is not valid. */
function urlOf(text: string | undefined): URL | undefined {
  const bare = text?.replace(/\/$/, '');
  return bare !== undefined && URL.canParse(bare) ? new URL(bare) : undefined;
}

/** Announces the second step, with its cost. */
function runWords(
  before: readonly ReplayOutcome[],
  findings: readonly Finding[],
  { requests, durationMs }: Report,
): string {
  const failing = before.filter(({ outcome }) => outcome === 'still failing').length;
  const result =
    findings.length === 1
      ? `${findings[0]?.requirement} ${before[0]?.outcome === 'fixed' ? 'passed' : 'did not fail'} alone`
      : `${failing} of ${findings.length} findings failed when only their requirements were tested`;
  const cost = `about ${counted(requests.total, 'request')}, ${duration(durationMs / 1_000)}`;
  return `${result}. Now repeating the reported run (${cost}), because the fault may depend on earlier requests. Press Ctrl-C to stop.`;
}

const endings = {
  fixed: ['FIXED', 0, 'green'],
  'still failing': ['STILL FAILING', 1, 'red'],
  'not reproduced': ['NOT REPRODUCED', 3, 'yellow'],
  inconclusive: ['INCONCLUSIVE', 3, 'yellow'],
} as const;

const untested: ReplayOutcome = { outcome: 'inconclusive' };

/** A finding of the report, and its outcome. */
type Line = Omit<ReplayOutcome, 'finding'> & { readonly finding: Finding };

/** Returns the exit status of all outcomes: one that still fails decides, then one that is unknown. */
function exitStatusOf(lines: readonly Line[], { complete }: Report): number {
  const codes = lines.map(({ outcome }) => endings[outcome][1] as number);
  if (codes.includes(1)) return 1;
  return codes.includes(3) ? (complete ? 3 : 130) : 0;
}

/** Names a finding. A signature says what is wrong, which would mislead if it is fixed. */
function nameOf({ outcome, finding }: Line, isOpen: boolean): string {
  return isOpen && outcome !== 'fixed' ? finding.signature : finding.requirement;
}

/** Prints the result, with the verdict in the last line. Returns the exit status. */
function printResult(
  lines: readonly Line[],
  isAll: boolean,
  replayed: Replayed,
  environment: Environment,
): number {
  const status = exitStatusOf(lines, replayed.report);
  const page = pageOf(environment);
  const [line] = lines;
  const [text, word, about] =
    isAll || line === undefined ? allTexts(lines, status, replayed, page) : oneTexts(line, replayed, page);
  environment.stdout.write(
    shown`${text}petstore-conformance: ${printable(word)} (exit status ${status}) ${printable(about, 200)}, after ${counted(replayed.requests, 'request')}\n`,
  );
  return status;
}

type Page = ReturnType<typeof pageOf>;

/** The text above the last line, and the verdict in capitals and what it is about. */
type ResultTexts = readonly [text: Shown, word: string, about: string];

/** Describes one finding: what passes or fails now, and the leftovers. */
function oneTexts(line: Line, { outcomes, report, leftovers }: Replayed, page: Page): ResultTexts {
  const { finding, outcome, reason, now } = line;
  const failing = outcomes[0]?.finding;
  const isFailing = outcome === 'still failing';
  const facts: ReportRow[] = [
    { label: 'Before', text: failureWords(finding), detail: 'brief' },
    { label: 'Now', text: now ?? reason ?? 'it was not tested', detail: 'brief' },
  ];
  const seen = { ...report, leftovers, findings: failing === undefined ? [] : [failing] };
  const text = terminalFindings(seen, { ...page, facts: isFailing ? [] : facts });
  return [shown`${text}\n`, endings[outcome][0], nameOf(line, isFailing)];
}

/** Describes each finding in a line, and the leftovers. */
function allTexts(
  lines: readonly Line[],
  status: number,
  { report, leftovers }: Replayed,
  page: Page,
): ResultTexts {
  const texts = lines.map((line) => {
    const { outcome, finding, now, reason } = line;
    const [word, , color] = endings[outcome];
    const facts =
      outcome === 'fixed' ? `before: ${finding.cause}${now === undefined ? '' : `; now: ${now}`}` : reason;
    const more = facts === undefined ? '' : shown` (${printable(facts, 400)})`;
    return shown`${page.paint(color, padded(shown`${word}`, 15))} ${printable(nameOf(line, true), 200)}${more}\n`;
  });
  const left = { ...report, leftovers, findings: [], requirements: [] };
  const text = joined([...texts, leftovers.length === 0 ? shown`` : terminalFindings(left, page)], '');
  const counts = Object.entries(endings).flatMap(([outcome, [word]]) => {
    const count = lines.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${word.toLowerCase()}`];
  });
  return [text, ['FIXED', 'STILL FAILING'][status] ?? 'INCONCLUSIVE', counts.join(', ')];
}
