import { expect, test } from 'vitest';
import { ledger } from '../../src/spec/ledger.ts';
import { feeds } from '../../suites/feeds.ts';
import { suites } from '../../suites/index.ts';

const members = suites.flatMap((suite) => suite.members);
const ids = ledger.map(({ id }) => id);

test('what is fed are rows of the ledger', () => {
  for (const [pattern] of feeds) {
    const [section, row] = pattern.split('.');
    const fed =
      row === '*' ? ids.filter((id) => id.startsWith(`${section}.`)) : ids.filter((id) => id === pattern);
    expect(fed, pattern).not.toEqual([]);
  }
});

test('it is fed by rows for which something is sent', () => {
  const sent = new Set(
    members.filter(({ kind }) => kind === 'check' || kind === 'probe').map(({ requirement }) => requirement),
  );
  // Bodies to be refused are drawn for each run.
  const drawn = ids.filter((id) => id.startsWith('invalid.'));
  for (const [pattern, rows] of feeds)
    for (const row of rows) expect([...sent, ...drawn], pattern).toContain(row);
});
