import { describe, expect, it } from 'vitest';
import { plainList } from '../../src/checks/requests.ts';
import {
  check,
  conclusion,
  everyResponse,
  observe,
  phaseOf,
  probe,
  probesOf,
  requirement as required,
  suite,
} from '../../src/checks/vocabulary.ts';
import { responded } from '../support/responses.ts';

const about = { requirement: 'list.ok', title: 'a title' };
const { requirement, title } = about;
const act = () => undefined as never;

describe('the vocabulary of the checks', () => {
  it.each([
    ['check', check(requirement, title, { withKey: 2 }, act), { needs: { withKey: 2 }, run: act }],
    ['probe', probe(requirement, title, { creates: 1 }, act), { needs: { creates: 1 }, make: act }],
    ['everyResponse', everyResponse(requirement, title, act, act), { on: act, judge: act }],
    ['conclusion', conclusion(requirement, title, act), { conclude: act }],
  ])('has one kind of data for each function: %s', (kind, made, more) => {
    expect(made).toStrictEqual({ kind, ...about, ...more });
  });

  it('groups checks by section, together with the requirements that a file adds', () => {
    const added = required({ id: 'guide.etag', level: 'required', title: 't', impact: 'i', fix: 'f' });
    const one = check('guide.etag', title, {}, act);
    expect(suite('Guide', [added, one])).toStrictEqual({
      title: 'Guide',
      operations: [],
      bodies: [],
      checks: [one],
      requirements: [added],
    });
  });

  it('makes an observation only from responses that show the behavior', () => {
    const { on, judge } = observe(requirement, title, ({ outcome }) =>
      outcome.kind === 'response' && outcome.response.status === 200 ? 'a 200' : undefined,
    );
    const [shows, other] = [responded({ at: 0 }), responded({ at: 1, status: 404 })];
    expect([on(shows), on(other)]).toEqual([true, false]);
    expect(judge(shows, {} as never)).toBe('a 200');
  });

  it('sends probes in the main phase, and checks in the phase that they need', () => {
    const needs = { phase: 'last', withKey: 1 } as const;
    const one = probe(requirement, title, needs, plainList);
    expect(phaseOf(one)).toBe('main');
    expect(phaseOf(check(requirement, title, needs, act))).toBe('last');
    expect(phaseOf(check(requirement, title, {}, act))).toBe('main');
    expect(probesOf(one)).toEqual([one]);
    expect(probesOf(check(requirement, title, { uses: [one] }, act))).toEqual([one]);
    expect(probesOf(check(requirement, title, {}, act))).toEqual([]);
  });
});
