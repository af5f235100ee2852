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
import { readReportFile } from '../named-files.ts';
import { idsOf, readAddedChecks } from '../requirements.ts';
import { readRunOrder } from '../settings.ts';
import { pageOf, type Surroundings } from '../surroundings.ts';
import { withProgress } from './run.ts';

/** `replay FILE`: sends one finding of a report again. Returns 0 if it is fixed, 1 if not, 3 if that is unknown. */
export async function replay(flags: Flags, surroundings: Surroundings): Promise<number> {
  const path = String(flags['file']);
  const report = readReportFile(path, surroundings);
  const finding = choose(report, typeof flags['finding'] === 'string' ? flags['finding'] : undefined, path);
  const added = await readAddedChecks(flags, surroundings);
  refuseUnservable(finding, report, added);
  const { stderr } = surroundings;
  const engine = await import('../../engine/replay.ts');
  const limited = engine.needsLimited(finding);
  const { profile } = report.configuration;
  const asked = { ...withTarget(flags, report, surroundings), profile: limited ? 'standard' : profile };
  const order = readRunOrder(asked, surroundings, added);
  if (order.target.kind !== 'given')
    throw new UsageError('no target to replay against. Give --base-url URL.');
  const { baseUrl, key } = order.target;
  const settings = { ...asReported(order.settings, report, limited), baseUrl, key };
  // Shown with --quiet, too, and before the key is sent there.
  const other = baseUrl === report.target ? '' : shown`The report is of ${printable(report.target)}.\n`;
  stderr.write(shown`${other}The finding is sent to ${printableWhole(baseUrl)}.\n`);
  if (!order.quiet) {
    for (const note of order.notes) stderr.write(shown`${printableWhole(surroundings.redact(note))}\n`);
    if (limited && settings.exhaust)
      stderr.write(shown`The finding shows in a 429: one window of the limit is used up to see it again.\n`);
  }
  return withProgress(order.quiet, added, surroundings, async (context, end) => {
    const replayed = await engine.replay(finding, report.runMark, settings, context);
    end();
    return tell(finding, replayed, surroundings);
  });
}

/** Selects a finding by its requirement, its signature or its number; by default the only one. */
function choose({ findings }: Report, wanted: string | undefined, path: string): Finding {
  const ids = findings.map(({ requirement }) => requirement);
  const isWanted = ({ requirement, signature }: Finding, index: number) =>
    wanted === undefined
      ? findings.length === 1
      : requirement === wanted || signature === wanted || String(index + 1) === wanted;
  const found = findings.find(isWanted);
  if (found !== undefined) return found;
  if (findings.length === 0)
    throw new UsageError(`${quoted(path)} holds no finding: there is nothing to replay.`);
  throw new UsageError(
    wanted === undefined
      ? `${quoted(path)} holds ${findings.length} findings. Say which with --finding ID or N: ${ids.map((id, index) => `${index + 1} ${id}`).join(', ')}.`
      : `${quoted(path)} holds no finding ${quoted(wanted)}; it holds ${ids.join(', ')}.${didYouMean(wanted, ids)}`,
  );
}

/** Refuses findings that no check here can find again, and those about a description, which no request shows. */
function refuseUnservable(finding: Finding, report: Report, added: readonly AddedChecks[]): void {
  const { requirement: id, section } = finding;
  if (!isRequirementId(id) && !idsOf(added).includes(id)) {
    const [file = 'FILE'] = report.configuration.checks ?? [];
    throw new UsageError(
      section === undefined
        ? `this kit has no requirement ${quoted(id)}. Was the report written by a later one?`
        : `${quoted(id)} was added by a file of checks (${quoted(section)}).\nGive that file again, with --check ${printable(file)}.`,
    );
  }
  if (catalog.some((row) => row.id === id && row.asked === 'description'))
    throw new UsageError(
      `${id} is about the interface description, which replay does not read.\nThis tells whether it is mended: ${printable(checkCommand(id, report))}`,
    );
}

/** Adds the settings of the reported run that its findings may depend on. Only a 429 may need what that run did not use up. */
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
 * Adds the target to the flags: --base-url and --target win. Otherwise it is the target of the report, if that is on this
 * machine or is the configured one: a report alone must not decide where a key is sent.
 */
function withTarget(flags: Flags, report: Report, surroundings: Surroundings): Flags {
  const values = optionValues(runOptions, flags, surroundings.env);
  if (values.text('baseUrl')?.byFlag || values.text('target')?.byFlag) return flags;
  const configured = readConfigured(flags, surroundings).values.text('baseUrl');
  const [own, there] = [addressOf(report.target), addressOf(configured?.text)];
  if (own !== undefined && own.href === there?.href) return flags;
  const isMeant =
    own !== undefined &&
    (configured === undefined || configured.from !== variableOf('baseUrl')) &&
    (isLoopback(own.hostname) || own.origin === there?.origin);
  if (isMeant) return { ...flags, 'base-url': report.target };
  const told = `the report is of ${printable(report.target)}`;
  const why =
    configured === undefined
      ? 'and nothing but that file says that the key may be sent there'
      : `and ${configured.from} names another target`;
  throw new UsageError(`${told}, ${why}.\nSay which is meant with --base-url or --target.`);
}

/** Reads an address, without a trailing slash; returns undefined if that is impossible. */
function addressOf(text: string | undefined): URL | undefined {
  const bare = text?.replace(/\/$/, '');
  return bare !== undefined && URL.canParse(bare) ? new URL(bare) : undefined;
}

const endings = {
  fixed: ['MENDED', 0],
  'still there': ['STILL THERE', 1],
  'not reproduced': ['NOT REPRODUCED', 3],
  'could not tell': ['COULD NOT TELL', 3],
} as const;

/** Prints what is right or wrong now, the leftovers, and the verdict in the last line. Returns the exit status. */
function tell(finding: Finding, replayed: Replayed, surroundings: Surroundings): number {
  const { outcome, requests, report, reason, leftovers, now } = replayed;
  const [word, code] = endings[outcome];
  const status = code === 3 && !report.complete ? 130 : code;
  const seen = { ...report, leftovers, findings: replayed.finding === undefined ? [] : [replayed.finding] };
  const facts: Labelled[] =
    outcome === 'still there'
      ? []
      : [
          ['Before', `expected ${finding.expected}, received ${finding.received}`],
          ['Now', now ?? reason ?? 'it was not exercised'],
        ];
  // A signature says what is wrong, so it would be misleading for what is right now.
  const named = outcome === 'still there' ? finding.signature : finding.requirement;
  const cost = requests === 1 ? shown`1 request` : shown`${requests} requests`;
  surroundings.stdout.write(
    shown`${terminalFindings(seen, { ...pageOf(surroundings), facts })}\npetstore-conformance: ${word} (exit status ${status}) ${printable(named)}, after ${cost}\n`,
  );
  return status;
}
