import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/cli/parser.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { command } from './command.ts';
import { carryOut } from './in-process.ts';

const explain = async (...args: string[]) => {
  const ended = await carryOut(['explain', ...args]);
  expect(ended.status, ended.stderr).toBe(0);
  return ended.stdout;
};

describe('explain', () => {
  it('shows the requirement, the impact, typical mistakes, the fix and the checks', async () => {
    const text = await explain('auth.key-missing');
    for (const pattern of [
      /^auth\.key-missing\na request without an API key must be answered 401\n/,
      /^Level {6}required/m,
      /^Source {5}Authentication 2, 3$/m,
      /^Says {7}“When the key is missing or invalid, the response is 401 with/m,
      /^Asks {7}\S/m,
      /^Means {6}\S/m,
      /^Mend {7}\S/m,
      /^Known of {3}FastAPI's HTTPBearer/m,
      /^Slips {6}· Serves the list without a key\. Reading was considered/m,
      /^Checked by check: \S/m,
      /^Alone {6}npx petstore-conformance run --base-url URL --only auth\.key-missing$/m,
    ]) {
      expect(text).toMatch(pattern);
    }
  });

  it('shows a conforming and a violating exchange', async () => {
    const text = await explain('auth.key-missing');
    const [kept = '', broken = ''] = text.slice(text.indexOf('\nPassing')).split('\nFailing');
    expect(kept).toMatch(/ > GET \/categories\n +< 401 Unauthorized\n[\s\S]*"code":"api_key_missing"/);
    expect(broken).toMatch(/^ {4}with the mistake list-public\n +> GET \/categories\n +< 200 OK\n/);
    expect(broken).toMatch(/^Expected {3}status 401\nReceived {3}status 200 OK\n/m);
    const [, words = ''] = /^Try it {5}npx petstore-conformance (.*)$/m.exec(text) ?? [];
    expect(parseCommandLine(words.split(' '), { version: '0.0.0', width: 80 })).toMatchObject({
      name: 'serve',
      flags: { defect: 'list-public' },
    });
  });

  it('shows what was observed, or why a requirement is not testable', async () => {
    const observed = await explain('limit.body');
    expect(observed).toMatch(/^Seen {7}what the reference server answers$/m);
    expect(observed).not.toMatch(/^Failing/m);
    const excluded = await explain('limit.ban');
    expect(excluded).toMatch(/^Why not {4}\S/m);
    expect(excluded).not.toMatch(/^(Checked|Passing|Failing|Slips)/m);
  });

  it.each([
    ['headers.plan', '--plan free'],
    ['invalid.either', '--profile thorough'],
    ['versioning.description-version', '--description FILE'],
  ])('of %s, gives the command with what the row needs', async (id, option) => {
    expect(await explain(id)).toContain(`run --base-url URL ${option} --only ${id}\n`);
  });

  it('fits into 80 columns, except for commands, and prints no control characters', async () => {
    for (const { id } of catalog.filter((_, index) => index % 9 === 0)) {
      const text = await explain(id);
      const lines = text.split('\n').filter((line) => !line.includes('npx petstore-conformance'));
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
  });

  it('--json has the same content, with all defects', async () => {
    const told = JSON.parse(await explain('create.text', '--json'));
    expect(told).toMatchObject({
      requirement: catalog.find(({ id }) => id === 'create.text'),
      section: 'Creating a category',
      example: {
        passing: { response: { status: 201 } },
        failing: { exchange: { request: { method: 'POST' } } },
      },
    });
    expect(told.checkedBy.length).toBeGreaterThan(10);
    expect(told.commonMistakes.length).toBeGreaterThan(4);
    expect(Object.keys(told.commonMistakes[0])).toEqual(['defect', 'title', 'story']);
  });

  it('an unknown id gives an error with the closest match', async () => {
    const { status, stdout, stderr } = await command(['explain', 'auth.key-mising']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/no requirement is called "auth\.key-mising"\. Did you mean auth\.key-missing/);
  });
});
