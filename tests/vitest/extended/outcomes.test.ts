// @module-tag extended
import { beforeAll, describe, expect, it } from 'vitest';
import { sections } from '../../../src/spec/catalog.ts';
import type { Requirement } from '../../../src/spec/requirement.ts';
import type { Outcome } from '../fixtures/outcomes.ts';
import { runVitest, type VitestRun } from '../run-vitest.ts';

const runTest = 'the run completes';
const decides = ({ level }: Requirement) => level === 'required';

let run: VitestRun;
beforeAll(async () => {
  run = await runVitest('outcomes.fixture.ts');
}, 240_000);

/** Returns the tests of the `conformance()` call with this name. */
function testsOf(name: string): readonly Outcome[] {
  return run.tests.filter(({ groups }) => groups.includes(name));
}

function theTest(name: string, test: string): Outcome {
  const found = testsOf(name).find((one) => one.name === test || one.name.startsWith(`${test}: `));
  if (found === undefined) throw new Error(`no test ${test} in ${name}: ${run.output}`);
  return found;
}

const states = (name: string) => new Set(testsOf(name).map(({ state }) => state));

describe('a run without a result', () => {
  /** Expects that the test of the run fails, and returns the other tests. */
  function othersOf(name: string, says: RegExp): readonly Outcome[] {
    const { state, errors } = theTest(name, runTest);
    expect([state, errors.length]).toEqual(['failed', 1]);
    expect(errors[0]?.message).toMatch(says);
    expect(errors[0]?.places[0]).toMatch(/outcomes\.fixture\.ts:\d+$/);
    return testsOf(name).filter((test) => test.name !== runTest);
  }

  it.each([
    ['unencrypted', /^options\.baseUrl is plain http to another machine/],
    ['not started', /^no database$/],
  ])('that did not start fails the test of the run and skips the rest: %s', (name, says) => {
    expect(new Set(othersOf(name, says).map(({ state }) => state))).toEqual(new Set(['skipped']));
    expect(theTest(name, 'list.ok').note).toBe('the run did not start');
  });

  it.each([
    ['unreachable', /^Cannot reach the target/],
    ['silent', /^The run exceeded options\.timeLimit \(0\.4 s\) and was ended\.$/],
  ])('fails the test of the run and the test of each requirement that was prevented: %s', (name, says) => {
    const others = othersOf(name, says);
    expect(theTest(name, 'list.ok').errors[0]?.message).toMatch(/^not tested: /);
    const skipped = others.filter(({ state }) => state !== 'failed');
    expect(new Set(skipped.map(({ state }) => state))).toEqual(new Set(['skipped']));
    // A requirement that only warns, or needs an option, does not decide the verdict.
    const required = sections.flatMap(({ requirements }) => requirements.filter(decides).map(({ id }) => id));
    for (const { name: test, note } of skipped)
      if (required.includes(test.split(':')[0] ?? '')) expect(note, test).toMatch(/^not selected: /);
  });

  it('still has a test for each testable requirement, grouped by section', () => {
    const names = sections.flatMap(({ title, requirements }) =>
      requirements
        .filter(({ level }) => level !== 'not-testable')
        .map((one) => [title, `${one.id}: ${one.title}`]),
    );
    const registered = testsOf('unreachable').filter(({ name }) => name !== runTest);
    expect(registered.map(({ groups, name }) => [groups.at(-1), name])).toEqual(names);
  });
});

