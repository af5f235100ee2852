import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import type { Report } from '../../src/report/model/report.ts';
import type { Ended } from './command.ts';
import { carryOut } from './in-process.ts';

const key = 'test-Key_0123456789-xyz';
export const env = { PETSTORE_API_KEY: key };

/** Starts a server with a large quota and the named defects. The server runs until the end of the test or the suite. */
export async function startService(
  defect: string | readonly string[] = [],
  atTheEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<ReferenceServer> {
  const change = [defect].flat().map((named) => {
    const found = defects.find(({ id }) => id === named);
    if (found === undefined) throw new Error(`the gallery has no defect ${named}`);
    return found.change;
  });
  const keys = [{ key, plan: 'business' as const }];
  // Several runs within a minute send more requests without the key than plan Free allows.
  const anonymous = { minute: 1_000, day: 100_000 };
  const server = await startReferenceServer({ keys, change, anonymous });
  atTheEnd(() => server.close());
  return server;
}

/** Starts a server that never responds. */
export async function silentServer(): Promise<{ readonly url: string; readonly asked: Promise<void> }> {
  const server = createServer();
  const asked = new Promise<void>((resolve) => server.once('request', () => resolve()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

/** Makes a short run that skips the proof of the limit and writes its reports into `folder`. */
export function runInto(folder: string, { url }: ReferenceServer, ...more: string[]): Promise<Ended> {
  const few = ['--no-exhaust'];
  const args = ['run', '--base-url', url, ...few, '--quiet', '--reports', folder, ...more];
  return carryOut(args, { env, cwd: folder });
}

export async function readReport(folder: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
}

/** Writes a changed copy of a JSON file and returns its path. */
export async function changedCopy<Document>(
  path: string,
  copy: string,
  change: (document: Document) => unknown,
): Promise<string> {
  await writeFile(copy, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8'))), null, 2));
  return copy;
}

/** Expects a usage error: a sentence on stderr, status 2, no stack trace and nothing on stdout. */
export function expectRefused({ status, stdout, stderr }: Ended, says: RegExp): void {
  expect([status, stdout], stderr).toEqual([2, '']);
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/\n {4}at /);
}

/** Invalid report.json files and their error messages. */
export const wrongReports: readonly (readonly [
  what: string,
  change: (text: string) => string,
  says: RegExp,
])[] = [
  [
    'cut short',
    (text) => text.slice(0, 900),
    /not valid JSON \(line \d+, column \d+: .+\. Pass a report\.json/,
  ],
  ['invalid JSON', (text) => text.replace('"kit":', '"kit";'), /not valid JSON \(line 4, column \d+: /],
  ['empty', () => '', /not valid JSON \(line 1, column 1: The text is empty/],
  ['not a report', () => '{"format":"other"}', /not a report of this kit/],
  [
    'in a newer format',
    (text) => text.replace('"formatVersion": 3', '"formatVersion": 9'),
    /version 9, but this kit reads version 3\. Use the version of the kit that wrote it, or write it again/,
  ],
  [
    'in an older format',
    (text) => text.replace('"formatVersion": 3', '"formatVersion": 1'),
    /version 1, but this kit reads version 3\. /,
  ],
  [
    'inconsistent with its schema',
    (text) => text.replace('"runMark"', '"mark"'),
    /does not match its schema/,
  ],
];
