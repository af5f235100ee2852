import { describe, expect, it } from 'vitest';
import { countBodies, measure, type Recorded, record, seedsFrom } from './measure.ts';
import { refuse, type Slip, weakValidator } from './weak-validator.ts';

const night: Recorded = await record({ plan: 'free', profile: 'standard', seed: 20261121 });

/** Measures a weakness with one period of two nights. Only the second night has the bodies of a run. */
function measured(requirement: 'invalid.body-type' | 'invalid.name-type', slip: Slip) {
  const weakness = weakValidator({ id: 'x', title: 'x', requirement, shownBy: [], refused: [], slip });
  const nothing = { ...night, bodies: [] };
  const runs = { standard: [[nothing, night]], gentle: [], thorough: night, thoroughOnPro: nothing };
  return measure(weakness, runs);
}

/** Every standard run sends null as the body. */
const onNull: Slip = ({ text }) => (text.trim() === 'null' ? refuse(500) : undefined);

describe('the measurement', () => {
  it('counts how many nights pass until a run reports the weakness', async () => {
    expect(await measured('invalid.body-type', onNull)).toEqual({
      standard: [2],
      gentle: [],
      thorough: true,
      thoroughOnPro: false,
    });
  });

  it('finds nothing if the server responds correctly to every body', async () => {
    expect(await measured('invalid.body-type', () => undefined)).toMatchObject({
      standard: [undefined],
      thorough: false,
    });
  });

  it('fails if a run reports another requirement', async () => {
    await expect(measured('invalid.name-type', onNull)).rejects.toThrow(
      'standard run 20261121 of x: invalid.body-type',
    );
  });

  it('counts the invalid bodies of all runs, and how many differ without their marks', async () => {
    const { bodies, distinct } = countBodies([night]);
    expect(bodies).toBeGreaterThan(30);
    // Two bodies are empty: one request states the length, and the other does not.
    expect(distinct).toBe(bodies - 1);
    const again = await record({ plan: 'free', profile: 'standard', seed: 20261121 });
    expect(again.runMark).not.toBe(night.runMark);
    expect(countBodies([night, again])).toEqual({ bodies: 2 * bodies, distinct });
  });

  it('uses the seeds of consecutive dates, even across the end of a month and of a year', () => {
    expect(seedsFrom('2026-11-29', 3)).toEqual([20261129, 20261130, 20261201]);
    expect(seedsFrom('2026-12-31', 2)).toEqual([20261231, 20270101]);
    expect(seedsFrom('2027-02-28', 2)).toEqual([20270228, 20270301]);
  });
});
