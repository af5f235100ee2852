import { readDescription } from '../../config/description.ts';
import type { Settings } from '../../config/settings.ts';
import type { Flags } from '../../config/values.ts';
import type { AddedChecks } from '../../kit/added-checks.ts';
import type { Report } from '../../report/model/report.ts';
import { planLine } from '../../report/plan-words.ts';
import { createProgress, type Progress } from '../../report/terminal/progress.ts';
import type { WaitedFor } from '../../run/wait-until-up.ts';
import { brokenFor } from '../../text/layout.ts';
import { joined, padded, printable, printableWhole, shown } from '../../text/shown.ts';
import { painter, wantsColour } from '../../text/terminal.ts';
import { deliver, prepareReportsFolder } from '../deliver.ts';
import { type ChosenReporter, foldersOf, loadReporters } from '../reporters.ts';
import { readAddedChecks, titlesWith } from '../rows.ts';
import { type RunOrder, readRunOrder } from '../settings.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Watch, watchCommand } from '../watch.ts';

/** `run`: tests one target, writes the report and returns the exit status that the report states. */
export async function run(flags: Flags, surroundings: Surroundings): Promise<number> {
  const added = await readAddedChecks(flags, surroundings);
  const order = await withDescription(readRunOrder(flags, surroundings, added), surroundings);
  if (order.dryRun) return printPlan(order, added, surroundings);
  const reporters = await loadReporters(order.reporters);
  const tell = (text: string): void => {
    if (!order.quiet)
      surroundings.stderr.write(
        shown`${brokenFor(surroundings.stderr, printableWhole(surroundings.redact(text)))}\n`,
      );
  };
  const watched = await watchRun(order, added, surroundings);
  try {
    for (const [folder, files] of foldersOf(reporters)) prepareReportsFolder(folder, files);
    for (const note of order.notes) tell(note);
    const report = await testTarget(order, watched, surroundings, tell);
    const status = await conclude(report, reporters, { ...order, signal: watched.signal }, surroundings);
    return await watched.statusAfter(status);
  } finally {
    await watched.end();
  }
}

/** An order whose description, where it names one, is read. */
async function withDescription(order: RunOrder, surroundings: Surroundings): Promise<RunOrder> {
  const { description, settings } = order;
  const read = await readDescription(description, settings, surroundings);
  return { ...order, settings: { ...settings, ...read } };
}

/** Prints what a run would send, in the order of worth; nothing is sent, and no report is written. */
async function printPlan(
  { settings, target }: RunOrder,
  added: readonly AddedChecks[],
  { stdout, redact }: Surroundings,
): Promise<number> {
  const { dryRun } = await import('../../run/dry-run.ts');
  const given = target.kind === 'given' ? target : { baseUrl: 'http://127.0.0.1/v1', key: 'example-key' };
  const { plan, requests } = await dryRun({ ...settings, baseUrl: given.baseUrl, key: given.key }, added);
  const rows = requests.map(
    ({ requirement: id, title }) => shown`  ${padded(printable(id), 28)} ${printable(redact(title))}\n`,
  );
  stdout.write(shown`${joined(rows, '')}\n${planLine(plan)}\nNothing was sent (--dry-run).\n`);
  return 0;
}

/** Runs against the target that was given, or against the reference server, which is stopped afterwards. */
async function testTarget(
  order: RunOrder,
  watched: Watched,
  surroundings: Surroundings,
  tell: (text: string) => void,
): Promise<Report> {
  const { target } = order;
  if (target.kind === 'given') {
    const { heldMs } = await waitFor(order, target.baseUrl, watched, surroundings);
    return listenTo({ ...order.settings, baseUrl: target.baseUrl, key: target.key }, watched, heldMs);
  }
  const { startEmbedded } = await import('../embedded.ts');
  const embedded = await startEmbedded(order.settings, target.keyUnused);
  surroundings.keepSecret(embedded.settings.key);
  tell(embedded.note);
  try {
    return await listenTo(embedded.settings, watched);
  } finally {
    await embedded.close();
  }
}

/** Waits for the service as long as `--wait-for` allows. That nothing answered is no progress, and is said even where that is not. */
async function waitFor(
  { waitForSeconds, settings }: RunOrder,
  baseUrl: string,
  { signal }: Watched,
  { stderr }: Surroundings,
): Promise<Pick<WaitedFor, 'heldMs'>> {
  if (waitForSeconds === undefined) return {};
  const { waitUntilUp } = await import('../../run/wait-until-up.ts');
  const waited = await waitUntilUp(baseUrl, waitForSeconds, settings, signal);
  if (!waited.up && !signal.aborted)
    stderr.write(
      shown`${brokenFor(stderr, shown`Nothing answered within ${waitForSeconds} s (--wait-for).`)}\n`,
    );
  return waited;
}

/** A run as its user sees it: progress, and a way to stop it. */
interface Watched extends Watch {
  readonly progress: Progress;
  readonly added: readonly AddedChecks[];
}

/** Shows progress on standard error, and heeds signals from before the first request until all is written. */
async function watchRun(
  order: RunOrder,
  added: readonly AddedChecks[],
  surroundings: Surroundings,
): Promise<Watched> {
  const { stderr, env, redact } = surroundings;
  const paint = painter(wantsColour(stderr, env));
  const titleOf = titlesWith(added, redact);
  const progress: Progress = order.quiet ? silent : createProgress({ stream: stderr, env, paint, titleOf });
  const watch = await watchCommand(added, surroundings, () => {
    progress.end();
    stderr.write(shown`Stopping; what was seen is written. Ctrl-C again leaves at once.\n`);
  });
  const end = (): Promise<void> => {
    progress.end();
    return watch.end();
  };
  return { ...watch, progress, added, end };
}

async function listenTo(
  settings: Settings,
  { progress, signal, added }: Watched,
  heldMs?: number,
): Promise<Report> {
  const engine = await import('../../run/run.ts');
  const held = heldMs === undefined ? {} : { heldMs };
  try {
    return await engine.run(settings, { listen: progress.listen, signal, added, ...held });
  } finally {
    progress.end();
  }
}

const silent: Progress = { listen: () => {}, end: () => {} };

/** Writes and prints the report; 3 where the run went well and one that was asked for could not be written. */
async function conclude(
  report: Report,
  reporters: readonly ChosenReporter[],
  { quiet, signal }: Pick<RunOrder, 'quiet'> & Pick<Watched, 'signal'>,
  surroundings: Surroundings,
): Promise<number> {
  const { exitStatus } = report.verdict;
  const well = await deliver(report, reporters, { quiet, signal }, surroundings);
  return well || exitStatus !== 0 ? exitStatus : 3;
}
