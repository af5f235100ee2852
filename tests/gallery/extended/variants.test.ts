// @module-tag extended
import { describe, it } from 'vitest';
import { expectAsStated } from '../expect-stated.ts';
import { entriesOf } from '../stated.ts';

describe.concurrent('each legal server passes, with the warnings that it names', () => {
  it.each(entriesOf('variant', 'extended'))('%s', (_id, entry) => expectAsStated(entry));
});
