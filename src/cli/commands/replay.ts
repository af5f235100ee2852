import type { AddedChecks } from '../../checks/custom-checks.ts';
import { readConfigured } from '../../config/file.ts';
import { didYouMean, quoted, UsageError } from '../../config/messages.ts';
import { variableOf } from '../../config/option.ts';
import { runOptions } from '../../config/options.ts';
import type { RunSettings } from '../../config/settings.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import type { Replayed } from '../../engine/replay.ts';
import { isLoopback } from '../../exchange/address.ts';
import { checkCommand } from '../../report/commands.ts';
import type { Labelled } from '../../report/evidence.ts';
import type { Finding, Report } from '../../report/model/report.ts';
import { terminalFindings } from '../../report/terminal/terminal.ts';
import { catalog, isRequirementId } from '../../spec/catalog.ts';
import { plans } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { printable, printableWhole, shown } from '../../text/shown.ts';
import { type Environment, pageOf } from '../environment.ts';
import { readReportFile } from '../named-files.ts';
import { idsOf, readAddedChecks } from '../requirements.ts';
import { readRunOrder } from '../settings.ts';
import { withProgress } from './run.ts';

/** `replay FILE`: checks whether a finding of a report is fixed. Returns 0 if it is, 1 if not, 3 if that is unknown. */
export async function replay(flags: Flags, environment: Environment): Promise<number> {
  const path = String(flags['file']);
  const report = readReportFile(path, environment);
  const finding = choose(report, typeof flags['finding'] === 'string' ? flags['finding'] : undefined, path);
  const added = await readAddedChecks(flags, environment);
  refuseUnreplayable(finding, report, added);
  const { stderr } = environment;
  const engine = await import('../../engine/replay.ts');
  const limited = engine.needsLimited(finding);
  const { profile } = report.configuration;
  const runFlags = { ...withTarget(flags, report, environment), profile: limited ? 'standard' : profile };
  const order = readRunOrder(runFlags, environment, added);
  if (order.target.kind !== 'given')
    throw new UsageError('there is no target to replay against. Use --base-url URL.');
  const { baseUrl, key } = order.target;
  const settings = { ...asReported(order.settings, report, limited), baseUrl, key };
  // Shown with --quiet, too, before the key is sent there.
  const other = baseUrl === report.target ? '' : shown`The report is about ${printable(report.target)}.\n`;
  stderr.write(shown`${other}Replaying against ${printableWhole(baseUrl)}.\n`);
  if (!order.quiet) {
    for (const note of order.notes) stderr.write(shown`${printableWhole(environment.redact(note))}\n`);
    if (limited && settings.exhaust)
      stderr.write(shown`The finding needs a 429, so the replay uses up one window of the limit.\n`);
  }
  return withProgress(order.quiet, added, environment, async (context, end) => {
    const replayed = await engine.replay(finding, report.runMark, settings, context);
    end();
    return printOutcome(finding, replayed, environment);
  });
}

/** Selects a finding by requirement, signature or number; by default the only one. */
function choose({ findings }: Report, wanted: string | undefined, path: string): Finding {
  const ids = findings.map(({ requirement }) => requirement);
  const isWanted = ({ requirement, signature }: Finding, index: number) =>
    wanted === undefined
      ? findings.length === 1
      : requirement === wanted || signature === wanted || String(index + 1) === wanted;
  const found = findings.find(isWanted);
  if (found !== undefined) return found;
  if (findings.length === 0) throw new UsageError(`${quoted(path)} has no findings to replay.`);
  throw new UsageError(
    wanted === undefined
      ? `${quoted(path)} has ${findings.length} findings. Choose one with --finding ID or N: ${ids.map((id, index) => `${index + 1} ${id}`).join(', ')}.`
      : `${quoted(path)} has no finding ${quoted(wanted)}, only ${ids.join(', ')}.${didYouMean(wanted, ids)}`,
  );
}

/** Rejects findings of unknown checks, and those about a description, which no request can show. */
function refuseUnreplayable(finding: Finding, report: Report, added: readonly AddedChecks[]): void {
  const { requirement: id, section } = finding;
  if (!isRequirementId(id) && !idsOf(added).includes(id)) {
    const [file = 'FILE'] = report.configuration.checks ?? [];
    throw new UsageError(
      section === undefined
        ? `unknown requirement ${quoted(id)}. Was the report written by a newer kit?`
        : `${quoted(id)} belongs to a custom check (${quoted(section)}).\nLoad its file again, with --check ${printable(file)}.`,
    );
  }
  if (catalog.some((one) => one.id === id && one.asked === 'description'))
    throw new UsageError(
      `${id} is about the interface description, which replay does not read.\nCheck whether it is fixed with: ${printable(checkCommand(id, report))}`,
    );
}

/** Adds the settings of the reported run that its findings may depend on. A finding with a 429 may use up the limit. */
function asReported(settings: RunSettings, { configuration }: Report, limited: boolean): RunSettings {
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
  if (values.text('baseUrl')?.byFlag || values.text('target')?.byFlag) return flags;
  const configured = readConfigured(flags, environment).values.text('baseUrl');
  const [own, there] = [urlOf(report.target), urlOf(configured?.text)];
  if (own !== undefined && own.href === there?.href) return flags;
  const isMeant =
    own !== undefined &&
    (configured === undefined || configured.from !== variableOf('baseUrl')) &&
    (isLoopback(own.hostname) || own.origin === there?.origin);
  if (isMeant) return { ...flags, 'base-url': report.target };
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

const endings = {
  fixed: ['FIXED', 0],
  'still failing': ['STILL FAILING', 1],
  'not reproduced': ['NOT REPRODUCED', 3],
  inconclusive: ['INCONCLUSIVE', 3],
} as const;

/** Prints what passes or fails now, the leftovers, and the verdict in the last line. Returns the exit status. */
function printOutcome(finding: Finding, replayed: Replayed, environment: Environment): number {
  const { outcome, requests, report, reason, leftovers, now } = replayed;
  const [word, code] = endings[outcome];
  const status = code === 3 && !report.complete ? 130 : code;
  const seen = { ...report, leftovers, findings: replayed.finding === undefined ? [] : [replayed.finding] };
  const facts: Labelled[] =
    outcome === 'still failing'
      ? []
      : [
          ['Before', `expected ${finding.expected}, received ${finding.received}`],
          ['Now', now ?? reason ?? 'it was not tested'],
        ];
  // A signature says what is wrong, which would mislead if it is fixed.
  const named = outcome === 'still failing' ? finding.signature : finding.requirement;
  const cost = requests === 1 ? shown`1 request` : shown`${requests} requests`;
  environment.stdout.write(
    shown`${terminalFindings(seen, { ...pageOf(environment), facts })}\npetstore-conformance: ${word} (exit status ${status}) ${printable(named)}, after ${cost}\n`,
  );
  return status;
}
