import { it } from 'vitest';
import { writeDocuments } from '../docs/written.ts';
import { list, phenomenaDocuments, rowsOf } from './list.ts';
import { sections } from './phenomena.ts';

it(`writes ${list}`, async () => {
  const rows = [];
  for (const section of sections) rows.push(...(await rowsOf(section)));
  writeDocuments(phenomenaDocuments(rows));
});
