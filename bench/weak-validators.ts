import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { loadClasses } from '../src/payloads/draw.ts';
import {
  instancesOf,
  minimalityLine,
  runKit,
  type ShownBody,
  shownBodies,
} from '../tests/payloads/minimality.ts';
import { findAll } from '../tests/payloads/shares.ts';
import { documentOf, seeds } from '../tests/payloads/table.ts';
import { weakValidators } from '../tests/payloads/weak-validators/index.ts';

/** `npm run weak-validators`. Not a test: Vitest runs TypeScript on every supported Node. */
it('writes docs/payloads.md', async () => {
  const { fc, classes } = await loadClasses();
  const found = findAll(fc, classes, weakValidators, { seeds, most: 60 });
  const instances = instancesOf(fc, classes);
  const shown: ShownBody[] = [];
  for (const [index, validator] of weakValidators.entries())
    shown.push(...shownBodies(await runKit(validator, { seed: index + 1 }), validator, instances));
  const document = documentOf(found, classes.length, minimalityLine(shown));
  writeFileSync(new URL('../docs/payloads.md', import.meta.url), document);
});
