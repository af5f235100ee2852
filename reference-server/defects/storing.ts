import type { Change, Defect } from '../changes/change.ts';
import { editReading, names } from '../changes/edits.ts';
import type { Incoming } from '../incoming.ts';
import { checkNewCategory, isJsonObject, parseBody } from '../new-category.ts';
import { unauthorized } from '../problem.ts';

const storedBeforeCheck: Change = (parts, tools) =>
  editReading((body, read) => {
    const reading = read(body);
    const parsed = parseBody(body);
    if (reading.kind === 'problem' && parsed.kind === 'json' && isJsonObject(parsed.value)) {
      const alone = checkNewCategory({ name: parsed.value['name'] });
      if (alone.kind === 'category') parts.store.add(alone.category);
    }
    return reading;
  })(parts, tools);

const storedBeforeKey: Change = (parts) => {
  const keyless = new WeakSet<Incoming>();
  return {
    identify: (incoming, authentication, route) => {
      const identity = parts.identify(incoming, authentication, route);
      if (identity.kind !== 'nobody' || !names(route, 'createCategory')) return identity;
      keyless.add(incoming);
      return { kind: 'guest' };
    },
    operations: {
      ...parts.operations,
      createCategory: async (visit) => {
        const reply = await parts.operations.createCategory(visit);
        return keyless.has(visit.incoming) ? unauthorized('invalid', visit.parts.errorJson) : reply;
      },
    },
  };
};

export const storingDefects: readonly Defect[] = [
  {
    id: 'stored-before-check',
    title: 'Refuses a category with an invalid description but stores it',
    story: 'The row is inserted before the rest is checked, without a transaction.',
    requirements: ['invalid.nothing-stored'],
    change: storedBeforeCheck,
  },
  {
    id: 'stored-before-key',
    title: 'Refuses a creation without a valid key but stores the category',
    story: 'The key is checked only when the response is built.',
    requirements: ['invalid.nothing-stored'],
    change: storedBeforeKey,
  },
];
