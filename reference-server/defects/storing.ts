import type { Change, Defect } from '../changes/change.ts';
import { editReading, editReplies, isOperation } from '../changes/edits.ts';
import type { Incoming } from '../incoming.ts';
import { checkNewCategory, isJsonObject, parseBody } from '../new-category.ts';
import { errorReply, problem, unauthorized } from '../problem.ts';

const storedBeforeCheck: Change = (parts, tools) =>
  editReading((body, read) => {
    const reading = read(body);
    const parsed = parseBody(body);
    if (reading.kind === 'problem' && parsed.kind === 'json' && isJsonObject(parsed.value)) {
      const nameOnly = checkNewCategory({ name: parsed.value['name'] });
      if (nameOnly.kind === 'category') parts.store.add(nameOnly.category);
    }
    return reading;
  })(parts, tools);

const storedBeforeKey: Change = (parts) => {
  const keyless = new WeakSet<Incoming>();
  return {
    identify: (incoming, authentication, route) => {
      const identity = parts.identify(incoming, authentication, route);
      if (identity.kind !== 'nobody' || !isOperation(route, 'createCategory')) return identity;
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

/** Stores every category, but returns 409 for those whose number `isConflict` selects. */
const conflicting =
  (isConflict: (count: number) => boolean): Change =>
  (parts, tools) => {
    let count = 0;
    return editReplies('createCategory', (reply, visit) => {
      if (reply.status !== 201) return reply;
      count += 1;
      return isConflict(count)
        ? errorReply(problem(409, 'already_exists', 'This category exists already.'), visit.parts.errorJson)
        : reply;
    })(parts, tools);
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
  {
    id: 'stored-but-409-once',
    title: 'Stores the second category and returns 409',
    story: 'The gateway sends a slow POST again, and a unique index refuses the second one.',
    requirements: ['create.created'],
    change: conflicting((count) => count === 2),
  },
  {
    id: 'stored-but-409-later',
    title: 'Stores every category from the third on and returns 409',
    story:
      'Under load, the gateway sends each POST again after a timeout, and a unique index refuses the second one.',
    requirements: ['create.created'],
    change: conflicting((count) => count > 2),
  },
  {
    id: 'stored-beyond-limit',
    title: 'Stores a category beyond the limit and returns 429',
    story: 'The limiter runs after the handler and replaces its response.',
    requirements: ['invalid.nothing-stored'],
    change: (parts) => ({
      tooMany: (usage, now, visit) => {
        // Nothing waits for the category, so a client that goes away must not end the process.
        if (isOperation(visit.route, 'createCategory'))
          Promise.resolve(parts.operations.createCategory(visit)).catch(() => {});
        return parts.tooMany(usage, now, visit);
      },
    }),
  },
];
