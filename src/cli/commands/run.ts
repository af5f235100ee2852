import { randomBytes } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { AddedChecks } from '../../checks/custom-checks.ts';
import { readDescription } from '../../config/description.ts';
import type { Settings } from '../../config/settings.ts';
import type { Flags } from '../../config/values.ts';
import type { RunContext } from '../../engine/session.ts';
import type { Report } from '../../report/model/report.ts';
import { planLine } from '../../report/plan-words.ts';
import { createProgress, type Progress } from '../../report/terminal/progress.ts';
import { type Output, painter, wantsColor } from '../../text/output.ts';
import { joined, padded, printable, shown } from '../../text/shown.ts';
import { enterpriseLimits } from '../commands.ts';
import { type Environment, notesTo } from '../environment.ts';
import { interruptible } from '../exit.ts';
import { deliveredStatus, prepareReports, readReporters } from '../reporting.ts';
import { readAddedChecks } from '../requirements.ts';
import { type RunOrder, readRunOrder } from '../settings.ts';

type Watched = RunContext & { readonly signal: AbortSignal };

/** `run`: tests a target, writes the reports and returns the exit status of the verdict. */
export async function run(flags: Flags, environment: Environment): Promise<number> {
  const added = await readAddedChecks(flags, environment);
  const read = readRunOrder(flags, environment, added);
  const reporters = await readReporters(read.reporter, read.reports, environment.env);
  const settings: Settings = {
    ...read.settings,
    ...(await readDescription(read.description, read.settings)),
    ...(reporters.some(({ name }) => name === 'har') ? { keepExchanges: true } : {}),
  };
  const order: RunOrder = { ...read, settings };
  const { quiet, verbose } = order;
  if (order.dryRun) return printPlan(order, added, environment);
  const note = notesTo(environment, quiet);
  const act = async (context: Watched, end: () => void) => {
    prepareReports(reporters);
    order.notes.forEach(note);
    const report = await testTarget(order, note, context, environment);
    end();
    sayUntested(report, environment);
    const inputs = order.accepted === undefined ? [] : [order.accepted];
    const delivery = { quiet, verbose, inputs, signal: context.signal };
    return deliveredStatus(report, reporters, delivery, environment);
  };
  return withProgress(quiet, added, environment, act);
}

/**
 * Says on stderr why nothing could be tested, even with --quiet, because a job may send stdout to a file that no one
 * reads. If both streams go to the same log, the report in that log already gives the reason.
 */
function sayUntested({ verdict }: Report, environment: Environment): void {
  const { stdout, stderr } = environment;
  if (verdict.outcome !== 'no verdict' || stdout.isTTY || isOneLog(stdout, stderr)) return;
  notesTo(environment)(`petstore-conformance: ${verdict.sentence}`);
}

/** Checks whether both streams are the same file or pipe. */
function isOneLog(one: Output, other: Output): boolean {
  if (one.fd === undefined || other.fd === undefined) return false;
  const [a, b] = [fstatSync(one.fd), fstatSync(other.fd)];
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * Runs `act` with progress on stderr until `act` calls `end`. Each run that `act` starts gets its own progress line. A stop
 * signal aborts the `AbortSignal` that `act` gets.
 */
export function withProgress(
  quiet: boolean,
  added: readonly AddedChecks[],
  environment: Environment,
  act: (context: Watched, end: () => void) => Promise<number>,
): Promise<number> {
  const { stderr, env } = environment;
  const create = (): Progress =>
    quiet
      ? { listen: () => {}, end: () => {} }
      : createProgress({ stream: stderr, env, paint: painter(wantsColor(stderr, env)) });
  let progress = create();
  let isOver = false;
  const end = (): void => progress.end();
  const listen: Progress['listen'] = (event) => {
    if (isOver && event.type === 'plan') progress = create();
    isOver = event.type === 'finished';
    progress.listen(event);
  };
  return interruptible(environment, (given) => act({ ...given, listen, added }, end).finally(end), end);
}

/** Prints the requests of a run by priority. Sends nothing and writes no report. */
async function printPlan(
  { settings }: RunOrder,
  added: readonly AddedChecks[],
  { stdout }: Environment,
): Promise<number> {
  const { dryRun } = await import('../../engine/plan.ts');
  const { plan, requests } = await dryRun(settings, added);
  const lines = requests.map(
    ({ requirement: id, title }) => shown`  ${padded(printable(id), 28)} ${printable(title)}\n`,
  );
  stdout.write(shown`${joined(lines, '')}\n${planLine(plan)}\nNothing was sent (--dry-run).\n`);
  return 0;
}

/** Tests the given target, after waiting for it if `--wait-for` is set. Without a target, tests the reference server. */
async function testTarget(
  { settings, embedded }: RunOrder,
  note: (text: string) => void,
  context: Watched,
  environment: Environment,
): Promise<Report> {
  if (embedded !== undefined) return testEmbedded(settings, embedded, note, context, environment.keepSecret);
  const waited = await contextAfterWaiting(settings, context.signal, environment);
  const engine = await import('../../engine/run.ts');
  return engine.run(settings, { ...context, ...waited });
}

/** Waits for a target as `--wait-for` says. Returns the context of the run that follows. */
export async function contextAfterWaiting(
  settings: Settings,
  signal: AbortSignal,
  environment: Pick<Environment, 'stderr'>,
): Promise<Pick<RunContext, 'heldMs' | 'untestable'>> {
  const { waitForSeconds } = settings;
  if (waitForSeconds === undefined) return {};
  const { waitUntilReady } = await import('../../engine/ready.ts');
  const { unready, ...context } = await waitUntilReady(settings, signal);
  // This note appears even with --quiet, because it explains the verdict.
  if (unready !== undefined)
    notesTo(environment)(
      `The target was not ready within ${waitForSeconds} s (--wait-for): GET /categories returned ${unready}. The run starts anyway.`,
    );
  return context;
}

/**
 * The length of a rate-limit window of the reference server, in ms. It is short, because a run waits for the end of a
 * window.
 */
const embeddedMinuteMs = 4_000;
const embeddedDayMs = 600_000;

/** Tests the reference server in this process, with a generated key. */
async function testEmbedded(
  settings: Settings,
  { keyUnused, because }: NonNullable<RunOrder['embedded']>,
  note: (text: string) => void,
  context: Watched,
  keepSecret: Environment['keepSecret'],
): Promise<Report> {
  const { startReferenceServer } = await import('../../../reference-server/index.ts');
  const engine = await import('../../engine/run.ts');
  const { plan = 'free' } = settings;
  const key = randomBytes(24).toString('base64url');
  keepSecret(key);
  const server = await startReferenceServer({
    keys: [{ key, plan }],
    plans: { enterprise: enterpriseLimits },
    minuteMs: embeddedMinuteMs,
    dayMs: embeddedDayMs,
  });
  // Without this note, users could believe that their own server was tested.
  note(
    `${because}: testing the kit's reference server at ${server.url} ` +
      `(plan ${plan}, with a rate-limit window of ${embeddedMinuteMs / 1_000} s${keyUnused ? '; PETSTORE_API_KEY is not used' : ''}).`,
  );
  try {
    return await engine.run({ ...settings, baseUrl: server.url, key, plan }, context);
  } finally {
    await server.close();
  }
}
