// @module-tag extended
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unmet } from '../../../src/checks/expectations.ts';
import type { CheckOrRule, EveryResponse } from '../../../src/checks/vocabulary.ts';
import { suites } from '../../../suites/index.ts';
import { command, start, temporaryFolder } from '../command.ts';
import { carryOut } from '../in-process.ts';

/** Replaces the kit's checks with changed ones for one test. */
function changeKit(change: (member: CheckOrRule) => readonly CheckOrRule[]): void {
  for (const suite of suites) {
    const { checks } = suite;
    Object.assign(suite, { checks: checks.flatMap(change) });
    onTestFinished(() => {
      Object.assign(suite, { checks });
    });
  }
}

/** Changes the rule on the media type of lists. */
function changeRule(judge: EveryResponse['judge']): void {
  changeKit((member) => [
    member.requirement === 'list.media-type' && member.kind === 'everyResponse'
      ? { ...member, judge }
      : member,
  ]);
}

it('finds the named defect and exits with status 0', async () => {
  const { status, stdout, stderr } = await command([
    'gallery',
    '--only',
    'error-status-other,token-bucket,plan-one-less',
  ]);
  expect(stderr).toBe('Running the kit against 3 servers, in virtual time.\n');
  expect(stdout).toMatch(/^ {2}errors\.status +1 defect: error-status-other$/m);
  expect(stdout).toMatch(/^ {2}headers\.plan +1 defect: plan-one-less$/m);
  expect(stdout).toMatch(/^ {2}token-bucket +passes$/m);
  expect(stdout).toMatch(
    /\nRequests sent while rate-limited: 0\ndefects found 2\/2 at the right requirements\nlegal variants passed 1\/1\n$/,
  );
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(status).toBe(0);
});

it('accepts patterns, and has the same content as JSON', async () => {
  const { status, stdout } = await carryOut(['gallery', '--only', 'list-empty-*', '--json']);
  const output = JSON.parse(stdout);
  expect(output.entries.map(({ id }: { id: string }) => id)).toEqual(['list-empty-204', 'list-empty-null']);
  expect(output.entries[0]).toEqual({
    kind: 'defect',
    id: 'list-empty-204',
    expected: ['list.ok'],
    found: ['list.ok'],
    complaints: [],
  });
  expect(output).toMatchObject({ defects: { good: 2, all: 2 }, whileLimited: 0 });
  expect(status).toBe(0);
});

it('exits with status 1 if a defect is missed, with the expected and the actual failures', async () => {
  changeKit((member) => (member.requirement === 'errors.status' ? [] : [member]));
  const { status, stdout } = await carryOut(['gallery', '--only', 'error-status-other']);
  expect(stdout).toMatch(/FAIL defect error-status-other: Sends a 401 whose status member is 400\n/);
  expect(stdout).toMatch(
    /^ +expected +errors\.status\n +received +nothing\. All tested requirements passed; 1\n +required requirement was not tested:\n +errors\.status \(no response was relevant\)\.$/m,
  );
  expect(stdout).toMatch(/defects found 0\/1 at the right requirements\nlegal variants passed 0\/0\n$/);
  expect(status).toBe(1);
});

it('exits with status 1 if a conforming server fails', async () => {
  changeRule(() => unmet('another list', 'this one', 'it is not to our taste'));
  const { status, stdout } = await carryOut(['gallery', '--only', 'token-bucket']);
  expect(stdout).toMatch(/FAIL variant token-bucket/);
  expect(stdout).toMatch(/expected +a legal server passes\n +received +list\.media-type \(/);
  expect(stdout).toMatch(/legal variants passed 0\/1\n$/);
  expect(status).toBe(1);
});

it('exits with status 1 on an internal error', async () => {
  changeRule(() => {
    throw new Error('no such thing');
  });
  const { status, stdout } = await carryOut(['gallery', '--only', 'token-bucket']);
  expect(stdout).toMatch(/expected +no internal error of the kit\n +received +(.|\n)*no such thing/);
  expect(status).toBe(1);
});

it('stops on Ctrl-C without writing a page, and exits with status 130', async () => {
  const page = join(await temporaryFolder(), 'page.md');
  const { child, saw, ended } = start(['gallery', '--write', page]);
  await saw(/Running the kit/, 'stderr');
  child.kill('SIGINT');
  const { status, stdout, stderr } = await ended;
  expect(stderr).toMatch(/Interrupted after \d+ of \d+\.\n$/);
  expect(stdout).toBe('');
  expect(existsSync(page)).toBe(false);
  expect(status).toBe(130);
});
