import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/report/model/report.ts';
import { trialKey } from '../gallery/trial.ts';

/** How a run against one target ended, and its report.json, which must exist. */
export type CommandRun<End extends CommandEnd = CommandEnd> = End & { readonly report: Report };

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

/** Options of every run, unless a target overrides them. With these options, no run waits for a minute. */
const standing = { '--timeout': 20, '--max-wait': 5 };

/** Returns the longest duration that the options allow, in seconds: --timeout per request, and --max-wait in total. */
export function boundOf({ configuration, requests }: Report): number {
  return requests.total * configuration.timeoutSeconds + configuration.maxWaitSeconds;
}

/** Tests a target with the command. `args` are additional options. */
export async function runCommandOn<End extends CommandEnd>(
  url: string,
  args: readonly string[],
  command: RunCommand<End>,
): Promise<CommandRun<End>> {
  const reports = await mkdtemp(join(tmpdir(), 'petstore-hostile-'));
  try {
    const ended = await command(
      ['run', '--base-url', url, '--reports', reports, '--no-exhaust', ...besides(args), ...args],
      { PETSTORE_API_KEY: trialKey },
    );
    const report = await readFile(join(reports, 'report.json'), 'utf8').catch(() => {
      throw new Error(`no report.json; exit status ${ended.status}, stderr: ${ended.stderr}`);
    });
    return { ...ended, report: JSON.parse(report) as Report };
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

/** Returns the complaints about a process that do not depend on its target. */
export function complaintsAbout({ status, stdout, stderr, report }: CommandRun): string[] {
  const { exitStatus } = report.verdict;
  return [
    ...(status === exitStatus ? [] : [`exit status ${status}, but report.json says ${exitStatus}`]),
    ...(/^\s+at .*:\d+:\d+\)?$/m.test(stdout + stderr) ? ['the output has a stack trace'] : []),
  ];
}

/** Returns the usual options that `named` does not override. */
function besides(named: readonly string[]): string[] {
  return Object.entries(standing).flatMap(([option, value]) =>
    named.includes(option) ? [] : [option, String(value)],
  );
}

/** Returns the requirements that failed in a report, but not those that only warned. */
export function violatedRequirements({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
}
