import { it } from 'vitest';
import { loadClasses } from '../../src/payloads/generate.ts';
import { expectWritten } from '../docs/written.ts';
import { requirementsDocuments } from './page.ts';

it('docs/reference/requirements.md has every requirement (npm run write -- requirements)', async () => {
  const { fc, classes } = await loadClasses();
  await expectWritten(requirementsDocuments(fc, classes));
});
