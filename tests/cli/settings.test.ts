import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunOrder, readRunOrder } from '../../src/cli/settings.ts';
import { isRepeatable, isSwitch, variableOf } from '../../src/config/option.ts';
import { commandOptions } from '../../src/config/options.ts';
import { removedOptions } from '../../src/config/removed.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { optionValues } from '../../src/config/values.ts';

type Env = Record<string, string>;

const key = 'a-key.with_all~kinds+of/characters==';
const base = 'https://petstore.example/v1';

const order = (flags: Record<string, unknown>, env: Env = {}): RunOrder =>
  readRunOrder(flags, { env, keepSecret: () => {}, stderr: { write: () => true } });

/** Writes a key file for the test. */
function keyFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'key.txt'), text);
  return join(folder, 'key.txt');
}

describe('the settings of a run', () => {
  it('have these defaults', () => {
    expect(order({ baseUrl: base }, { PETSTORE_API_KEY: key })).toEqual({
      settings: { ...defaultSettings(), baseUrl: base, key, headers: [] },
      reports: 'reports',
      quiet: false,
      verbose: false,
      dryRun: false,
      notes: [],
    });
  });

  it('can come from environment variables', () => {
    const env = {
      PETSTORE_API_KEY: key,
      PETSTORE_BASE_URL: `${base}/`,
      PETSTORE_PROFILE: 'thorough',
      PETSTORE_NO_EXHAUST: 'true',
      PETSTORE_SEED: '5',
      PETSTORE_MAX_WAIT: '1.5',
      PETSTORE_REPORTS: 'out',
      PETSTORE_STRICT: 'yes',
      PETSTORE_QUIET: 'on',
      PETSTORE_HEADER: 'X-A: b\nX-C:  d ',
      PETSTORE_SOMETHING_ELSE: 'is nobody’s business',
    };
    const { settings, reports, quiet } = order({}, env);
    expect([reports, quiet]).toEqual(['out', true]);
    expect(settings).toEqual({
      ...defaultSettings('thorough'),
      baseUrl: base,
      key,
      seed: 5,
      maxWaitSeconds: 1.5,
      exhaust: false,
      strict: true,
      headers: [
        ['X-A', 'b'],
        ['X-C', 'd'],
      ],
    });
  });

  it('come from the flag if a variable is also set, and from the profile if neither is', () => {
    const env = { PETSTORE_SEED: '5', PETSTORE_STRICT: 'true', PETSTORE_API_KEY: 'other' };
    const flags = {
      baseUrl: base,
      seed: 6,
      strict: false,
      apiKeyFile: keyFile(`${key}\n`),
      profile: 'gentle',
      maxRequests: 50,
    };
    expect(order(flags, env).settings).toMatchObject({
      key,
      seed: 6,
      strict: false,
      maxRequests: 50,
    });
  });

  it("do not depend on other variables, not even on those with the kit's prefix", () => {
    const others = 'SERVICE_HOST SERVICE_PORT PORT_8080_TCP DB_URL CI ABC BASE_URL_OLD MAX_CONNECTIONS'.split(
      ' ',
    );
    const env = Object.fromEntries(others.map((name) => [`PETSTORE_${name}`, 'x']));
    expect(order({ baseUrl: base }, { PETSTORE_API_KEY: key, ...env }).notes).toEqual([]);
  });

  it.each(Object.entries(removedOptions))('cannot include the removed option %s', (name, { instead }) => {
    const env = { PETSTORE_API_KEY: key, [variableOf(name)]: 'x' };
    expect(() => order({ baseUrl: base }, env)).toThrow(instead);
    expect(order({ baseUrl: base }, { ...env, [variableOf(name)]: '' }).settings.baseUrl).toBe(base);
  });

  it('include a random seed on request, and the seed is printed', () => {
    const { settings, notes } = order({ seed: 'random' });
    expect(settings.seed).not.toBe(order({}).settings.seed);
    expect(notes).toEqual([expect.stringContaining(`--seed ${settings.seed}`)]);
  });

  it.each([
    ['without --base-url', {}, { PETSTORE_API_KEY: 'not a key', CI: 'false' }, 'No --base-url'],
    [
      'with --reference-server, in CI and with --strict',
      { referenceServer: true, strict: true },
      { CI: 'true', PETSTORE_BASE_URL: base, PETSTORE_API_KEY: key },
      '--reference-server',
    ],
  ])('use the included server %s, regardless of the key', (_when, flags, env, because) => {
    expect(order(flags, env).embedded).toEqual({ keyUnused: true, because });
  });
});

it.each(['\n', '\r\n'])('a final %j is removed from the key', (end) => {
  const { settings } = order({ baseUrl: base, apiKeyFile: keyFile(key + end) });
  expect(settings.key).toBe(key);
});

it.each([
  ['HTTPS://Petstore.Example:443/api//v1//', 'https://petstore.example/api//v1'],
  ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
  ['http://127.8.9.1/v1', 'http://127.8.9.1/v1'],
  ['http://[::1]:80/v1', 'http://[::1]/v1'],
  ['http://staging.example/v1', 'http://staging.example/v1', true],
])('the base URL %s is read as %s', (baseUrl, read, allowHttp = false) => {
  const flags = { baseUrl, ...(allowHttp ? { allowHttp } : {}) };
  expect(order(flags, { PETSTORE_API_KEY: key, CI: 'true' }).settings.baseUrl).toBe(read);
});

it('every option of run has its own variable', () => {
  const names = Object.keys(commandOptions).map(variableOf);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, row] of Object.entries(commandOptions)) {
    const text = row.kind === 'seed' ? 'date' : (row.bounds?.[1] ?? row.choices?.[0] ?? 'true');
    const values = optionValues(commandOptions, {}, { [variableOf(name)]: String(text) });
    const given = { value: row.kind !== 'off', from: variableOf(name), byFlag: false };
    if (isSwitch(row)) expect(values[name]).toEqual(given);
    else if (isRepeatable(row)) expect(values[name]).toHaveLength(1);
    else expect(values[name]).toEqual({ ...given, value: text });
  }
});
