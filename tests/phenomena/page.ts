import { it } from 'vitest';
import { writeDocuments } from '../docs/written.ts';
import { phenomenaDocuments, sectionOf, type WrittenSection } from './page-text.ts';
import { sections } from './phenomena.ts';

it('writes docs/phenomena.md', async () => {
  const written: WrittenSection[] = [];
  for (const [index, section] of sections.entries()) written.push(await sectionOf(section, index + 1));
  writeDocuments(phenomenaDocuments(written));
});