describe('the test of a requirement that is not violated', () => {
  it('passes, and the test of the run shows the verdict', () => {
    expect(theTest('broken', 'invalid.name-type')).toMatchObject({ state: 'passed', annotations: [] });
    expect(theTest('broken', runTest)).toMatchObject({
      state: 'passed',
      annotations: [
        { type: 'notice', message: 'DOES NOT CONFORM. 1 requirement of the specification is violated.' },
      ],
    });
  });

  it('shows the observed behavior', () => {
    expect(theTest('broken', 'create.location')).toMatchObject({
      state: 'passed',
      annotations: [{ type: 'notice', message: expect.stringMatching(/Location/) }],
    });
  });

  it('does not exist if the requirement is not testable; if it was selected, the test of the run names it', () => {
    expect(testsOf('warned').filter(({ name }) => name.startsWith('auth.other-places'))).toEqual([]);
    expect(theTest('warned', runTest).annotations[1]?.message).toBe(
      'Not testable from outside (2): auth.other-places, auth.key-issuing. ' +
        'npx petstore-conformance list --level not-testable describes them.',
    );
  });

  it('does not exist if `only` does not select it', () => {
    expect(testsOf('broken').map(({ name }) => name.split(':')[0])).toEqual([
      runTest,
      'auth.key-invalid',
      'create.location',
      'invalid.name-type',
    ]);
  });

  it('is skipped with a reason if the requirement is not selected', () => {
    expect(theTest('unreachable', 'versioning.description-base').note).toBe(
      'not selected: needs --description',
    );
  });
});

describe('the test of a violated requirement', () => {
  it('fails with an assertion error for each cause, at the call of conformance', () => {
    const { state, errors } = theTest('broken', 'auth.key-invalid');
    expect(state).toBe('failed');
    expect(errors.map(({ name, expected, actual }) => [name, expected, actual])).toEqual([
      ['AssertionError', 'status 401', 'status 200 OK'],
      ['AssertionError', 'status 401', 'status 201 Created'],
    ]);
    for (const { places } of errors) expect(places[0]).toMatch(/outcomes\.fixture\.ts:\d+$/);
    expect(run.output).toContain('conformance(() => server.url, { name, key');
  });

  it('shows the evidence, the impact, the fix and how to verify it', () => {
    const [first, second] = theTest('broken', 'auth.key-invalid').errors;
    const lines = (first?.message ?? '').split('\n').map((line) => line.slice(0, 15).trimEnd());
    // Items of a list have no label.
    const labels = lines.slice(2).filter((label) => label !== '');
    expect(first?.message).toMatch(
      /^GET .* with another key → 200 OK, must be 401\nauth\.key-invalid: A bearer token that is not a valid key must return 401\n/,
    );
    expect(labels).toEqual([
      'Source',
      'Occurrences',
      'Cases',
      'Fix',
      'Why it matters',
      'curl',
      'Verify with',
    ]);
    expect(first?.message).toMatch(
      /^Verify with {4}npx vitest run outcomes\.fixture\.ts -t 'auth\.key-invalid'$/m,
    );
    expect(second?.message).toMatch(/, cause 2 of 2\nSource .*\nResponse .*\nOccurrences /);
  });

  it('passes with a warning for an advisory requirement, or fails with failOn', () => {
    expect(states('warned')).toEqual(new Set(['passed']));
    const { state, annotations } = theTest('warned', 'auth.challenge');
    expect([state, annotations.map(({ type }) => type)]).toEqual(['passed', ['warning']]);
    expect(annotations[0]?.message).toMatch(/ → WWW-Authenticate missing, should be present$/);
    expect(theTest('strict on warnings', 'auth.challenge')).toMatchObject({
      state: 'failed',
      annotations: [],
      errors: [{ expected: 'present', actual: 'missing' }],
    });
  });

  it('may belong to a custom check, in a separate group', () => {
    const { groups, errors } = theTest('custom checks', 'guide.etag');
    expect([groups.at(-1), errors.map(({ expected }) => expected)]).toEqual(['Our API guide', ['an ETag']]);
    expect(theTest('custom checks', 'list.ok').state).toBe('passed');
  });
});

it('an error in onReport fails the test of the run, and all verdicts stay as they are', () => {
  const { state, errors } = theTest('fault after the run', runTest);
  expect([state, errors.map(({ message }) => message)]).toEqual(['failed', ['no disk']]);
  expect(theTest('fault after the run', 'list.ok').state).toBe('passed');
});

it('serves a listener at basePath while its tests run', () => {
  expect(run.output).toContain('LISTENING false');
  expect(theTest('a listener', 'versioning.base-path').errors[0]?.actual).toMatch(/has no path$/);
});

it('the output never contains the key', () => {
  expect(run.output).toContain('AssertionError');
  expect(run.output + JSON.stringify(run.tests)).not.toContain('test-Key_0123456789-xyz');
});
