import type { AddedChecks } from '../../kit/added-checks.ts';
import type { Finding, Report } from '../../model/report.ts';
import { quoted } from '../../options/quoted.ts';
import { didYouMean } from '../../options/suggest.ts';
import { UsageError } from '../../options/usage-error.ts';
import { painter, wantsColour } from '../../report/colour.ts';
import { columnsOf } from '../../report/columns.ts';
import { printable } from '../../report/escape.ts';
import { createProgress } from '../../report/terminal/progress.ts';
import { terminalFindings } from '../../report/terminal/terminal.ts';
import type { Replayed } from '../../run/replay.ts';
import { isRequirementId } from '../../spec/ledger.ts';
import { idsOf, readAddedChecks, titlesWith } from '../check-files.ts';
import { type Flags, optionValues } from '../option-values.ts';
import { readReportFile } from '../read-report-file.ts';
import { readRunOrder } from '../settings.ts';
import { onStopSignal } from '../signals.ts';
import type { Surroundings } from '../surroundings.ts';

/** `replay FILE`: sends one finding of a report again. 0 mended, 1 still there, 3 could not tell. */
export async function replay(flags: Flags, surroundings: Surroundings): Promise<number> {
  const path = String(flags['file'] ?? '');
  const report = readReportFile(path, surroundings);
  const finding = choose(report, typeof flags['finding'] === 'string' ? flags['finding'] : undefined, path);
  const added = await readAddedChecks(flags, surroundings);
  refuseUnknown(finding, report, added);
  const order = readRunOrder(withTarget(flags, report, surroundings), surroundings, added);
  if (order.target.kind !== 'given')
    throw new UsageError('no target to replay against. Give --base-url URL.');
  const { baseUrl, key } = order.target;
  const { stderr, env } = surroundings;
  if (baseUrl !== report.target)
    stderr.write(`The report is of ${printable(report.target)}; the finding is sent to ${baseUrl}.\n`);
  const abort = new AbortController();
  const stopListening = onStopSignal(() => abort.abort(new Error('the run was interrupted')));
  const titleOf = titlesWith(added);
  const progress = createProgress({ stream: stderr, env, paint: painter(wantsColour(stderr, env)), titleOf });
  try {
    const engine = await import('../../run/replay.ts');
    const settings = { ...order.settings, baseUrl, key };
    const listen = order.quiet ? () => {} : progress.listen;
    const replayed = await engine.replay(finding, report.runMark, settings, {
      listen,
      signal: abort.signal,
      added,
    });
    progress.end();
    return tell(finding, replayed, surroundings);
  } finally {
    progress.end();
    stopListening();
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

/** What nothing here judges cannot be looked for again. */
function refuseUnknown(
  { requirement: id, section }: Finding,
  { configuration: { checks = [] } }: Report,
  added: readonly AddedChecks[],
): void {
  if (isRequirementId(id) || idsOf(added).includes(id)) return;
  const [file = 'FILE'] = checks;
  throw new UsageError(
    section === undefined
      ? `this kit has no requirement ${quoted(id)}. Was the report written by a later one?`
      : `${quoted(id)} was added by a file of checks (${quoted(section)}).\nGive that file again, with --check ${printable(file)}.`,
  );
}

/** The report's own target, unless a flag names another; a variable that names another is an oversight. */
function withTarget(flags: Flags, report: Report, { env }: Surroundings): Flags {
  const given = optionValues(flags, env).text('base-url');
  if (given === undefined) return { ...flags, 'base-url': report.target };
  if (!given.byFlag && given.text.replace(/\/$/, '') !== report.target)
    throw new UsageError(
      `the report is of ${printable(report.target)}, and ${given.from} names another target.\nSay which is meant with --base-url.`,
    );
  return flags;
}

function tell(finding: Finding, replayed: Replayed, { stdout, env }: Surroundings): number {
  const { outcome, requests, report, reason } = replayed;
  const cost = requests === 1 ? '1 request' : `${requests} requests`;
  const end = (word: string, status: number) =>
    `petstore-conformance: ${word} (exit status ${status}) ${printable(finding.signature)}, told by ${cost}\n`;
  if (outcome === 'mended') {
    stdout.write(end('MENDED', 0));
    return 0;
  }
  if (outcome === 'still there') {
    const seen = { ...report, findings: replayed.finding === undefined ? [] : [replayed.finding] };
    const block = terminalFindings(seen, { colour: wantsColour(stdout, env), width: columnsOf(stdout, env) });
    stdout.write(`${block}\n${end('STILL THERE', 1)}`);
    return 1;
  }
  stdout.write(
    `${printable(reason ?? 'It was not exercised.')}\n${end('COULD NOT TELL', report.complete ? 3 : 130)}`,
  );
  return report.complete ? 3 : 130;
}
