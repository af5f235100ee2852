import { expect, it } from 'vitest';
import { configSchema } from '../../src/config/file.ts';

/** As the formatter writes it: lists of words on one line. */
const written = JSON.stringify(configSchema(), null, 2).replaceAll(
  /\[\n\s+([^[\]{}]+?)\n\s+\]/g,
  (_, items: string) => `[${items.replaceAll(/\n\s+/g, ' ')}]`,
);

it('the schema that is published is that of the table of options; npm run options writes it', async () => {
  await expect(`${written}\n`).toMatchFileSnapshot('../../schemas/config.schema.json');
});
