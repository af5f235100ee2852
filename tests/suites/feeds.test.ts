import { expect, test } from 'vitest';
import { ledger } from '../../src/spec/ledger.ts';
import { suites } from '../../suites/index.ts';

const members = suites.flatMap((suite) => suite.members);

test('a requirement is fed by requirements for which something is sent', () => {
  const sent = members.filter(({ kind }) => kind === 'check' || kind === 'probe');
  // Invalid bodies are generated for each run.
  const generated = ledger.filter(({ traits }) => traits?.invalidBodies).map(({ id }) => id);
  const known = [...sent.map(({ requirement }) => requirement), ...generated];
  for (const { id, traits } of ledger)
    for (const fed of traits?.fedBy ?? []) expect(known, id).toContain(fed);
});
