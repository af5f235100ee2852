import { expect, it } from 'vitest';
import { configSchema } from '../../src/config/file.ts';

/** As the formatter writes it: lists of words on one line. */
const written = JSON.stringify(configSchema(), null, 2).replaceAll(
  /\[\n\s+([^[\]{}]+?)\n\s+\]/g,
  (_, items: string) => `[${items.replaceAll(/\n\s+/g, ' ')}]`,
);

it('the published schema matches the table of options (npm run options updates it)', async () => {
  await expect(`${written}\n`).toMatchFileSnapshot('../../schemas/config.schema.json');
});
