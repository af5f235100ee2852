import { expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { valuesOf } from '../../reference-server/response.ts';
import { runInMemory, startInMemory } from '../support/in-memory.ts';
import { replayOne } from '../support/replay-one.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/** Returns `{}` for a credential with a comma, and records the credential. */
const wrongAfterComma =
  (got: string[]): Change =>
  (parts) => ({
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      const [sent = ''] = valuesOf(visit.incoming.headers, 'Authorization');
      if (!sent.includes(',')) return finished;
      got.push(sent);
      return { ...finished, body: new TextEncoder().encode('{}') };
    },
  });

it('a replay sends the same value for a credential whose value may vary', async () => {
  const got: string[] = [];
  const change = [wrongAfterComma(got)];
  const { report } = await runInMemory({ change }, { seed: 3 });
  const finding = report.findings.find(({ requirement }) => requirement === 'errors.shape') ?? expect.fail();
  const [first = expect.fail()] = got.splice(0);
  expect(first).toMatch(new RegExp(`^Bearer ${testKey},(\\d{1,4}|[a-f]{1,4})$`));
  const { url, openDispatcher } = startInMemory({ keys: [{ key: testKey, plan: 'business' }], change });
  const settings = settingsFor(url, { seed: 3, exhaust: false });
  const { kinds } = await replayOne(finding, report, settings, { openDispatcher });
  expect(kinds).toEqual(['still failing']);
  expect(got[0]).toBe(first);
});

it('the values differ between seeds, but not for the same seed', async () => {
  const values = async (seed: number) => {
    const got: string[] = [];
    await runInMemory({ change: wrongAfterComma(got) }, { seed, only: 'auth.key-exact' });
    return got.join();
  };
  const all = [await values(1), await values(2), await values(3), await values(4)];
  expect(new Set(all).size).toBeGreaterThan(1);
  expect(await values(1)).toBe(all[0]);
});
