import { describe, expect, test } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { runOutcomeOf } from '../../src/engine/verdict.ts';
import { outcomes } from '../../src/report/model/verdicts.ts';
import { reasonCodes } from '../../src/spec/reasons.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runInMemory } from '../support/in-memory.ts';
import { elsewhere, rows } from './rows.ts';

test('each reason is in this table or has a test elsewhere', () => {
  expect([...Object.keys(rows), ...elsewhere].sort()).toEqual(reasonCodes.toSorted());
});

describe('each reason occurs with some server, and the class of the reason determines the exit status', () => {
  test.concurrent.each(Object.entries(rows))('%s', async (code, shown) => {
    const { change: id, settings = {}, server = {}, status, strict } = shown;
    const found = [...variants, ...defects].find((one) => one.id === id);
    expect(found?.id).toBe(id);
    const change = found === undefined ? {} : { change: found.change };
    const clock = createVirtualClock();
    const { report } = await runInMemory({ ...server, ...change }, settings, { clock });
    const { requirements, verdict } = report;
    expect(requirements.map(({ reason }) => reason?.code)).toContain(code);
    expect([verdict.exitStatus, verdict.sentence]).toEqual([status, verdict.sentence]);
    const facts = { interrupted: false, kitFaults: 0, checkFaults: 0, failOnAdvisory: false, requirements };
    expect(outcomes[runOutcomeOf({ ...facts, strict: true })].exitStatus).toBe(strict);
    // A reason names no requirement that passed.
    const passed = new Set(requirements.filter((one) => one.verdict === 'pass').map((one) => one.id));
    const named = requirements.flatMap(
      ({ reason }) => reason?.text.match(/\b[a-z]+\.[a-z][a-z0-9-]+/g) ?? [],
    );
    expect(named.filter((one) => passed.has(one))).toEqual([]);
  });
});
