import { expect, it } from 'vitest';
import { editTexts } from '../../reference-server/defects/creating-text.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';

/**
 * Like Newtonsoft.Json, the JSON library converts any string that looks like a date to a date, and writes that date in its
 * own format.
 */
const rewritten = editTexts((text) =>
  /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(text) ? new Date(text).toUTCString() : text,
);

it('one nightly run in three sends an ISO time as a description', async () => {
  const found = [];
  for (const seed of [20261129, 20261130, 20261201]) {
    const { report } = await runInMemory({ change: [rewritten] }, { seed });
    found.push(...idsWith(report, 'fail', 'warn'));
  }
  expect(found).toEqual(['create.text']);
});
