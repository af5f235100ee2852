import { it } from 'vitest';
import { loadClasses } from '../src/payloads/generate.ts';
import { writeDocuments } from '../tests/docs/written.ts';
import {
  instancesOf,
  minimalityLine,
  runKit,
  type ShownBody,
  shownBodies,
} from '../tests/payloads/minimality.ts';
import { findAll } from '../tests/payloads/shares.ts';
import { payloadDocuments, seeds } from '../tests/payloads/table.ts';
import { weakValidators } from '../tests/payloads/weak-validators/index.ts';

/** `npm run weak-validators`. Vitest runs it because it runs TypeScript on every supported Node.js. */
it('writes docs/payloads.md', async () => {
  const { fc, classes } = await loadClasses();
  const found = findAll(fc, classes, weakValidators, { seeds, most: 60 });
  const instances = instancesOf(fc, classes);
  const shown: ShownBody[] = [];
  for (const [index, validator] of weakValidators.entries())
    shown.push(...shownBodies(await runKit(validator, { seed: index + 1 }), validator, instances));
  writeDocuments(payloadDocuments(found, classes.length, minimalityLine(shown)));
});
