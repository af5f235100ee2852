import { beforeAll, describe, expect, it } from 'vitest';
import { sections } from '../../src/spec/catalog.ts';
import type { Outcome } from './fixtures/outcomes.ts';
import { runVitest, type VitestRun } from './run-vitest.ts';

const runTest = 'the run comes to its end';

let run: VitestRun;
beforeAll(async () => {
  run = await runVitest('outcomes.fixture.ts');
}, 240_000);

/** The tests of one `conformance()`, by the name it was given. */
function testsOf(name: string): readonly Outcome[] {
  return run.tests.filter(({ groups }) => groups.includes(name));
}

function theTest(name: string, test: string): Outcome {
  const found = testsOf(name).find((one) => one.name === test || one.name.startsWith(`${test}: `));
  if (found === undefined) throw new Error(`no test ${test} below ${name}: ${run.output}`);
  return found;
}

const states = (name: string) => new Set(testsOf(name).map(({ state }) => state));

describe('a run that comes to nothing', () => {
  it.each([
    ['unreachable', /^Cannot reach the target/, 'not tested'],
    ['in the clear', /^options\.baseUrl is plain http to another machine/, 'the run did not begin'],
    ['not started', /^no database$/, 'the run did not begin'],
    ['silent', /^The run took longer than options\.timeLimit, 0\.4 s, and was ended\.$/, 'not tested'],
  ])('fails the test of the run, and skips the others: %s', (name, says, reason) => {
    const { state, errors } = theTest(name, runTest);
    expect([state, errors.length]).toEqual(['failed', 1]);
    expect(errors[0]?.message).toMatch(says);
    expect(errors[0]?.places[0]).toMatch(/outcomes\.fixture\.ts:\d+$/);
    const others = testsOf(name).filter((test) => test.name !== runTest);
    expect(new Set(others.map((test) => test.state))).toEqual(new Set(['skipped']));
    expect(theTest(name, 'list.ok').note).toMatch(new RegExp(`^${reason}`));
  });

  it('has a test of each requirement all the same, grouped by section', () => {
    const names = sections.flatMap(({ title, requirements }) =>
      requirements.map((row) => [title, `${row.id}: ${row.title}`]),
    );
    const registered = testsOf('unreachable').filter(({ name }) => name !== runTest);
    expect(registered.map(({ groups, name }) => [groups.at(-1), name])).toEqual(names);
  });
});

describe('a requirement that is kept', () => {
  it('passes, and the run with it, which tells its verdict', () => {
    expect(theTest('broken', 'invalid.name-type')).toMatchObject({ state: 'passed', annotations: [] });
    expect(theTest('broken', runTest)).toMatchObject({
      state: 'passed',
      annotations: [{ type: 'notice', message: '1 requirement of the specification is violated.' }],
    });
  });

  it('is told what was observed, where that is all it asks', () => {
    expect(theTest('broken', 'pets.exists')).toMatchObject({
      state: 'passed',
      annotations: [{ type: 'notice', message: 'status 200 OK' }],
    });
  });

  it('has no test where `only` leaves it out', () => {
    expect(testsOf('broken').map(({ name }) => name.split(':')[0])).toEqual([
      runTest,
      'auth.key-invalid',
      'invalid.name-type',
      'pets.exists',
    ]);
  });

  it('skips with its reason where it cannot be looked at', () => {
    expect(theTest('unreachable', 'auth.other-places').note).toMatch(/^excluded: Not tested, because/);
    expect(theTest('unreachable', 'versioning.description-base').note).toBe('not asked: needs --description');
  });
});

describe('a requirement that is broken', () => {
  it('fails with an error for each cause, as an assertion of Vitest, at the call of conformance', () => {
    const { state, errors } = theTest('broken', 'auth.key-invalid');
    expect(state).toBe('failed');
    expect(errors.map(({ name, expected, actual }) => [name, expected, actual])).toEqual([
      ['AssertionError', 'status 401', 'status 200 OK'],
      ['AssertionError', 'status 401', 'status 201 Created'],
    ]);
    for (const { places } of errors) expect(places[0]).toMatch(/outcomes\.fixture\.ts:\d+$/);
    expect(run.output).toContain('conformance(() => server.url, { name, key');
  });

  it('says what is asked, what was seen, how to send it again, what to mend, and how to look again', () => {
    const [first, second] = theTest('broken', 'auth.key-invalid').errors;
    const lines = (first?.message ?? '').split('\n').map((line) => line.slice(0, 10).trimEnd());
    expect(first?.message).toMatch(
      /^auth\.key-invalid: A bearer token that is not a valid key must return 401\n/,
    );
    expect(lines.slice(1)).toEqual([
      'Source',
      'Responded',
      'Seen',
      'Cases',
      'Request',
      'Means',
      'Fix',
      'Again',
    ]);
    expect(first?.message).toMatch(
      /^Request {3}curl -i -H "Authorization: Bearer \$\(printf %s "\$PETSTORE_API_KEY" \| sed /m,
    );
    expect(first?.message).toMatch(/^Again {5}npx vitest run outcomes\.fixture\.ts -t 'auth\.key-invalid'$/m);
    expect(second?.message).toMatch(/, cause 2 of 2\nAnswer .*\nSeen /);
  });

  it('passes with a warning where it is advice, and fails where the user says so', () => {
    expect(states('warned')).toEqual(new Set(['passed', 'skipped']));
    const { state, annotations } = theTest('warned', 'auth.challenge');
    expect([state, annotations.map(({ type }) => type)]).toEqual(['passed', ['warning']]);
    expect(annotations[0]?.message).toMatch(
      /^expected a WWW-Authenticate header, received none \(every time/,
    );
    expect(theTest('strict on warnings', 'auth.challenge')).toMatchObject({
      state: 'failed',
      annotations: [],
      errors: [{ expected: 'a WWW-Authenticate header', actual: 'none' }],
    });
  });

  it("may be one's own, under a group of its own", () => {
    const { groups, errors } = theTest('own checks', 'guide.etag');
    expect([groups.at(-1), errors.map(({ expected }) => expected)]).toEqual(['Our API guide', ['an ETag']]);
    expect(theTest('own checks', 'list.ok').state).toBe('passed');
  });
});

it('tells what onReport throws in the test of the run, and the verdicts all the same', () => {
  const { state, errors } = theTest('fault after the run', runTest);
  expect([state, errors.map(({ message }) => message)]).toEqual(['failed', ['no disk']]);
  expect(theTest('fault after the run', 'list.ok').state).toBe('passed');
});

it('serves what does not listen while its tests run, below basePath', () => {
  expect(run.output).toContain('LISTENING false');
  expect(theTest('a listener', 'versioning.base-path').errors[0]?.actual).toBe('a base URL without a path');
});

it('names the key nowhere', () => {
  expect(run.output).toContain('AssertionError');
  expect(run.output + JSON.stringify(run.tests)).not.toContain('test-Key_0123456789-xyz');
});
