import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { phenomenaPage } from './page-text.ts';
import { sections } from './phenomena.ts';

it('docs/phenomena.md', async () => {
  writeFileSync(new URL('../../docs/phenomena.md', import.meta.url), await phenomenaPage(sections));
});
