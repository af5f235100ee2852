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
import { createProgress } from '../../report/terminal/progress.ts';
import { terminalFindings } from '../../report/terminal/terminal.ts';
import { isRequirementId, ledger } from '../../spec/ledger.ts';
import { plans } from '../../spec/plans.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { printable, printableWhole, shown } from '../../text/shown.ts';
import { painter, wantsColour } from '../../text/terminal.ts';
import { readReportFile } from '../named-files.ts';
import { idsOf, readAddedChecks, titlesWith } from '../rows.ts';
import { readRunOrder } from '../settings.ts';
import { pageOf, type Surroundings } from '../surroundings.ts';
import { watchCommand } from '../watch.ts';

/** `replay FILE`: sends one finding of a report again. 0 mended, 1 still there, 3 not reproduced or could not tell. */
export async function replay(flags: Flags, surroundings: Surroundings): Promise<number> {
  const path = String(flags['file'] ?? '');
  const report = readReportFile(path, surroundings);
  const finding = choose(report, typeof flags['finding'] === 'string' ? flags['finding'] : undefined, path);
  const added = await readAddedChecks(flags, surroundings);
  refuseUnanswerable(finding, report, added);
  const { stderr, env } = surroundings;
  const engine = await import('../../engine/replay.ts');
  const limited = engine.needsLimited(finding);
  const { profile } = report.configuration;
  const asked = { ...withTarget(flags, report, surroundings), profile: limited ? 'standard' : profile };
  const order = readRunOrder(asked, surroundings, added);
  if (order.target.kind !== 'given')
    throw new UsageError('no target to replay against. Give --base-url URL.');
  const { baseUrl, key } = order.target;
  const settings = { ...asReported(order.settings, report, limited), baseUrl, key };
  // Where the key goes is said before it goes there, whatever else is quiet.
  const other = baseUrl === report.target ? '' : shown`The report is of ${printable(report.target)}.\n`;
  stderr.write(shown`${other}The finding is sent to ${printableWhole(baseUrl)}.\n`);
  if (!order.quiet) {
    for (const note of order.notes) stderr.write(shown`${printableWhole(surroundings.redact(note))}\n`);
    if (limited && settings.exhaust)
      stderr.write(shown`The finding shows in a 429: one window of the limit is used up to see it again.\n`);
  }
  const titleOf = titlesWith(added, surroundings.redact);
  const progress = createProgress({ stream: stderr, env, paint: painter(wantsColour(stderr, env)), titleOf });
  const watch = await watchCommand(added, surroundings, progress.end);
  try {
    const listen = order.quiet ? () => {} : progress.listen;
    const { signal } = watch;
    const replayed = await engine.replay(finding, report.runMark, settings, { listen, signal, added });
    progress.end();
    return await watch.statusAfter(tell(finding, replayed, surroundings));
  } finally {
    progress.end();
    await watch.end();
  }
}

/** The finding that is meant: by its requirement, its signature or its number; the only one where there is but one. */
function choose(report: Report, wanted: string | undefined, path: string): Finding {
  const { findings } = report;
  if (findings.length === 0)
    throw new UsageError(`${quoted(path)} holds no finding: there is nothing to replay.`);
  const ids = findings.map((finding) => finding.requirement);
  const [only] = findings;
  if (wanted === undefined) {
    if (findings.length === 1 && only !== undefined) return only;
    throw new UsageError(
      `${quoted(path)} holds ${findings.length} findings. Say which with --finding ID or N: ${ids.map((id, index) => `${index + 1} ${id}`).join(', ')}.`,
    );
  }
  const found =
    findings.find(({ requirement: id, signature }) => id === wanted || signature === wanted) ??
    (/^\d{1,4}$/.test(wanted) ? findings[Number(wanted) - 1] : undefined);
  if (found !== undefined) return found;
  throw new UsageError(
    `${quoted(path)} holds no finding ${quoted(wanted)}; it holds ${ids.join(', ')}.${didYouMean(wanted, ids)}`,
  );
}

/** What nothing here judges cannot be looked for again, nor what a description says, which is in no request. */
function refuseUnanswerable(finding: Finding, report: Report, added: readonly AddedChecks[]): void {
  const { requirement: id, section } = finding;
  if (!isRequirementId(id) && !idsOf(added).includes(id)) {
    const [file = 'FILE'] = report.configuration.checks ?? [];
    throw new UsageError(
      section === undefined
        ? `this kit has no requirement ${quoted(id)}. Was the report written by a later one?`
        : `${quoted(id)} was added by a file of checks (${quoted(section)}).\nGive that file again, with --check ${printable(file)}.`,
    );
  }
  if (ledger.some((row) => row.id === id && row.asked === 'description'))
    throw new UsageError(
      `${id} is about the interface description, which replay does not read.\nThis tells whether it is mended: ${printable(checkCommand(id, report))}`,
    );
}

/**
 * The settings of the reported run, as far as its findings may hang on them. A window that it did not use up is not
 * used up now either, but for what shows in no other way.
 */
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
 * Where the finding is sent, as flags: --base-url and --target win. Without them it is the report's own target, where
 * that is on this machine or is the configured one: a file is not enough to send a key anywhere else.
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

/** An address without a slash at its end, or undefined where there is none that can be read. */
function addressOf(text: string | undefined): URL | undefined {
  const bare = text?.replace(/\/$/, '');
  return bare !== undefined && URL.canParse(bare) ? new URL(bare) : undefined;
}

const endings = {
  mended: ['MENDED', 0],
  'still there': ['STILL THERE', 1],
  'not reproduced': ['NOT REPRODUCED', 3],
  'could not tell': ['COULD NOT TELL', 3],
} as const;

/** What is right or wrong now, what is left over, and the verdict as the last line. */
function tell(finding: Finding, replayed: Replayed, surroundings: Surroundings): number {
  const { outcome, requests, report, reason, residue, now } = replayed;
  const [word, code] = endings[outcome];
  const status = code === 3 && !report.complete ? 130 : code;
  const seen = { ...report, residue, findings: replayed.finding === undefined ? [] : [replayed.finding] };
  const facts: Labelled[] =
    outcome === 'still there'
      ? []
      : [
          ['Before', `expected ${finding.expected}, received ${finding.received}`],
          ['Now', now ?? reason ?? 'it was not exercised'],
        ];
  // A signature says what is wrong: of what is right now, it would read as if it still were.
  const named = outcome === 'still there' ? finding.signature : finding.requirement;
  const cost = requests === 1 ? shown`1 request` : shown`${requests} requests`;
  surroundings.stdout.write(
    shown`${terminalFindings(seen, { ...pageOf(surroundings), facts })}\npetstore-conformance: ${word} (exit status ${status}) ${printable(named)}, after ${cost}\n`,
  );
  return status;
}
