import type { AddedChecks } from '../../checks/custom-checks.ts';
import { readConfigured } from '../../config/file.ts';
import { didYouMean, quoted, UsageError } from '../../config/messages.ts';
import { variableOf } from '../../config/option.ts';
import { runOptions } from '../../config/options.ts';
import type { Settings } from '../../config/settings.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import type { Replayed } from '../../engine/replay.ts';
import type { ReplayOutcome } from '../../engine/replay-outcome.ts';
import { isLoopback } from '../../exchange/address.ts';
import { checkCommand } from '../../report/commands.ts';
import { needsLimited } from '../../report/conditions.ts';
import type { Finding, Report } from '../../report/model/report.ts';
import { failureWords, type Row } from '../../report/rows.ts';
import { terminalFindings } from '../../report/terminal/terminal.ts';
import { catalog, isRequirementId } from '../../spec/catalog.ts';
import { plans } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { brokenFor, counted, duration } from '../../text/layout.ts';
import { joined, padded, printable, printableWhole, shown } from '../../text/shown.ts';
import { type Environment, pageOf } from '../environment.ts';
import { readReportFile } from '../named-files.ts';
import { idsOf, readAddedChecks } from '../requirements.ts';
import { readRunOrder } from '../settings.ts';
import { heldAfterWaiting, withProgress } from './run.ts';

/**
 * `replay FILE`: checks whether a finding of a report is fixed, or with `--all` which findings are. Returns 0 if they are, 1 if
 * one is not, 3 if that is unknown.
 */
export async function replay(
  flags: Flags & { readonly file: string; readonly finding?: string; readonly all?: boolean },
  environment: Environment,
): Promise<number> {
  const { file: path, finding: wanted, all: isAll = false } = flags;
  const report = readReportFile(path, environment);
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
  const { stderr } = environment;
  const engine = await import('../../engine/replay.ts');
  const limited = findings.some(needsLimited);
  const { profile } = report.configuration;
  const runFlags = { ...withTarget(flags, report, environment), profile: limited ? 'standard' : profile };
  const order = readRunOrder(runFlags, environment, added);
  if (order.embedded !== undefined)
    throw new UsageError('there is no target to replay against. Use --base-url URL.');
  const settings = asReported(order.settings, report, limited);
  const { baseUrl } = settings;
  // Shown with --quiet, too, before the key is sent there.
  const other = baseUrl === report.target ? '' : shown`The report is about ${printable(report.target)}.\n`;
  stderr.write(shown`${other}Replaying against ${printableWhole(baseUrl)}.\n`);
  if (!order.quiet) {
    for (const note of order.notes) stderr.write(shown`${printableWhole(note)}\n`);
    if (limited && settings.exhaust)
      stderr.write(shown`A finding needs a 429, so the replay uses up the quota of one window.\n`);
  }
  const note = (text: string) => {
    if (!order.quiet) stderr.write(shown`${brokenFor(stderr, printable(text, 1_000))}\n`);
  };
  return withProgress(order.quiet, added, environment, async (progress, end) => {
    // The result says what fails, and what passes again.
    const listen: typeof progress.listen = (event) => {
      if (event.type !== 'failure') progress.listen?.(event);
    };
    const watched = { ...progress, listen };
    const held = await heldAfterWaiting(settings, watched.signal, environment);
    const context = { ...watched, ...held };
    const replayed = await engine.replay(findings, report.runMark, settings, context, (step, before) => {
      if (step === 'run') note(runWords(before, findings, report));
    });
    end();
    const [finding] = findings;
    if (!isAll && finding !== undefined) return printOutcome(finding, replayed, environment);
    const rest = reasons.flatMap((why, index) => {
      const skipped = chosen[index];
      return why === undefined || skipped === undefined ? [] : [{ finding: skipped, why }];
    });
    return printAll(findings, replayed, rest, environment);
  });
}

/** Returns the findings of the report. Throws a UsageError if it has none. */
function findingsOf({ findings, configuration: { only } }: Report, path: string): readonly Finding[] {
  if (findings.length > 0) return findings;
  const why =
    only === undefined
      ? 'has no findings to replay.'
      : `has no findings to replay: it is the report of a run with --only ${printable(only)}, which found nothing.`;
  throw new UsageError(
    `${quoted(path)} ${why}\nA run overwrites its reports. Use --reports DIR to keep an earlier one.`,
  );
}

