import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import {
  checkNewCategory,
  invalid,
  isJsonObject,
  parseBody,
  type Reading,
} from '../../reference-server/new-category.ts';
import { problem } from '../../reference-server/problem.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';

/** Replaces bytes that are not UTF-8, and treats a null description as absent, as a Go decoder does. */
function readLeniently(bytes: Uint8Array): Reading {
  const parsed = parseBody(Buffer.from(new TextDecoder().decode(bytes)));
  if (parsed.kind === 'problem') return parsed;
  if (!isJsonObject(parsed.value))
    return invalid('body_not_object', 'The request body must be a JSON object.');
  const { description, ...fields } = parsed.value;
  return checkNewCategory(description === null || description === undefined ? fields : parsed.value);
}

/** Returns a change that reads bodies leniently, and counts the bodies that it refuses with `status`. */
function lenientServer(status: 400 | 500) {
  const counts = { refused: 0 };
  const change: Change = () => ({
    readNewCategory: (bytes) => {
      const reading = readLeniently(bytes);
      if (reading.kind === 'category') return reading;
      counts.refused++;
      return { kind: 'problem', problem: problem(status, reading.problem.code, reading.problem.message) };
    },
  });
  return { counts, change };
}

const nights = Array.from({ length: 12 }, (_, night) => 20261201 + night);
const gentle = { profile: 'gentle' as const };

describe('a server that stores a null description and bytes that are not UTF-8', () => {
  it('gets all bodies that it must refuse in each gentle run, and at most five categories', async () => {
    for (const seed of nights) {
      const { counts, change } = lenientServer(400);
      const { report } = await runInMemory({ change }, { ...gentle, seed });
      expect([seed, counts.refused >= 11]).toEqual([seed, true]);
      expect(report.requests.creates).toBeLessThanOrEqual(5);
      expect(report.verdict.outcome).toBe('passed');
    }
  });

  it('fails each gentle run if it returns 500 to all other invalid bodies', async () => {
    for (const seed of nights) {
      const { report } = await runInMemory({ change: lenientServer(500).change }, { ...gentle, seed });
      expect([seed, report.verdict.exitStatus]).toEqual([seed, 1]);
    }
  });

  it.each([2, 3, 6, 11])('gets bodies that it must refuse with --max-creates %i', async (maxCreates) => {
    const { counts, change } = lenientServer(400);
    const { report } = await runInMemory({ change }, { maxCreates, exhaust: false });
    expect(counts.refused).toBeGreaterThan(40);
    expect(report.requests.creates).toBeLessThanOrEqual(maxCreates);
    expect(idsWith(report, 'fail')).toEqual([]);
  });
});

it.each(['list-stale', 'list-newest-missing', 'list-undescribed-missing'])(
  'a gentle run reads the list after its last creation, and finds %s',
  async (id) => {
    const { change } = defects.find((one) => one.id === id) ?? expect.fail();
    for (const seed of nights.slice(0, 4)) {
      const { report } = await runInMemory({ change }, { ...gentle, seed });
      expect([seed, idsWith(report, 'fail')]).toEqual([seed, ['list.complete']]);
    }
  },
);
