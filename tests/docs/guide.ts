import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Change, type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { standIn } from '../cli/behind-shell.ts';
import { blocks, root } from './markdown.ts';

/** What a command of a guide did. */
export interface Done {
  readonly status: number | null;
  readonly output: string;
}

/** A folder as a reader has it: `npx petstore-conformance` works there, and the services that guides name are this server. */
export interface Desk {
  readonly folder: string;
  readonly server: ReferenceServer;
  /** Runs a line as it stands in a guide, but for addresses and days; what is exported lives on. */
  readonly type: (line: string) => Promise<Done>;
  readonly clear: () => Promise<void>;
}

/** The key that guides export, which every service of theirs takes. */
const key = 'your-key';

/** Addresses that guides name. */
const named = /https?:\/\/(?:localhost:8080|127\.0\.0\.1:8080|[a-z]+\.petstore\.example)(?=\/|\b)/g;

/** Commands that wait for nothing and end by themselves: they are carried out in this process. */
const atOnce = /npx petstore-conformance (?!serve|run)|--(?:dry-run|only|no-exhaust|profile gentle)\b/;

/** A window long enough for a run, and short enough for a test. */
const minuteMs = 3_000;

/** A reader's desk, with a service that is broken as `change` says, or that keeps the specification. */
export async function openDesk(change?: Change): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-guide-'));
  const keys = [key, 'local-petstore-key'].map((one) => ({ key: one, plan: 'free' as const }));
  const server = await startReferenceServer({ keys, minuteMs, ...(change === undefined ? {} : { change }) });
  await installShim(folder);
  const origin = new URL(server.url).origin;
  let exported = '';
  const type = async (line: string): Promise<Done> => {
    const typed = line
      .replaceAll(named, origin)
      .replace('petstore-conformance serve', '$& --port 0')
      .replace(/(?<=--expires )\S+/, tomorrow());
    const done = await bash(`${exported}${typed}`, folder, atOnce.test(line) ? 'here' : 'process');
    if (line.startsWith('export ')) exported += `${line}\n`;
    return done;
  };
  const clear = async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, server, type, clear };
}

/** The commands of a guide's blocks for a shell, one a line, in order. */
export function linesOf(text: string): string[] {
  return blocks(text, 'sh').flatMap((block) => block.replaceAll('\\\n', ' ').trim().split('\n'));
}

/** A day of a guide is over some day. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

/** What `npm install` would put there: the package under its name, and its command on the path. */
async function installShim(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(root, join(folder, 'node_modules/petstore-conformance'), 'dir');
  await mkdir(join(folder, 'bin'));
  const npx = `#!/usr/bin/env bash
while [ "$1" = --yes ]; do shift; done
case "$1" in petstore-conformance|petstore-conformance@*) shift ;; *) echo "npx $1 is not of this project" >&2; exit 127 ;; esac
[ "$CARRIED_OUT" = here ] || exec "${process.execPath}" "${join(root, 'dist/src/bin.js')}" "$@"
${await standIn()}
`;
  await writeFile(join(folder, 'bin/npx'), npx);
  await chmod(join(folder, 'bin/npx'), 0o755);
}

/** Runs a script to its end; what does not end by itself, such as `serve`, is stopped when it says that it listens. */
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
  const heed = (text: string): void => {
    output += text;
    if (stopped || !/Ctrl-C to stop/.test(output) || child.pid === undefined) return;
    stopped = true;
    process.kill(-child.pid, 'SIGINT');
  };
  child.stdout.setEncoding('utf8').on('data', heed);
  child.stderr.setEncoding('utf8').on('data', heed);
  return new Promise((resolve) => {
    // The shell itself may go by the signal, and `serve` says that it went in order.
    child.on('close', (status) =>
      resolve({ status: stopped && /^Stopping\.$/m.test(output) ? 0 : status, output }),
    );
  });
}
