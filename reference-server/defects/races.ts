import { setTimeout as pause } from 'node:timers/promises';
import type { CategoryStore } from '../categories.ts';
import { applyChanges, type Change, type Defect } from '../changes/change.ts';
import { concurrentMs, editCreations, editList, editReading } from '../changes/edits.ts';
import { invalid } from '../new-category.ts';

/** Reads the next id and waits until another creation has also read it, so that the race occurs whenever possible. */
const readsSameId: Change = (parts, tools) => {
  let release = (): void => {};
  return editCreations(async (visit, serve) => {
    const next = 1n + parts.store.list().reduce((highest, { id }) => (id > highest ? id : highest), 0n);
    release();
    const another = new Promise<void>((resolve) => {
      release = resolve;
    });
    await Promise.race([another, pause(concurrentMs)]);
    const add: CategoryStore['add'] = (category) => visit.parts.store.add(category, next);
    const store = { ...visit.parts.store, add };
    return serve({ ...visit, parts: { ...visit.parts, store } });
  })(parts, tools);
};

/** Inserts a row as soon as a creation begins. Lists show the row without its name until the creation ends. */
const insertsThenUpdates: Change = (parts, tools) => {
  let begun = 0;
  const creations = editCreations(async (visit, serve) => {
    begun += 1;
    await pause(concurrentMs);
    begun -= 1;
    return serve(visit);
  });
  const lists = editList((items) =>
    begun === 0 ? items : [...items, { id: 1_000_000 + items.length, name: null }],
  );
  return applyChanges(parts, [creations, lists], tools);
};

/** Accepts only short strings of plain letters, as a conforming server may. */
const onlyPlainLetters = editReading((body, read) => {
  const reading = read(body);
  if (reading.kind !== 'category') return reading;
  const { name, description = '' } = reading.category;
  const isPlain = [name, description].every((text) => /^[A-Za-z ]{0,16}$/.test(text));
  return isPlain ? reading : invalid('text_not_plain', 'Use at most 16 letters a to z.');
});

/** Numbers connections in order of arrival. */
const byConnection: Change = (parts) => {
  const ports = new WeakMap<object, number>();
  let met = 0;
  return {
    bucket: (incoming, identity, route) => {
      const { connection } = incoming;
      const port = ports.get(connection) ?? ++met;
      ports.set(connection, port);
      const bucket = parts.bucket(incoming, identity, route);
      return { ...bucket, id: `${bucket.id} from port ${port}` };
    },
  };
};

/** Defects that sequential requests on one connection do not show. */
export const raceDefects: readonly Defect[] = [
  {
    id: 'id-asked-before',
    title: 'Gives two concurrent creations the same id',
    story: 'The code reads the highest id and adds one; before the insert, other requests do the same.',
    requirements: ['create.id-unique', 'list.ids-unique'],
    change: readsSameId,
  },
  {
    id: 'id-asked-before-plain-text',
    title: 'Gives two concurrent creations the same id, and accepts only plain letters',
    story:
      'The code reads the highest id and adds one. Only plain letters can show the fault, because the server refuses all other strings.',
    requirements: ['create.id-unique', 'list.ids-unique'],
    change: (parts, tools) => applyChanges(parts, [onlyPlainLetters, readsSameId], tools),
  },
  {
    id: 'row-before-name',
    title: 'Lists a category without its name while it is being created',
    story: 'An INSERT creates the id, and an UPDATE in a separate transaction sets the rest.',
    requirements: ['list.category'],
    change: insertsThenUpdates,
  },
  {
    id: 'limit-by-connection',
    title: 'Applies a separate limit to each connection',
    story: 'The limiter counts by peer address, and the proxy in front includes its port in that address.',
    requirements: ['limit.enforced'],
    change: byConnection,
  },
];
