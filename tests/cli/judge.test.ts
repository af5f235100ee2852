import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HarEntry } from '../../src/report/har/entries.ts';
import type { Report } from '../../src/report/model/report.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, expectRefused, readReport, runInto, startService } from './services.ts';

interface Archive {
  readonly log: { readonly entries: readonly HarEntry[] };
}

/** A run's recording and its report. */
interface Recorded {
  readonly archive: Archive;
  readonly run: Report;
}

let folder = '';
let sound: Recorded;
let broken: Recorded;
const ends: (() => Promise<void>)[] = [];

async function record(defect?: string): Promise<Recorded> {
  const into = await mkdtemp(join(folder, 'run-'));
  const server = await startService(defect, (end) => ends.push(end));
  const ended = await runInto(into, server, '--plan', 'business', '--reporter', 'json,har');
  expect(ended.status, ended.stderr).toBe(defect === undefined ? 0 : 1);
  const archive = JSON.parse(await readFile(join(into, 'exchanges.har'), 'utf8'));
  return { archive, run: await readReport(into) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judge-'));
  [sound, broken] = await Promise.all([record(), record('error-status-other')]);
});

afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

/** Judges a recording, with or without the key. */
async function judge(text: string, args: readonly string[] = [], keyAtHand = false) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'traffic.har'), text);
  const more = ['--reporter', 'terminal,json', ...args];
  const ended = await carryOut(['judge', 'traffic.har', ...more], { cwd, ...(keyAtHand ? { env } : {}) });
  const report = (await readdir(join(cwd, 'reports')).catch((): string[] => [])).includes('report.json')
    ? await readReport(join(cwd, 'reports'))
    : undefined;
  return { ...ended, report, files: await readdir(cwd) };
}

const judged = async (archive: unknown, ...args: string[]) => {
  const { report, stderr, ...ended } = await judge(JSON.stringify(archive), args);
  if (report === undefined) throw new Error(`nothing was judged: ${stderr}`);
  const verdictOf = (id: string) => report.requirements.find((row) => row.id === id);
  return { ...ended, stderr, report, verdictOf };
};

const changed = ({ log }: Archive, change: (entry: HarEntry) => unknown) => ({
  log: { ...log, entries: log.entries.map(change) },
});

type Header = HarEntry['request']['headers'][number];
const isAuthorization = ({ name }: Header) => name.toLowerCase() === 'authorization';

/** Rewrites an entry like Chrome, which removes credentials and adds its own fields. */
const asChrome = (entry: HarEntry) => ({
  ...entry,
  _resourceType: 'fetch',
  _priority: 'High',
  request: {
    ...entry.request,
    headers: [
      { name: ':authority', value: 'petstore.example' },
      ...entry.request.headers.filter((header) => !isAuthorization(header)),
    ],
  },
  response: {
    ...entry.response,
    statusText: '',
    headers: [{ name: ':status', value: '200' }, ...lower(entry)],
  },
});

/** Rewrites an entry like Firefox, with time zones and lowercase header names. */
const asFirefox = (entry: HarEntry) => ({
  ...entry,
  startedDateTime: entry.startedDateTime.replace('Z', '+00:00'),
  response: { ...entry.response, headers: lower(entry) },
  timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: entry.time, receive: 0 },
});

/** Rewrites an entry like a proxy, with Base64 bodies and microseconds. */
const asProxy = (entry: HarEntry) => {
  const { text = '', comment, ...content } = entry.response.content;
  const encoded = { ...content, text: Buffer.from(text).toString('base64'), encoding: 'base64' };
  return {
    ...entry,
    startedDateTime: entry.startedDateTime.replace('Z', '417+00:00'),
    response: { ...entry.response, content: comment === undefined ? encoded : entry.response.content },
  };
};

const lower = ({ response }: HarEntry) =>
  response.headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }));

const failing = ({ requirements }: Report) =>
  requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

const forms = [
  ['the kit', (entry: HarEntry) => entry],
  ['Chrome', asChrome],
  ['Firefox', asFirefox],
  ['a proxy', asProxy],
] as const;

