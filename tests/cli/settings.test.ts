import { describe, expect, it } from 'vitest';
import { type RunOrder, readRunOrder } from '../../src/cli/settings.ts';
import { isList, isSwitch, variableOf } from '../../src/config/option.ts';
import { commandOptions, runOptions } from '../../src/config/options.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { optionValues } from '../../src/config/values.ts';

type Env = Record<string, string>;

const key = 'a-key.with_all~kinds+of/characters==';
const base = 'https://petstore.example/v1';

function order(flags: Record<string, unknown>, env: Env = {}, files: Record<string, string> = {}): RunOrder {
  return readRunOrder(flags, {
    env,
    readFile: (path) => Buffer.from(files[path] ?? ''),
    keepSecret: () => {},
    randomSeed: () => 4_711,
  });
}

/** The default reporters. */
const byItself = (folder: string) => [
  { name: 'terminal', byName: false },
  { name: 'json', byName: false, file: { folder, name: 'report.json', isDefault: true } },
  { name: 'html', byName: false, file: { folder, name: 'report.html', isDefault: true } },
  { name: 'junit', byName: false, file: { folder, name: 'junit.xml', isDefault: true } },
  { name: 'markdown', byName: false, file: { folder, name: 'summary.md', isDefault: true } },
];

describe('the settings of a run', () => {
  it('have these defaults', () => {
    expect(order({ baseUrl: base }, { PETSTORE_API_KEY: key })).toEqual({
      target: { kind: 'given', baseUrl: base, key },
      settings: {
        ...defaultSettings(),
        profile: 'standard',
        seed: runOptions.seed.standard,
        concurrency: 16,
        timeoutSeconds: 10,
        maxRequests: 3_500,
        maxCreates: 40,
        payloads: 60,
        shrinkRequests: 20,
        maxWaitSeconds: 150,
        exhaust: true,
        nearMisses: true,
        strict: false,
        maxBody: 2,
        maxHeaders: 64,
        maxNesting: 512,
        headers: [],
      },
      reporters: byItself('reports'),
      quiet: false,
      verbose: false,
      dryRun: false,
      notes: [],
    });
  });

  it('can come from variables', () => {
    const env = {
      PETSTORE_API_KEY: key,
      PETSTORE_BASE_URL: `${base}/`,
      PETSTORE_PLAN: 'pro',
      PETSTORE_PROFILE: 'thorough',
      PETSTORE_ONLY: 'auth.*, list.ok',
      PETSTORE_NO_EXHAUST: 'true',
      PETSTORE_NO_NEAR_MISSES: '1',
      PETSTORE_SEED: '5',
      PETSTORE_MAX_REQUESTS: '100',
      PETSTORE_MAX_CREATES: '0',
      PETSTORE_PAYLOADS: '7',
      PETSTORE_SHRINK_REQUESTS: '0',
      PETSTORE_MAX_WAIT: '1.5',
      PETSTORE_CONCURRENCY: '2',
      PETSTORE_TIMEOUT: '0.5',
      PETSTORE_REPORTS: 'out',
      PETSTORE_FAIL_ON: 'advisory',
      PETSTORE_STRICT: 'yes',
      PETSTORE_QUIET: 'on',
      PETSTORE_HEADER: 'X-A: b\nX-C:  d ',
      PETSTORE_SOMETHING_ELSE: 'is nobody’s business',
    };
    expect(order({}, env)).toEqual({
      target: { kind: 'given', baseUrl: base, key },
      settings: {
        ...defaultSettings('thorough'),
        plan: 'pro',
        profile: 'thorough',
        only: 'auth.*, list.ok',
        seed: 5,
        concurrency: 2,
        timeoutSeconds: 0.5,
        maxRequests: 100,
        maxCreates: 0,
        payloads: 7,
        shrinkRequests: 0,
        maxWaitSeconds: 1.5,
        exhaust: false,
        nearMisses: false,
        strict: true,
        failOn: 'advisory',
        headers: [
          ['X-A', 'b'],
          ['X-C', 'd'],
        ],
      },
      reporters: byItself('out'),
      quiet: true,
      verbose: false,
      dryRun: false,
      notes: [],
    });
  });

  it('come from the flag if both are given', () => {
    const env = {
      PETSTORE_SEED: '5',
      PETSTORE_STRICT: 'true',
      PETSTORE_API_KEY: 'other',
      PETSTORE_BASE_URL: base,
    };
    const { target, settings } = order({ seed: 6, strict: false, apiKeyFile: 'k' }, env, {
      k: `${key}\n`,
    });
    expect([settings.seed, settings.strict]).toEqual([6, false]);
    expect(target).toMatchObject({ key });
  });

  it('follow the profile unless overridden', () => {
    const gentle = order({ profile: 'gentle', maxRequests: 50 }).settings;
    expect(gentle).toMatchObject({
      maxRequests: 50,
      maxCreates: 5,
      payloads: 14,
      shrinkRequests: 20,
      concurrency: 1,
      exhaust: false,
      nearMisses: false,
    });
    expect(order({ profile: 'thorough' }).settings.payloads).toBe(400);
    expect(order({ profile: 'thorough', payloads: 0 }).settings.payloads).toBe(0);
  });

  it('include a random seed on request, and report it', () => {
    const { settings, notes } = order({ seed: 'random' });
    expect(settings.seed).toBe(4_711);
    expect(notes).toEqual([expect.stringContaining('--seed 4711')]);
  });

  it('use the included server without --base-url, whatever the key is', () => {
    const because = 'No --base-url';
    expect(order({}, { PETSTORE_API_KEY: 'not a key' }).target).toEqual({
      kind: 'embedded',
      keyUnused: true,
      because,
    });
    for (const CI of ['', 'false'])
      expect(order({}, { CI }).target).toEqual({ kind: 'embedded', keyUnused: false, because });
  });

  it('use the included server with --reference-server, in CI, with --strict, and whatever the variables say', () => {
    const env = { CI: 'true', PETSTORE_BASE_URL: base, PETSTORE_API_KEY: key };
    expect(order({ referenceServer: true, strict: true }, env).target).toEqual({
      kind: 'embedded',
      keyUnused: true,
      because: '--reference-server',
    });
  });

  it('use the given server in CI', () => {
    const env = { CI: 'true', PETSTORE_BASE_URL: base, PETSTORE_API_KEY: key };
    expect(order({}, env).target).toMatchObject({ kind: 'given', baseUrl: base });
  });
});

