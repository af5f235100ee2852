import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { XmlDocument } from 'libxml2-wasm';
import { expect } from 'vitest';
import type { Report } from '../../src/report/model/report.ts';
import { launch } from '../cli/command.ts';
import { compileReportSchema } from '../report/report-schema.ts';
import type { Interruption } from './cases.ts';
import { env, type Fixtures, key } from './fixtures.ts';

const validate = compileReportSchema();

/** The result of an interrupted command. */
export interface Interrupted {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether the command was still in progress when the signal was sent. */
  readonly wasRunning: boolean;
  /** How long the command took to end after the signal, in ms. */
  readonly tookMs: number;
}

/** Starts the command, interrupts it, and checks its status and every file that it wrote. */
export async function tryInterruption(interruption: Interruption, fixtures: Fixtures): Promise<Interrupted> {
  const { args, afterMs, milestone, signal, twice } = interruption;
  const cwd = await mkdtemp(join(fixtures.folder, 'case-'));
  const { child, ended, saw } = launch(args(fixtures), { cwd, env });
  if (milestone !== undefined) await saw(milestone, 'stderr');
  await Promise.race([sleep(afterMs), ended]);
  const sentAt = performance.now();
  const wasRunning = child.kill(signal);
  if (twice) {
    await sleep(30);
    child.kill(signal);
  }
  const { status, stdout, stderr } = await ended;
  const tookMs = performance.now() - sentAt;
  expect(stdout + stderr, 'the key on a stream').not.toContain(key);
  expect(stderr).not.toMatch(/bug in the kit|ended before the command/);
  const report = checkReports(join(cwd, 'reports'));
  if (wasRunning) checkStatus(interruption, { status, signal: child.signalCode, report });
  return { status, signal: child.signalCode, wasRunning, tookMs };
}

function checkStatus(
  { signal, twice, args }: Interruption,
  ended: { status: number | null; signal: NodeJS.Signals | null; report: Report | undefined },
): void {
  const { status, report } = ended;
  // No status means that the signal itself killed the process: no report had been begun, or all reports had been written.
  if (status === null) {
    // After a second signal, the process does not wait for a write in progress, but kills itself with SIGINT.
    expect(twice ? ['SIGINT', signal] : [signal]).toContain(ended.signal);
    return;
  }
  if (twice && status === 130) return;
  const [command] = args({} as Fixtures);
  if (command === 'run') {
    if (report === undefined) throw new Error(`status ${status} without a report`);
    expect(status).toBe(report.verdict.exitStatus);
    expect(report.complete).toBe(status !== 130);
    return;
  }
  // The command may have finished before the signal arrived.
  expect([130, command === 'replay' ? 1 : 0]).toContain(status);
}

/**
 * Checks that all files are complete, and that none is temporary or contains the key. Returns the report, if there is one.
 */
function checkReports(folder: string): Report | undefined {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  expect(
    files.filter((name) => name.endsWith('.tmp')),
    'temporary files',
  ).toEqual([]);
  let report: Report | undefined;
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text, `the key in ${name}`).not.toContain(key);
    if (name === 'report.json') {
      report = JSON.parse(text);
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    } else if (name.endsWith('.har')) JSON.parse(text);
    else if (name.endsWith('.xml')) XmlDocument.fromString(text).dispose();
    else if (name.endsWith('.html')) expect(text.trimEnd()).toMatch(/<\/html>$/);
    else expect(text).toMatch(/\n$/);
  }
  return report;
}
