import { describe, expect, it } from 'vitest';
import { drawBodies } from '../../../src/run/bodies.ts';
import { catalogueOf } from '../../../src/run/catalogue.ts';
import { select } from '../../../src/run/select.ts';
import { runAgainst, settingsFor } from '../../support/run-against.ts';

const server = { plans: { free: { minute: 100_000, day: 1_000_000 } } };
const many = { profile: 'thorough', maxRequests: 5_000, exhaust: false } as const;

function bodiesFor(payloads: number, only?: string) {
  const settings = settingsFor('http://localhost', {
    ...many,
    payloads,
    ...(only === undefined ? {} : { only }),
  });
  return drawBodies(select(catalogueOf(), settings), settings, { others: 0 });
}

const titlesOf = (probes: Iterable<{ readonly title: string }>) => [...probes].map(({ title }) => title);

describe('bodies beyond those that are drawn at once', () => {
  it('are sent as planned, each another one, and judged like the others', async () => {
    const { report } = await runAgainst(server, { ...many, payloads: 700, keepExchanges: true });
    expect(report.verdict.outcome).toBe('conforms');
    expect(report.plan.refusedBodies).toBe(741);
    const mark = new RegExp(`${report.runMark}[a-z]{4}`, 'g');
    const refused = (report.exchanges?.kept ?? []).filter(({ response }) => response?.status === 400);
    const bodies = refused.map(({ request }) => {
      const bytes = Buffer.from(request.again.bodyBase64 ?? '', 'base64');
      return bytes.toString('latin1').replaceAll(mark, 'mark');
    });
    // Bytes that are no UTF-8 in a text may be accepted, and the reference server is as free as others.
    expect(bodies.length).toBeGreaterThan(680);
    expect(new Set(bodies).size).toBeGreaterThanOrEqual(bodies.length - 20);
  });

  it('are left out where --max-requests has no room for them', async () => {
    const { report, counted } = await runAgainst(server, { ...many, payloads: 2_000, maxRequests: 900 });
    expect(report.verdict.outcome).toBe('conforms');
    expect(counted.requests).toBeLessThanOrEqual(900);
    expect(report.plan.refusedBodies).toBeGreaterThan(600);
    expect(report.plan.proofLeftOut).toBeDefined();
  });

  it('are drawn when they are asked for, and go on where those before them ended', async () => {
    const { further, furtherCount } = await bodiesFor(700);
    expect(furtherCount).toBe(100);
    const first = titlesOf(further(30));
    expect(first).toHaveLength(30);
    const { further: again } = await bodiesFor(700);
    expect(titlesOf(again(100)).slice(0, 30)).toEqual(first);
  });

  it('are of the rows that --only names', async () => {
    const { members, further, furtherCount } = await bodiesFor(1_200, 'invalid.name-type');
    const rows = new Set([...further(furtherCount)].map(({ requirement }) => requirement));
    expect([...rows]).toEqual(['invalid.name-type']);
    const atOnce = members.filter(({ requirement }) => requirement === 'invalid.name-type').length;
    expect(furtherCount / atOnce).toBeCloseTo(1, 1);
  });

  it('are none where no more are wanted than are drawn at once', async () => {
    const { further, furtherCount } = await bodiesFor(600);
    expect(furtherCount).toBe(0);
    expect([...further(10)]).toEqual([]);
  });
});
