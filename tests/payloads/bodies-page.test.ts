import { it } from 'vitest';
import { loadClasses } from '../../src/payloads/generate.ts';
import { expectWritten } from '../docs/written.ts';
import { bodiesDocuments } from './bodies-page.ts';

it('docs/invalid-bodies.md has every fault class (npm run requirements)', async () => {
  const { fc, classes } = await loadClasses();
  await expectWritten(bodiesDocuments(fc, classes));
});
