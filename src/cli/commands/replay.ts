import type { AddedChecks } from '../../checks/custom-checks.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { variableOf } from '../../config/option.ts';
import { readingOnly, runOptions } from '../../config/options.ts';
import type { Settings } from '../../config/settings.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import type { Replayed } from '../../engine/replay.ts';
import { isLoopback } from '../../exchange/address.ts';
import type { ChangeKind } from '../../report/changes.ts';
import { checkCommand } from '../../report/commands.ts';
import { needsProof } from '../../report/conditions.ts';
import { changeWords } from '../../report/diff.ts';
import { changeParts } from '../../report/diff-text.ts';
import type { Finding, Report } from '../../report/model/report.ts';
import { isUntested, leftoverRows } from '../../report/rows.ts';
import { labeled, paged, sheetOf } from '../../report/terminal/block.ts';
import { catalog, isRequirementId } from '../../spec/catalog.ts';
import { plans } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted } from '../../text/layout.ts';
import { printable, printableWhole, shown } from '../../text/shown.ts';
import { didYouMean } from '../../text/similar.ts';
import { type Environment, notesTo, pageOf } from '../environment.ts';
import { readReportFile } from '../named-files.ts';
import { idsOf, readAddedChecks } from '../requirements.ts';
import { readRunOrder } from '../settings.ts';
import { contextAfterWaiting, withProgress } from './run.ts';

/**
 * `replay FILE`: checks whether a finding of a report is fixed or, with `--all`, whether every finding is. Returns 0 if all
 * of them are fixed, 1 if one still fails, and 3 if it is unknown whether one still fails.
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
  const undecided = new Map<Finding, string>();
  for (const finding of chosen) {
    const reason = whyUnreplayable(finding, report, added);
    if (reason !== undefined) undecided.set(finding, reason);
  }
  const reasons = [...new Set(undecided.values())];
  const [reason] = reasons;
  if (reason !== undefined && undecided.size === chosen.length) throw new UsageError(reason);
  const undecidable = [...undecided.keys()];
  const findings = chosen.filter((finding) => !undecided.has(finding));
  const engine = await import('../../engine/replay.ts');
  const limited = findings.some(needsProof);
  const { profile } = report.configuration;
  const runFlags = { ...withTarget(flags, report, environment), profile: limited ? 'standard' : profile };
  const order = readRunOrder(runFlags, environment, added);
  if (order.embedded !== undefined)
    throw new UsageError('there is no target to replay against. Use --base-url URL.');
  const settings = asReported(order.settings, report, limited);
  const { baseUrl } = settings;
  // These notes appear even with --quiet, before the key is sent to the URL.
  const always = notesTo(environment);
  if (baseUrl !== report.target) always(`The report is about ${report.target}.`);
  always(`Replaying against ${baseUrl}.`);
  const note = notesTo(environment, order.quiet);
  for (const text of [...order.notes, ...reasons]) note(text);
  if (limited && settings.exhaust)
    note(
      'A finding appeared while the limit was being proven, so the replay uses up the quota of one window.',
    );
  return withProgress(order.quiet, added, environment, async (progress, end) => {
    // Failures are not shown during the run, because the result says what still fails and what passes now.
    const listen: typeof progress.listen = (event) => {
      if (event.type !== 'failure') progress.listen?.(event);
    };
    const watched = { ...progress, listen };
    const waited = await contextAfterWaiting(settings, watched.signal, environment);
    const context = { ...watched, ...waited, undecidable };
    const replayed = await engine.replay(report, findings, settings, context);
    end();
    return printResult(replayed, environment);
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
    `${quoted(path)} has no findings to replay${why}.\nA run overwrites earlier reports in its folder. Use --reports DIR to keep them.`,
  );
}

/** Returns why no request can decide a finding: its check is unknown, or the finding is about a description. */
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
    return `${id} is about the interface description, which replay does not read.\nCheck whether it is fixed with: ${printable(checkCommand([id], report))}`;
  return undefined;
}

/**
 * Adds the settings of the reported run that its findings may depend on, and those that limited what the run could send.
 * If `limited` is true, the replay may use up the quota even if the reported run could not.
 */
function asReported(settings: Settings, { configuration }: Report, limited: boolean): Settings {
  const { plan, seed, only, exhaust, nearMisses, maxCreates, readOnly } = configuration;
  const { plan: _, only: __, ...rest } = settings;
  return {
    ...rest,
    ...definedOnly({ plan: plans.find((one) => one === plan), only }),
    seed,
    exhaust: settings.exhaust && (exhaust || limited),
    nearMisses,
    maxCreates,
    ...(readOnly === true ? readingOnly : {}),
  };
}

/**
 * Adds the target to the flags. Uses --base-url or, without it, the target of the report if that target is on this machine
 * or is the one in PETSTORE_BASE_URL: a report alone must not decide where a key is sent.
 */
function withTarget(flags: Flags, report: Report, environment: Environment): Flags {
  const values = optionValues(runOptions, flags, environment.env);
  if (values.baseUrl?.byFlag) return flags;
  const configured = values.baseUrl;
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
  throw new UsageError(`${about}, ${why}.\nChoose the target with --base-url.`);
}

/** Parses a URL without its trailing slash; returns undefined if it is not valid. */
function urlOf(text: string | undefined): URL | undefined {
  const bare = text?.replace(/\/$/, '');
  return bare !== undefined && URL.canParse(bare) ? new URL(bare) : undefined;
}

/** Prints what became of the findings, with the verdict in the last line. Returns the exit status. */
function printResult({ changes, report }: Replayed, environment: Environment): number {
  const [word, status] = endingOf(changes, report);
  const page = sheetOf(pageOf(environment));
  const last = `${word} (exit status ${status}) ${changeWords(changes)} ${counted(report.requests.total, 'request')}.`;
  const { verdict } = report;
  // If nothing was tested, the verdict below gives the reason for all findings.
  const shownChanges = isUntested(report) ? changes.map(({ note: _, ...change }) => change) : changes;
  environment.stdout.write(
    paged([
      ...changeParts(page, shownChanges),
      [
        ...(verdict.exitStatus > 1 ? labeled(page, 'Verdict', verdict.sentence) : []),
        ...leftoverRows(report).flatMap(({ label, text }) => labeled(page, label, text)),
      ],
      [shown`petstore-conformance: ${printableWhole(last)}`],
    ]),
  );
  return status;
}

/**
 * Returns the verdict in capitals, and the exit status. Findings that still fail take precedence over findings that were not
 * tested again.
 */
function endingOf(changes: Replayed['changes'], { complete }: Report): readonly [string, number] {
  const has = (...kinds: readonly ChangeKind[]) => changes.some(({ kind }) => kinds.includes(kind));
  if (!complete) return ['INTERRUPTED', 130];
  if (has('new', 'still failing')) return ['STILL FAILING', 1];
  return has('not tested again') ? ['NOT REPRODUCED', 3] : ['FIXED', 0];
}