describe('judge', () => {
  it.each(forms)('finds the same as the run in a recording from %s', async (_by, form) => {
    const bad = await judged(changed(broken.archive, form), '--plan', 'business');
    expect([bad.status, failing(bad.report)]).toEqual([1, failing(broken.run)]);
    const good = await judged(changed(sound.archive, form), '--plan', 'business');
    expect([good.status, failing(good.report)]).toEqual([0, []]);
    expect(good.stderr).toMatch(/^\d+ exchanges with the target.*Nothing is sent\./m);
  });

  it('passes what traffic alone can show, and gives the reason for the rest', async () => {
    const { report, verdictOf, stdout } = await judged(sound.archive, '--plan', 'business');
    const text = stdout.replace(/\n│ +/g, ' ');
    for (const { id, verdict, level } of sound.run.requirements) {
      const now = verdictOf(id);
      if (now?.verdict === verdict) continue;
      expect(['not selected', 'not tested'], id).toContain(now?.verdict);
      if (level === 'required') expect(text).toContain(id);
    }
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(25);
    expect(text).toMatch(/Not selected .*auth\.key-missing, .*\(needs requests that only `run` sends\)/);
  });

  it('does not judge keys and their quotas if credentials were removed', async () => {
    const { verdictOf, stderr } = await judged(changed(sound.archive, asChrome));
    expect(stderr).toMatch(/The recording has no credentials/);
    for (const id of ['auth.key-accepted', 'auth.challenge', 'headers.usage', 'headers.limit-steady'])
      expect(verdictOf(id)).toMatchObject({
        verdict: 'not selected',
        reason: expect.stringMatching(/credentials|key/),
      });
  });

  it('does not judge keys and quotas if several keys cannot be distinguished', async () => {
    const alternating = changed(sound.archive, (entry) => ({
      ...entry,
      request: {
        ...entry.request,
        headers: entry.request.headers.map((header) =>
          isAuthorization(header) ? { ...header, value: `Bearer key-number-${header.value.length}` } : header,
        ),
      },
    }));
    const { verdictOf, report, stderr } = await judged(alternating, '--plan', 'business');
    expect(stderr).toMatch(/does not show which of its keys is valid/);
    expect(failing(report)).toEqual([]);
    expect(verdictOf('headers.limit-steady')?.verdict).toBe('not selected');
    expect(verdictOf('headers.plan')?.verdict).toBe('not selected');
  });

  it('ignores cached responses and missing bodies', async () => {
    const cached = await judged(changed(broken.archive, (entry) => ({ ...entry, _fromCache: 'disk' })));
    expect([cached.status, failing(cached.report)]).toEqual([3, []]);
    const without = changed(sound.archive, (entry) => ({
      ...entry,
      request: { ...entry.request, postData: undefined },
      response: { ...entry.response, content: { size: entry.response.content.size } },
    }));
    const { report, stderr } = await judged(without);
    expect(failing(report)).toEqual([]);
    expect(stderr).toMatch(/\d+ other entries ignored/);
  });

  it('reads the key from the variable and never shows it', async () => {
    const withKey = changed(sound.archive, (entry) => ({
      ...entry,
      request: {
        ...entry.request,
        headers: entry.request.headers.map((header) => ({
          ...header,
          value: header.value.replace('$PETSTORE_API_KEY', env.PETSTORE_API_KEY),
        })),
      },
    }));
    const { stdout, stderr, status, report } = await judge(JSON.stringify(withKey), [], true);
    expect(status, stderr).toBe(0);
    expect(report?.requirements.find(({ id }) => id === 'auth.key-accepted')?.verdict).toBe('pass');
    expect(stdout + stderr + JSON.stringify(report)).not.toContain(env.PETSTORE_API_KEY);
  });
});

describe('judge rejects', () => {
  const other = 'http://elsewhere.example/v1';

  it.each([
    ['invalid JSON', () => '{"log":\n oops}', /not valid JSON \(line 2, column 2/],
    [
      'a recording that is cut',
      (text: string) => text.slice(0, 5000),
      /not valid JSON \(line \d+, column \d+/,
    ],
    ['another file', () => '{"log":{}}', /no list at \/log\/entries, so it is not an HTTP Archive/],
    [
      'an entry that is none',
      () => '{"log":{"entries":[{}]}}',
      /\/log\/entries\/0: startedDateTime does not match/,
    ],
    ['no entry at all', () => '{"log":{"entries":[]}}', /no entry has a path that ends in \/categories/],
    [
      'several services',
      (text: string) => text.replace(/(?<="url":")http:\/\/127\.0\.0\.1:\d+\/v1/, other),
      /has 2 base URLs .*Choose one with --base-url/,
    ],
  ])('%s: a sentence, status 2, and nothing is written', async (_what, change, says) => {
    const { files, ...ended } = await judge(change(JSON.stringify(sound.archive)));
    expectRefused(ended, says);
    expect(files).toEqual(['traffic.har']);
  });

  it('a recording without the named target', async () => {
    const ended = await judge(JSON.stringify(sound.archive), ['--base-url', other]);
    expectRefused(ended, /none of its \d+ entries goes to http:\/\/elsewhere\.example\/v1/);
  });
});
