import { describe, expect, it } from 'vitest';
import { catalog } from '../../src/spec/catalog.ts';
import { carryOut } from './in-process.ts';

const explain = async (...args: string[]) => {
  const ended = await carryOut(['explain', ...args]);
  expect(ended.status, ended.stderr).toBe(0);
  return ended.stdout;
};

describe('explain', () => {
  it('shows the requirement, its impact, typical mistakes, the fix and the checks', async () => {
    const text = await explain('auth.key-missing');
    for (const pattern of [
      /^auth\.key-missing\n│ A missing key must return 401\n/,
      /^│ Level {10}required/m,
      /^│ Source {9}Authentication 2, 3$/m,
      /^│ Specification {2}“When the key is missing or invalid, the response is 401 with/m,
      /^│ Requirement {4}\S/m,
      /^│ Why it matters \S/m,
      /^│ Fix {12}\S/m,
      /^│ Common causes {2}· Older versions of FastAPI's HTTPBearer return 403\./m,
      /^│ Mistakes {7}· Serves the list without a key\. Reading was considered/m,
      /^│ Checked by {5}· check: \S/m,
      /^│ Run alone {6}npx petstore-conformance run --base-url URL --reporter terminal --only auth\.key-missing$/m,
    ]) {
      expect(text).toMatch(pattern);
    }
  });

  it('says why a requirement is not testable', async () => {
    const notTestable = await explain('limit.ban');
    expect(notTestable).toMatch(/^│ Why not {8}\S/m);
    expect(notTestable).not.toMatch(/^│ (Checked|Mistakes)/m);
  });

  it.each([
    ['headers.plan', '--plan free'],
    ['invalid.unstated', '--profile thorough'],
    ['versioning.description-version', '--description FILE'],
  ])('gives a command with the options that %s needs', async (id, option) => {
    expect(await explain(id)).toContain(`run --base-url URL ${option} --reporter terminal --only ${id}\n`);
  });

  it('fits into 80 columns, except for commands, and contains no control characters', async () => {
    for (const { id } of catalog.filter((_, index) => index % 9 === 0)) {
      const text = await explain(id);
      const lines = text.split('\n').filter((line) => !line.includes('npx petstore-conformance'));
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
  });

  it('shows every common cause, and only a part of a long list of mistakes', async () => {
    const oneLine = (text: string) => text.replaceAll(/\s+(│\s+)?/g, ' ');
    for (const { id, software = [] } of catalog.filter(({ software }) => software !== undefined)) {
      const text = oneLine(await explain(id));
      for (const cause of software) expect(text).toContain(oneLine(cause.text));
    }
    expect(await explain('errors.shape')).toMatch(/^│ With --json {4}also Mistakes \d+$/m);
  });

  it('--json shows the same details, with all typical mistakes', async () => {
    const explained = JSON.parse(await explain('create.text', '--json'));
    expect(explained).toMatchObject({
      requirement: catalog.find(({ id }) => id === 'create.text'),
      section: 'Creating a category',
    });
    expect(explained.checkedBy.length).toBeGreaterThan(10);
    expect(explained.commonMistakes.length).toBeGreaterThan(4);
    expect(Object.keys(explained.commonMistakes[0])).toEqual(['defect', 'title', 'story']);
  });
});
