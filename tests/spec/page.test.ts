import { it } from 'vitest';
import { expectWritten } from '../docs/written.ts';
import { requirementsDocuments } from './page.ts';

it('docs/requirements.md has every requirement (npm run requirements)', async () => {
  await expectWritten(requirementsDocuments());
});
