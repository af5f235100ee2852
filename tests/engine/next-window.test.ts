import { describe, expect, it } from 'vitest';
import { editResponses, responsesOf } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { loadClasses } from '../../src/payloads/generate.ts';
import { spentElsewhere } from '../limiters/faulty-limiters.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith, testKey } from '../support/run-against.ts';

const { classes } = await loadClasses();
const always = classes.filter(({ turn }) => turn !== 'in turns');
const small = {
  keys: [{ key: testKey, plan: 'free' as const }],
  plans: { free: { minute: 48, day: 5_000 } },
};

describe('the kinds of invalid bodies that the first window has no room for', () => {
  it('are sent after the recovery and followed by a list, and the run waits once', async () => {
    const { report } = await runInMemory(small, { keepExchanges: true });
    expect(report.verdict.outcome).toBe('conforms');
    expect(report.waits).toHaveLength(1);
    // A second list at the end is planned, but not needed.
    expect(report.requests.withKey).toBe((report.plan.totalWithKey ?? 0) - 1);
    expect(report.requests.withKey).toBeLessThanOrEqual(2 * 48 + 2);
    const purposes = (report.exchanges?.recorded ?? []).map(({ purpose }) => purpose);
    const [recovery, last] = ['the recovery after a 429', 'the list after the bodies of the next window'];
    expect(purposes.filter((one) => one === recovery)).toHaveLength(1);
    expect(purposes.at(-1)).toBe(last);
    const later = (report.exchanges?.recorded ?? []).slice(purposes.indexOf(recovery) + 1, -1);
    const after = later.filter(({ request }) => request.again.credential === 'bearer');
    expect(after.length).toBeGreaterThan(10);
    expect(report.plan.invalidBodies).toBe(always.length);
  });

  it('lead to a finding if the server stores a category for one of them', async () => {
    const change = defects.find(({ id }) => id === 'body-that-ends-early-stored')?.change ?? expect.fail();
    const { report } = await runInMemory({ ...small, change: [change] });
    expect(idsWith(report, 'fail', 'warn')).toEqual(['invalid.nothing-stored']);
  });

  it('are sent before the last creation that the budget allows, because no POST may follow it', async () => {
    const settings = { profile: 'gentle' } as const;
    const { report: ofFreshWindow } = await runInMemory({}, settings);
    const { report } = await runInMemory({ change: spentElsewhere(40) }, settings);
    expect(report.waits).toHaveLength(1);
    expect(report.requests.total).toBe(ofFreshWindow.requests.total);
  });
});

it('a server that returns 500 to every invalid body gets two windows of requests, and creates few categories', async () => {
  const change = editResponses(responsesOf('createCategory', 400), (response) => ({
    ...response,
    status: 500,
  }));
  const { report, counted } = await runInMemory({ change });
  expect(report.verdict.exitStatus).toBe(1);
  expect(idsWith(report, 'fail').filter((id) => id.startsWith('invalid.'))).toHaveLength(8);
  expect(counted.withKey).toBeLessThanOrEqual(2 * 60 + 2);
  expect(report.waits.filter(({ seconds }) => seconds > 20)).toHaveLength(1);
  expect(counted.accepted).toBeLessThanOrEqual(25);
});
