import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import type { Profile } from '../../src/config/option.ts';
import { loadClasses } from '../../src/payloads/generate.ts';
import { runInMemory } from '../support/in-memory.ts';

const { classes } = await loadClasses();
const always = classes.filter(({ turn }) => turn !== 'in turns').map(({ id }) => id);

/** Runs the kit against the reference server; returns the report, and the bodies that the kit sent, without their marks. */
async function sentIn(profile: Profile, seed: number) {
  const received: string[] = [];
  const change: Change = (parts) => ({
    readNewCategory: (body) => {
      received.push(Buffer.from(body).toString('latin1'));
      return parts.readNewCategory(body);
    },
  });
  const { report } = await runInMemory({ change }, { profile, seed, keepExchanges: true });
  const mark = new RegExp(`${report.runMark}[a-z]{4}`, 'g');
  const purposes = (report.exchanges?.recorded ?? []).map(({ purpose }) => purpose);
  return { report, purposes, bodies: received.map((body) => body.replaceAll(mark, '…')) };
}

const seeds = [20_110_716, 1, 20_261_130, 20_261_201];
const runs = await Promise.all(seeds.map((seed) => sentIn('standard', seed)));

describe.each(seeds.map((seed, at) => [seed, runs[at]] as const))(
  'a standard run with seed %i',
  (_seed, run) => {
    it('sends each of the 53 kinds of every standard run once, in two windows', () => {
      expect(run?.report.plan.invalidBodies).toBe(always.length);
      expect(run?.report.waits).toHaveLength(1);
    });

    it.each([
      [/"name"\s*:\s*null/, 'null as name'],
      [/"name"\s*:\s*(?:-?0(?:\.0|e0)?)\s*[,}]/, '0 as name'],
      [/"name"\s*:\s*-?[1-9]\d{0,15}(?:e\+?\d+)?\s*[,}]/i, 'an integer as name'],
      [/"name"\s*:\s*-?\d{16,}\s*[,}]/, 'an integer beyond 2^53 as name'],
      [/"name"\s*:\s*\{\s*\}/, 'an empty object as name'],
      [/"name"\s*:\s*\{\s*"/, 'an object with fields as name'],
      [/"name"\s*:\s*\[\s*\]/, 'an empty array as name'],
      [/"name"\s*:\s*\[\s*"/, 'an array of strings as name'],
      [/\[{50}/, 'an array nested fifty deep'],
      [/"description"\s*:\s*null/, 'null as description'],
      [/:\s*NaN/, 'NaN in an unknown member'],
      [/^(?:description=\S*&)?name=/, 'a form'],
      [/^\s*\[\s*\{/, 'an array of categories'],
      [/^\s+$/, 'a body of whitespace'],
      [/^$/, 'no body'],
    ])('sends %s', (pattern) => {
      const plain = run?.bodies.map((body) =>
        body.replace(/\\u(00[67][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      );
      expect(plain?.some((body) => pattern.test(body))).toBe(true);
    });
  },
);

it('different seeds send different bodies', () => {
  expect(new Set(runs.map(({ bodies }) => bodies.join('\n'))).size).toBe(seeds.length);
});

it('every class that each standard run sends can be generated', () => {
  expect(always).toHaveLength(53);
});

it('a gentle run sends 14 generated bodies, different ones each night', async () => {
  const nights = await Promise.all([20_261_130, 20_261_201].map((seed) => sentIn('gentle', seed)));
  for (const { report } of nights) {
    expect(report.plan.invalidBodies).toBe(14);
    expect(report.requests.total).toBeLessThanOrEqual(40);
  }
  expect(new Set(nights.map(({ bodies }) => bodies.join('\n'))).size).toBe(2);
});
