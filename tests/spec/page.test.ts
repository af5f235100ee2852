import { it } from 'vitest';
import { expectWritten } from '../docs/written.ts';
import { requirementsPage } from './page.ts';

it('docs/requirements.md has every requirement (npm run requirements)', async () => {
  await expectWritten({ 'requirements.md': requirementsPage() });
});
