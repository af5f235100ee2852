import type { AddedChecks } from '../../checks/added-checks.ts';
import { readDescription } from '../../config/description.ts';
import type { Settings } from '../../config/settings.ts';
import type { Flags } from '../../config/values.ts';
import type { Report } from '../../report/model/report.ts';
import { planLine } from '../../report/plan-words.ts';
import { createProgress, type Progress } from '../../report/terminal/progress.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { brokenFor } from '../../text/layout.ts';
import { joined, padded, printable, printableWhole, shown } from '../../text/shown.ts';
import { painter, wantsColour } from '../../text/terminal.ts';
import { statusOf } from '../deliver.ts';
import { loadReporters, prepareReports } from '../reporters.ts';
import { readAddedChecks, titlesWith } from '../rows.ts';
import { type RunOrder, readRunOrder } from '../settings.ts';
import type { Surroundings } from '../surroundings.ts';
import { watchCommand } from '../watch.ts';

/** `run`: tests one target, writes the report and returns the exit status that the report states. */
export async function run(flags: Flags, surroundings: Surroundings): Promise<number> {
  const { stderr, env, redact } = surroundings;
  const added = await readAddedChecks(flags, surroundings);
  const read = readRunOrder(flags, surroundings, added);
  const description = await readDescription(read.description, read.settings, surroundings);
  const order = { ...read, settings: { ...read.settings, ...description } };
  if (order.dryRun) return printPlan(order, added, surroundings);
  const reporters = await loadReporters(order.reporters);
  const tell = (text: string): void => {
    if (!order.quiet) stderr.write(shown`${brokenFor(stderr, printableWhole(redact(text)))}\n`);
  };
  const paint = painter(wantsColour(stderr, env));
  const titleOf = titlesWith(added, redact);
  const progress: Progress = order.quiet ? silent : createProgress({ stream: stderr, env, paint, titleOf });
  // Signals are heeded from before the first request until all is written.
  const watch = await watchCommand(added, surroundings, () => {
    progress.end();
    stderr.write(shown`Stopping; what was seen is written. Ctrl-C again leaves at once.\n`);
  });
  try {
    prepareReports(reporters);
    for (const note of order.notes) tell(note);
    const report = await testTarget(order, { progress, added, signal: watch.signal, tell }, surroundings);
    return await watch.statusAfter(
      await statusOf(report, reporters, { quiet: order.quiet, signal: watch.signal }, surroundings),
    );
  } finally {
    progress.end();
    await watch.end();
  }
}

const silent: Progress = { listen: () => {}, end: () => {} };

/** Prints what a run would send, in the order of worth; nothing is sent, and no report is written. */
async function printPlan(
  { settings, target }: RunOrder,
  added: readonly AddedChecks[],
  { stdout, redact }: Surroundings,
): Promise<number> {
  const { dryRun } = await import('../../engine/plan.ts');
  const { baseUrl, key } =
    target.kind === 'given' ? target : { baseUrl: 'http://127.0.0.1/v1', key: 'example-key' };
  const { plan, requests } = await dryRun({ ...settings, baseUrl, key }, added);
  const rows = requests.map(
    ({ requirement: id, title }) => shown`  ${padded(printable(id), 28)} ${printable(redact(title))}\n`,
  );
  stdout.write(shown`${joined(rows, '')}\n${planLine(plan)}\nNothing was sent (--dry-run).\n`);
  return 0;
}

/** A run as its user sees it: progress, and a way to stop it. */
interface Watched {
  readonly progress: Progress;
  readonly added: readonly AddedChecks[];
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Runs against the target that was given, or against the reference server, which is stopped afterwards. */
async function testTarget(order: RunOrder, watched: Watched, surroundings: Surroundings): Promise<Report> {
  const { target, settings } = order;
  if (target.kind === 'given') {
    const { baseUrl, key } = target;
    const heldMs = await waitFor(order, baseUrl, watched.signal, surroundings);
    return listenTo({ ...settings, baseUrl, key }, watched, heldMs);
  }
  const { startEmbedded } = await import('../embedded.ts');
  const embedded = await startEmbedded(settings, target.keyUnused);
  surroundings.keepSecret(embedded.settings.key);
  watched.tell(embedded.note);
  try {
    return await listenTo(embedded.settings, watched);
  } finally {
    await embedded.close();
  }
}

async function listenTo(
  settings: Settings,
  { progress: { listen, end }, signal, added }: Watched,
  heldMs?: number,
): Promise<Report> {
  const engine = await import('../../engine/run.ts');
  try {
    return await engine.run(settings, { listen, signal, added, ...definedOnly({ heldMs }) });
  } finally {
    end();
  }
}

/**
 * Waits for the service as long as `--wait-for` allows. That nothing answered is no progress, and is said even where that is
 * not. Returns how long it asked not to be asked, in ms.
 */
async function waitFor(
  { waitForSeconds, settings }: RunOrder,
  baseUrl: string,
  signal: AbortSignal,
  { stderr }: Surroundings,
): Promise<number | undefined> {
  if (waitForSeconds === undefined) return undefined;
  const { waitUntilUp } = await import('../../engine/preflight.ts');
  const waited = await waitUntilUp(baseUrl, waitForSeconds, settings, signal);
  if (!waited.up && !signal.aborted)
    stderr.write(
      shown`${brokenFor(stderr, shown`Nothing answered within ${waitForSeconds} s (--wait-for).`)}\n`,
    );
  return waited.heldMs;
}
