import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type RunOptions, run, UsageError } from 'petstore-conformance';
import { describe, expect, it } from 'vitest';

const key = 'test-Key_0123456789-xyz';
const good = { baseUrl: 'http://127.0.0.1:1/v1', key };

const wrongReport = { format: 'petstore-conformance/report', formatVersion: 3 };

const wrong: readonly (readonly [what: string, options: unknown, says: RegExp])[] = [
  ['no options', undefined, /^run needs an object with baseUrl, key/],
  ['no base URL', { key }, /^options\.baseUrl is missing/],
  ['no key', { baseUrl: good.baseUrl }, /^options\.key is missing/],
  ['an unknown option', { ...good, maxRequest: 3 }, /^unknown option "maxRequest"\.$/],
  ['a number as a string', { ...good, maxRequests: '3' }, /maxRequests must be a number, not a string\.$/],
  ['NaN as a number', { ...good, maxRequests: Number.NaN }, /whole number from 1 to 100000/],
  ['null', { ...good, plan: null }, /options\.plan must be a string, not null/],
  ['an empty string', { ...good, only: '' }, /options\.only is empty/],
  ['the key in the wrong place', { ...good, plan: key }, /must be one of .*, not "\[key\]"/],
  [
    'a switch that is not a boolean',
    { ...good, noExhaust: 'yes' },
    /noExhaust must be true or false, not a string/,
  ],
  ['plain http to another machine', { ...good, baseUrl: 'http://petstore.example/v1' }, /allowHttp: true/],
  [
    'a short key',
    { ...good, key: 'k-4711x' },
    /options\.key: the key has 7 characters.*allowShortKey: true/s,
  ],
  [
    'a header whose value is not a string',
    { ...good, header: { 'X-Key': 3 } },
    /options\.header must have string values, not a number/,
  ],
  [
    'headers as a string',
    { ...good, header: 'X: y' },
    /options\.header must be an object that maps names to values/,
  ],
  ['no certificate', { ...good, ca: 'ca.pem' }, /options\.ca has no certificate in PEM format/],
  [
    'a missing description',
    { ...good, description: 'gone.json' },
    /options\.description: cannot read "gone\.json": it does not exist/,
  ],
  [
    'a description of an unsupported version',
    { ...good, description: { swagger: '2.0' } },
    /options\.description: cannot read the description: it is version "?2\.0/,
  ],
  [
    'a description that refers to another document',
    { ...good, description: { openapi: '3.0.0', paths: { '/x': { $ref: './x.json' } } } },
    /options\.description: cannot read the description/,
  ],
  [
    'a circular description',
    { ...good, description: circle() },
    /options\.description must be a value that JSON can represent/,
  ],
  ['a number as accepted failures', { ...good, accepted: 3 }, /options\.accepted: .*not a file of accepted/],
  [
    'an invalid report as accepted failures',
    { ...good, accepted: wrongReport },
    /options\.accepted: .*does not match its schema/,
  ],
  [
    'a missing file of accepted failures',
    { ...good, accepted: 'none.json' },
    /options\.accepted .*does not exist/,
  ],
  ['invalid checks', { ...good, checks: [{}] }, /options\.checks\[0\]: expected a suite, not an object/],
  ['checks that are not an array', { ...good, checks: {} }, /options\.checks must be an array/],
  ['an invalid signal', { ...good, signal: {} }, /options\.signal must be an AbortSignal, not an object/],
  [
    'an object that is not a clock',
    { ...good, clock: { now: 3 } },
    /options\.clock must be a Clock with now, monotonic and sleep/,
  ],
];

function circle(): object {
  const document: Record<string, unknown> = { openapi: '3.0.0' };
  document['self'] = document;
  return document;
}

describe('an invalid option', () => {
  it.each(wrong)('leads to a UsageError that does not contain the key: %s', async (_what, options, says) => {
    const error: unknown = await run(options as RunOptions).then(
      () => 'a report',
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(says);
    expect((error as UsageError).message).not.toContain(key);
  });

  it.each([
    ['ends the process if nothing handles the rejection', 'run({})', 1, /UsageError/],
    [
      'causes no unhandled rejection if the caller only iterates over the events',
      'try { for await (const _ of run({})); } catch ({ name }) { console.error(name) }',
      0,
      /^UsageError\n$/,
    ],
  ] as const)('%s', async (_what, code, status, tells) => {
    const script = `import { run } from 'petstore-conformance'; ${code}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let logged = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      logged += text;
    });
    const [ended] = await once(child, 'close');
    expect([ended, logged]).toEqual([status, expect.stringMatching(tells)]);
  });
});