/** Selects a finding by requirement, signature or number; by default the only one. */
function choose(report: Report, wanted: string | undefined, path: string): Finding {
  const findings = findingsOf(report, path);
  const ids = findings.map(({ requirement }) => requirement);
  const isWanted = ({ requirement, signature }: Finding, index: number) =>
    wanted === undefined
      ? findings.length === 1
      : requirement === wanted || signature === wanted || String(index + 1) === wanted;
  const found = findings.find(isWanted);
  if (found !== undefined) return found;
  throw new UsageError(
    wanted === undefined
      ? `${quoted(path)} has ${findings.length} findings. Choose one with --finding ID or N: ${ids.map((id, index) => `${index + 1} ${id}`).join(', ')}.`
      : `${quoted(path)} has no finding ${quoted(wanted)}, only ${ids.join(', ')}.${didYouMean(wanted, ids)}`,
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
  const configured = readConfigured(flags, environment).values.baseUrl;
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
  fixed: ['FIXED', 0],
  'still failing': ['STILL FAILING', 1],
  'not reproduced': ['NOT REPRODUCED', 3],
  inconclusive: ['INCONCLUSIVE', 3],
} as const;

const untested: ReplayOutcome = { outcome: 'inconclusive' };

/** Prints what passes or fails now, the leftovers, and the verdict in the last line. Returns the exit status. */
function printOutcome(finding: Finding, replayed: Replayed, environment: Environment): number {
  const { outcomes, requests, report, leftovers } = replayed;
  const [{ outcome, reason, now, finding: failing } = untested] = outcomes;
  const [word] = endings[outcome];
  const status = statusOf([outcome], report);
  const seen = { ...report, leftovers, findings: failing === undefined ? [] : [failing] };
  const facts: Row[] =
    outcome === 'still failing'
      ? []
      : [
          { label: 'Before', text: failureWords(finding), detail: 'brief' },
          { label: 'Now', text: now ?? reason ?? 'it was not tested', detail: 'brief' },
        ];
  // A signature says what is wrong, which would mislead if it is fixed.
  const named = outcome === 'still failing' ? finding.signature : finding.requirement;
  const cost = requests === 1 ? shown`1 request` : shown`${requests} requests`;
  environment.stdout.write(
    shown`${terminalFindings(seen, { ...pageOf(environment), facts })}\npetstore-conformance: ${word} (exit status ${status}) ${printable(named)}, after ${cost}\n`,
  );
  return status;
}

/** Returns the exit status of all outcomes: one that still fails decides, then one that is unknown. */
function statusOf(outcomes: readonly ReplayOutcome['outcome'][], { complete }: Report): number {
  const codes = outcomes.map((outcome) => endings[outcome][1] as number);
  if (codes.includes(1)) return 1;
  return codes.includes(3) ? (complete ? 3 : 130) : 0;
}

/** Prints one line for each finding, and the verdict in the last line. Returns the exit status. */
function printAll(
  findings: readonly Finding[],
  { report, outcomes, requests, leftovers }: Replayed,
  skipped: readonly { readonly finding: Finding; readonly why: string }[],
  environment: Environment,
): number {
  const replayed = outcomes.map(({ outcome, now, reason }, index) => ({
    outcome,
    finding: findings[index],
    why: now ?? reason,
  }));
  const all = [
    ...replayed,
    ...skipped.map(({ finding, why }) => ({
      outcome: 'inconclusive' as const,
      finding,
      why: why.split('\n')[0],
    })),
  ];
  const page = pageOf(environment);
  const lines = all.map(({ outcome, finding, why }) => {
    const [word, code] = endings[outcome];
    const color = code === 0 ? 'green' : code === 1 ? 'red' : 'yellow';
    const { requirement = '', signature = '', cause = '' } = finding ?? {};
    // A signature says what was wrong, which would mislead if it is fixed.
    const isFixed = outcome === 'fixed';
    const named = printable(isFixed ? requirement : signature, 200);
    const facts = [
      ...(isFixed ? [`before: ${cause}`] : []),
      ...(why === undefined ? [] : [isFixed ? `now: ${why}` : why]),
    ];
    const more = facts.length === 0 ? '' : shown` (${printable(facts.join('; '), 400)})`;
    return shown`${page.paint(color, padded(printable(word), 15))} ${named}${more}\n`;
  });
  const status = statusOf(
    all.map(({ outcome }) => outcome),
    report,
  );
  const counts = Object.entries(endings).flatMap(([outcome, [word]]) => {
    const count = all.filter((one) => one.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${word.toLowerCase()}`];
  });
  const cost = counted(requests, 'request');
  const word = Object.values(endings).find(([, code]) => code === (status === 130 ? 3 : status))?.[0] ?? '';
  const left =
    leftovers.length === 0
      ? ''
      : terminalFindings({ ...report, leftovers, findings: [], requirements: [] }, page);
  environment.stdout.write(
    shown`${joined(lines, '')}${left}petstore-conformance: ${printable(status === 3 || status === 130 ? 'INCONCLUSIVE' : word)} (exit status ${status}) ${printable(counts.join(', '))}, after ${cost}\n`,
  );
  return status;
}