describe('the key', () => {
  it.each(['\n', '\r\n'])('loses a final %j, with a note', (end) => {
    const flags = { baseUrl: base, apiKeyFile: 'key.txt' };
    const { target, notes } = order(flags, {}, { 'key.txt': key + end });
    expect(target).toMatchObject({ key });
    expect(notes).toEqual(['Ignored the line break at the end of the key file "key.txt".']);
    expect(order({ baseUrl: base }, { PETSTORE_API_KEY: key + end }).target).toMatchObject({ key });
  });
});

describe('the base URL', () => {
  it.each([
    ['https://petstore.example/v1/', 'https://petstore.example/v1'],
    ['HTTPS://Petstore.Example:443/api//v1//', 'https://petstore.example/api//v1'],
    ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
    ['http://127.8.9.1/v1', 'http://127.8.9.1/v1'],
    ['http://[::1]:80/v1', 'http://[::1]/v1'],
  ])('%s is read as %s', (given, read) => {
    expect(order({ baseUrl: given }, { PETSTORE_API_KEY: key }).target).toMatchObject({ baseUrl: read });
  });

  it('may be plain http to another machine with --allow-http', () => {
    const flags = { baseUrl: 'http://staging.example/v1', allowHttp: true };
    expect(order(flags, { PETSTORE_API_KEY: key }).target).toMatchObject({
      baseUrl: 'http://staging.example/v1',
    });
  });
});

it('every option of run has its own variable', () => {
  const names = Object.keys(commandOptions).map(variableOf);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, row] of Object.entries(commandOptions)) {
    const text = row.kind === 'seed' ? 'date' : (row.bounds?.[1] ?? row.choices?.[0] ?? 'true');
    const values = optionValues(commandOptions, {}, { [variableOf(name)]: String(text) });
    const given = { value: row.kind !== 'off', from: variableOf(name), byFlag: false };
    if (isSwitch(row)) expect(values[name]).toEqual(given);
    else if (isList(row)) expect(values[name]).toHaveLength(1);
    else expect(values[name]).toEqual({ ...given, value: text });
  }
});
