import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import type { Profile } from '../../src/config/option.ts';
import { planAhead } from '../../src/engine/plan.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import { classify } from '../../src/payloads/classify.ts';
import { type PoisonBody, poisonBodies } from '../../src/payloads/unstated.ts';
import type { RunOutcome } from '../../src/report/model/report.ts';
import { planLine } from '../../src/report/plan-words.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith, runAgainst, settingsFor } from '../support/run-against.ts';
import { inTiers } from '../support/tiers.ts';
import { choking, storing } from './choking.ts';

const mark = 'markmarkmarkma';

/** Records the bodies that a server receives, as strings in order. */
function listening(change?: Change): { readonly bodies: string[]; readonly change: Change } {
  const bodies: string[] = [];
  return {
    bodies,
    change: (parts, tools) => {
      const changed = { ...parts, ...change?.(parts, tools) };
      const readNewCategory: typeof parts.readNewCategory = (body) => {
        bodies.push(Buffer.from(body).toString('latin1'));
        return changed.readNewCategory(body);
      };
      return { ...change?.(parts, tools), readNewCategory };
    },
  };
}

const asText = ({ body }: PoisonBody) => Buffer.from(body(mark)).toString('latin1');
const isPoison = (body: string, runMark: string) => {
  const text = body.replace(new RegExp(`${runMark}[a-z]{4}`), mark);
  return poisonBodies.some((one) => asText(one) === text);
};

/** Refuses bodies that exceed a size limit, as a proxy does. */
function sizeLimit(bytes: number, status: number): Change {
  return (parts) => ({
    readNewCategory: (body) =>
      body.length <= bytes
        ? parts.readNewCategory(body)
        : { kind: 'problem', problem: { code: 'too_large', message: 'The body is too large.', status } },
  });
}

describe('dangerous bodies', () => {
  it('are sent only with --profile thorough, at the end, once each', async () => {
    const { bodies, change } = listening();
    const { report, counted } = await runAgainst({ change }, { profile: 'thorough' });
    expect(report.kitFaults).toEqual([]);
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    // The last body exceeds the size limit of this server, which does not read that body completely.
    const last = poisonBodies.length - 1;
    const poison = (some: readonly string[]) => some.filter((body) => isPoison(body, report.runMark));
    expect(poison(bodies.slice(-last))).toHaveLength(last);
    expect(poison(bodies.slice(0, -last))).toEqual([]);
    expect(counted.requests).toBeLessThanOrEqual(report.plan.atMost);
    const observed = report.observations.filter(({ requirement }) => requirement === 'invalid.unstated');
    for (const { name } of poisonBodies.filter(({ body }) => classify(body(mark)).kind === 'unstated'))
      expect(observed.filter(({ text }) => text.startsWith(`${name}: status `))).toHaveLength(1);
  });

  for (const { rows, options } of inTiers(
    [
      ['400 if they are large', sizeLimit(1_000, 400)],
      ['413 if they are large', sizeLimit(1_000, 413)],
    ] as const,
    2,
  ))
    it.each(rows)('may be refused with %s', options, async (_what, change) => {
      const { report } = await runInMemory({ change }, { profile: 'thorough' });
      expect(idsWith(report, 'fail', 'warn')).toEqual([]);
      expect(report.verdict.exitStatus).toBe(0);
    });

  for (const { rows, options } of inTiers<[Profile, RunOutcome]>(
    [
      ['gentle', 'passed'],
      ['standard', 'conforms'],
    ],
    2,
  ))
    it.each(rows)(
      'are never sent in a %s run to a server that would fail on them',
      options,
      async (profile, outcome) => {
        for (let seed = 0; seed < 5; seed++) {
          const { report } = await runInMemory({ change: [storing, choking('choke')] }, { profile, seed });
          expect(report.kitFaults).toEqual([]);
          expect(report.verdict.outcome).toBe(outcome);
        }
      },
    );

  it('break a vulnerable server only at the end of a thorough run', async () => {
    const { report } = await runInMemory(
      { change: [storing, choking('choke')] },
      { profile: 'thorough', keepExchanges: true },
    );
    const kept = report.exchanges?.recorded ?? [];
    const broken = kept.findIndex(
      ({ request, response }) => request.method === 'GET' && response?.status === 500,
    );
    expect(kept[broken - 1]?.purpose).toBe('a name of 1e400');
    // The kit requests a broken list again, with requests to another operation in between, and sends no further body.
    expect(kept.slice(broken).filter(({ request }) => request.method === 'POST')).toEqual([]);
  });

  it.each<[Profile, number | undefined]>([
    ['gentle', undefined],
    ['standard', undefined],
    ['thorough', poisonBodies.length],
  ])('lead to a warning in the plan of %s if they are sent', async (profile, count) => {
    const settings = settingsFor('http://127.0.0.1:9/v1', { profile });
    const { plan } = await planAhead(select(catalogueOf(), settings), settings);
    expect(plan.mayBreak).toBe(count);
    const warning = /Warning: the last 15 bodies may break a faulty server permanently/;
    if (count === undefined) expect(planLine(plan)).not.toContain('Warning');
    else expect(planLine(plan)).toMatch(warning);
  });
});
