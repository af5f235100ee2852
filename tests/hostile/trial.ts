import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/report/model/report.ts';
import { testKey } from '../support/run-against.ts';
import type { Behavior } from './behavior.ts';
import type { HostileTarget } from './raw-server.ts';

/** How a run against one target ended. */
export interface Trial extends CommandEnd {
  /** From report.json, which must exist. */
  readonly report: Report;
  /** What the target reports about the requests. */
  readonly complaint: string | undefined;
}

export interface CommandEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command. */
export type RunCommand<End extends CommandEnd> = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => Promise<End>;

/** Options of every run, unless a target overrides them. Nothing here waits for a minute. */
const standing = { '--timeout': 20, '--max-wait': 5, '--shrink-requests': 0, '--payloads': 8 };

/** Returns the longest duration that the options allow, in seconds: --timeout per request, and --max-wait in total. */
export function boundOf({ configuration, requests }: Report): number {
  return requests.total * configuration.timeoutSeconds + configuration.maxWaitSeconds;
}

/** Starts the target, tests it with the command, and stops it. */
export async function trial<End extends CommandEnd>(
  { id, start, args = [] }: Behavior,
  command: RunCommand<End>,
): Promise<Trial & End> {
  const reports = await mkdtemp(join(tmpdir(), 'petstore-hostile-'));
  const target = await start();
  try {
    const ended = await command(
      ['run', '--base-url', target.url, '--reports', reports, '--no-exhaust', ...besides(args), ...args],
      { PETSTORE_API_KEY: testKey },
    );
    const report = await readFile(join(reports, 'report.json'), 'utf8').catch(() => {
      throw new Error(`${id}: no report.json; exit status ${ended.status}, stderr: ${ended.stderr}`);
    });
    return { ...ended, report: JSON.parse(report) as Report, complaint: complaintOf(target) };
  } finally {
    await target.close();
    await rm(reports, { recursive: true, force: true });
  }
}

function complaintOf({ complaint }: HostileTarget): string | undefined {
  return complaint?.();
}

/** Returns the usual options that `named` does not override. */
function besides(named: readonly string[]): string[] {
  return Object.entries(standing).flatMap(([option, value]) =>
    named.includes(option) ? [] : [option, String(value)],
  );
}

/** Returns the requirements that a report calls violated, without warnings. */
export function violatedRequirements({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
}
