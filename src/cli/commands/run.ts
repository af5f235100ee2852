import { setMaxListeners } from 'node:events';
import type { Report } from '../../model/report.ts';
import type { Settings } from '../../model/settings.ts';
import { painter, wantsColour } from '../../report/colour.ts';
import { printable } from '../../report/escape.ts';
import { writeReportJson } from '../../report/json.ts';
import { brokenFor } from '../../report/layout.ts';
import { planLine } from '../../report/plan-words.ts';
import { createProgress, type Progress } from '../../report/progress.ts';
import { terminalReport } from '../../report/terminal.ts';
import { isRequirementId, requirement } from '../../spec/ledger.ts';
import type { Flags } from '../option-values.ts';
import { quoted } from '../quoted.ts';
import { prepareReportsFolder } from '../reports-folder.ts';
import { type RunOrder, readRunOrder } from '../settings.ts';
import { onStopSignal } from '../signals.ts';
import type { Surroundings } from '../surroundings.ts';
import { fileReason } from '../usage-error.ts';

/** `run`: tests one target, writes the report and returns the exit status that the report states. */
export async function run(flags: Flags, surroundings: Surroundings): Promise<number> {
  const order = readRunOrder(flags, surroundings);
  if (order.dryRun) return printPlan(order, surroundings);
  prepareReportsFolder(order.reports);
  const tell = (text: string): void => {
    if (!order.quiet)
      surroundings.stderr.write(`${brokenFor(surroundings.stderr, surroundings.redact(text))}\n`);
  };
  for (const note of order.notes) tell(note);
  const report = await testTarget(order, surroundings, tell);
  return conclude(report, order, surroundings);
}

/** Prints what a run would send, in the order of worth; nothing is sent, and no report is written. */
async function printPlan({ settings, target }: RunOrder, { stdout }: Surroundings): Promise<number> {
  const { dryRun } = await import('../../run/dry-run.ts');
  const given = target.kind === 'given' ? target : { baseUrl: 'http://127.0.0.1/v1', key: 'example-key' };
  const { plan, requests } = await dryRun({ ...settings, baseUrl: given.baseUrl, key: given.key });
  const rows = requests.map(({ requirement: id, title }) => `  ${id.padEnd(28)} ${printable(title)}\n`);
  stdout.write(`${rows.join('')}\n${planLine(plan)}\nNothing was sent (--dry-run).\n`);
  return 0;
}

/** Runs against the target that was given, or against the reference server, which is stopped afterwards. */
async function testTarget(
  order: RunOrder,
  surroundings: Surroundings,
  tell: (text: string) => void,
): Promise<Report> {
  const { target } = order;
  if (target.kind === 'given') {
    return listenTo({ ...order.settings, baseUrl: target.baseUrl, key: target.key }, order, surroundings);
  }
  const { startEmbedded } = await import('../embedded.ts');
  const embedded = await startEmbedded(order.settings, target.keyUnused);
  surroundings.keepSecret(embedded.settings.key);
  tell(embedded.note);
  try {
    return await listenTo(embedded.settings, order, surroundings);
  } finally {
    await embedded.close();
  }
}

/** The run itself, with progress on standard error and a way to stop it. */
async function listenTo(settings: Settings, order: RunOrder, { stderr, env }: Surroundings): Promise<Report> {
  const paint = painter(wantsColour(stderr, env));
  const titleOf = (id: string): string => (isRequirementId(id) ? requirement(id).title : id);
  const progress: Progress = order.quiet ? silent : createProgress({ stream: stderr, paint, titleOf });
  const abort = new AbortController();
  // Each request under way listens to it.
  setMaxListeners(0, abort.signal);
  const stopListening = onStopSignal(() => {
    progress.end();
    stderr.write('Stopping; what was seen is written. Ctrl-C again leaves at once.\n');
    abort.abort(new Error('the run was interrupted'));
  });
  try {
    const engine = await import('../../run/run.ts');
    return await engine.run(settings, { listen: progress.listen, signal: abort.signal });
  } finally {
    progress.end();
    stopListening();
  }
}

const silent: Progress = { listen: () => {}, end: () => {} };

/** Writes report.json, prints the report, and says so where the file could not be written. */
async function conclude(
  report: Report,
  order: RunOrder,
  { stdout, stderr, env, redact }: Surroundings,
): Promise<number> {
  const { exitStatus } = report.verdict;
  const written = await writeReportJson(report, order.reports).catch(
    (error: unknown) => new Error(fileReason(error)),
  );
  const text = terminalReport(report, {
    colour: wantsColour(stdout, env),
    width: stdout.columns ?? 80,
    quiet: order.quiet,
    ...(typeof written === 'string' ? { reportPath: redact(written) } : {}),
  });
  stdout.write(text);
  if (typeof written === 'string') return exitStatus;
  const folder = redact(quoted(order.reports));
  stderr.write(`petstore-conformance: report.json could not be written to ${folder}: ${written.message}.\n`);
  return exitStatus === 0 ? 3 : exitStatus;
}
