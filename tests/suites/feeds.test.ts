import { expect, test } from 'vitest';
import { catalog } from '../../src/spec/catalog.ts';
import { suites } from '../../suites/index.ts';

const checks = suites.flatMap((suite) => suite.checks);

test('requirements depend only on requirements that send requests', () => {
  const sent = checks.filter(({ kind }) => kind === 'check' || kind === 'probe');
  // The catalog names the requirements on invalid bodies, because these bodies are generated for each run.
  const generated = catalog.filter(({ traits }) => traits?.invalidBodies).map(({ id }) => id);
  const known = [...sent.map(({ requirement }) => requirement), ...generated];
  for (const { id, traits } of catalog)
    for (const fed of traits?.fedBy ?? []) expect(known, id).toContain(fed);
});
