import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Change, type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { replacementScript } from '../cli/shell-command.ts';
import { blocks } from './markdown.ts';
import { root } from './root.ts';

/** The result of a command from a guide. */
export interface Done {
  readonly status: number | null;
  readonly output: string;
}

/** A reader's folder, in which `npx petstore-conformance` works. The servers that guides name are replaced by `server`. */
export interface Workspace {
  readonly folder: string;
  readonly server: ReferenceServer;
  /** Runs a line from a guide, with base URLs and dates replaced. Exported variables persist. */
  readonly type: (line: string) => Promise<Done>;
  /** Creates a file that a guide shows, with base URLs replaced. */
  readonly put: (name: string, text: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** The key that guides export; every server accepts it. */
const key = 'your-key';

/** Origins that guides name. */
const named = /https?:\/\/(?:localhost:8080|127\.0\.0\.1:8080|[a-z]+\.petstore\.example)(?=\/|\b)/g;

/** Commands that run in this process, because they end quickly on their own. */
const atOnce = /npx petstore-conformance (?!serve|run)|--(?:dry-run|only|no-exhaust|profile gentle)\b/;

/** The length of a window, long enough for a run and short enough for a test. */
const minuteMs = 3_000;

/**
 * Opens a reader's folder with a server that conforms, or that has the defect `change`. If `project` is given, it is a
 * folder in which the package is installed, and commands use the real npx.
 */
export async function openWorkspace(change?: Change, project?: string): Promise<Workspace> {
  const folder = project ?? (await mkdtemp(join(tmpdir(), 'petstore-guide-')));
  const keys = [key, 'local-petstore-key'].map((one) => ({ key: one, plan: 'free' as const }));
  const server = await startReferenceServer({ keys, minuteMs, ...(change === undefined ? {} : { change }) });
  if (project === undefined) await installShim(folder);
  const origin = new URL(server.url).origin;
  let exported = '';
  const type = async (line: string): Promise<Done> => {
    const typed = line
      .replaceAll(named, origin)
      .replace('petstore-conformance serve', '$& --port 0')
      .replace(/(?<=--until )\S+/, tomorrow());
    const done = await bash(`${exported}${typed}`, folder, atOnce.test(line) ? 'here' : 'process');
    if (/^(?:export|set -a) /.test(line)) exported += `${typed}\n`;
    return done;
  };
  const put = (name: string, text: string) => writeFile(join(folder, name), text.replaceAll(named, origin));
  const clear = async () => {
    await server.close();
    if (project === undefined) await rm(folder, { recursive: true, force: true });
  };
  return { folder, server, type, put, clear };
}

/** The exit status of each command in README.md, against a server with the defect that README.md shows. */
export const readmeStatuses: readonly (readonly [begins: string, status: number])[] = [
  ['npx petstore-conformance serve', 0],
  ['PETSTORE_API_KEY=local-petstore-key npx petstore-conformance run', 1],
  ['export PETSTORE_API_KEY', 0],
  ['npx petstore-conformance run --base-url', 1],
];

/** Runs the lines of a guide in order, and expects these statuses. */
export async function expectStatuses(
  { type }: Workspace,
  lines: readonly string[],
  expected: typeof readmeStatuses,
): Promise<void> {
  expect(lines.length).toBe(expected.length);
  for (const [index, [begins, status]] of expected.entries()) {
    const line = lines[index] ?? '';
    expect(line.startsWith(begins), line).toBe(true);
    const done = await type(line);
    expect(done, `${line}\n${done.output}`).toMatchObject({ status });
  }
}

/** Creates last night's report. */
export async function lastNight({ type, folder }: Workspace): Promise<void> {
  const origin = 'http://localhost:8080/v1';
  await type(
    `PETSTORE_API_KEY=your-key npx petstore-conformance run --base-url ${origin} --no-exhaust --reports yesterday --reporter json`,
  );
  await mkdir(join(folder, 'reports'));
  for (const path of ['nightly/2026-11-21/report.json', 'nightly/last.json'])
    await cp(join(folder, 'yesterday/report.json'), join(folder, path));
}

/** Lists the commands in a guide's shell blocks, one per line, in order. */
export function linesOf(text: string): string[] {
  return blocks(text, 'sh').flatMap((block) => block.replaceAll('\\\n', ' ').trim().split('\n'));
}

/** Returns tomorrow's date, because the dates in guides will at some point be in the past. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

/**
 * Sets up what `npm install` would install: the package under its name, and its command on the path. With CARRIED_OUT=here,
 * commands run in this process, except the one that APART names.
 */
export async function installShim(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(root, join(folder, 'node_modules/petstore-conformance'), 'dir');
  await mkdir(join(folder, 'bin'));
  const npx = `#!/usr/bin/env bash
while [ "$1" = --yes ]; do shift; done
case "$1" in petstore-conformance|petstore-conformance@*) shift ;; *) echo "npx $1 does not belong to this project" >&2; exit 127 ;; esac
[ "$CARRIED_OUT" = here ] && [ "$1" != "$APART" ] || exec "${process.execPath}" "${join(root, 'dist/src/bin.js')}" "$@"
${await replacementScript()}
`;
  await writeFile(join(folder, 'bin/npx'), npx);
  await chmod(join(folder, 'bin/npx'), 0o755);
}

/** Runs a script to its end. A command that keeps running, such as `serve`, is stopped once it listens. */
function bash(script: string, folder: string, CARRIED_OUT: 'here' | 'process'): Promise<Done> {
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    detached: true,
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, CARRIED_OUT },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 50_000,
  });
  let output = '';
  let stopped = false;
  const read = (text: string): void => {
    output += text;
    if (stopped || !/Ctrl-C to stop/.test(output) || child.pid === undefined) return;
    stopped = true;
    process.kill(-child.pid, 'SIGINT');
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  return new Promise((resolve) => {
    // The signal may kill the shell itself, so the status depends on the last line of `serve`.
    child.on('close', (status) =>
      resolve({ status: stopped && /^Stopping\.$/m.test(output) ? 0 : status, output }),
    );
  });
}
