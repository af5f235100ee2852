import { describe, it } from 'vitest';
import { expectAsStated } from './expect-stated.ts';
import { entriesOf } from './stated.ts';

describe.concurrent('each broken server is found, and blamed on the rows it names alone', () => {
  it.each(entriesOf('defect', 'quick'))('%s', (_id, entry) => expectAsStated(entry));
});
