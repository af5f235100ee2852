// @module-tag extended
import { describe, it } from 'vitest';
import { expectAsStated } from '../expect-stated.ts';
import { entriesOf } from '../stated.ts';

describe.concurrent('each defect is reported under exactly the requirements that it violates', () => {
  it.each(entriesOf('defect', 'extended'))('%s', (_id, entry) => expectAsStated(entry));
});
