// @module-tag extended
import { describe, expect, it } from 'vitest';
import { runAgainst } from '../../support/run-against.ts';

const server = { plans: { free: { minute: 100_000, day: 1_000_000 } } };
const many = { profile: 'thorough', maxRequests: 5_000, exhaust: false } as const;

describe('--profile thorough', () => {
  it('sends all bodies as planned, without duplicates, and judges them', async () => {
    const { report } = await runAgainst(server, { ...many, keepExchanges: true });
    expect(report.verdict.outcome).toBe('passed');
    expect(report.plan.invalidBodies).toBe(440);
    const mark = new RegExp(`${report.runMark}[a-z]{4}`, 'g');
    const refused = (report.exchanges?.recorded ?? []).filter(({ response }) => response?.status === 400);
    const bodies = refused.map(({ request }) => {
      const bytes = Buffer.from(request.again.bodyBase64 ?? '', 'base64');
      return bytes.toString('latin1').replaceAll(mark, 'mark');
    });
    // The reference server accepts some of these bodies, such as strings with bytes that are not UTF-8.
    expect(bodies.length).toBeGreaterThan(400);
    expect(new Set(bodies).size).toBeGreaterThanOrEqual(bodies.length - 5);
  });

  it('sends fewer bodies if --max-requests is too low', async () => {
    const { report, counted } = await runAgainst(server, { ...many, maxRequests: 400 });
    expect(report.verdict.outcome).toBe('passed');
    expect(counted.requests).toBeLessThanOrEqual(400);
    expect(report.plan.invalidBodies).toBeGreaterThan(200);
    expect(report.plan.proofSkipped).toBeDefined();
  });
});
