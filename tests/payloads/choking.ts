import type { Change, Reply } from '../../reference-server/index.ts';

/** Makes the list return 500 permanently once a description that contains `on` is stored. */
export function choking(on: string): Change {
  return (parts) => {
    const { listCategories } = parts.operations;
    const broken: Reply = {
      status: 500,
      headers: [],
      json: { code: 'internal', message: 'It failed.', status: 500 },
    };
    const isStored = () => parts.store.list().some(({ description }) => description?.includes(on));
    return {
      operations: {
        ...parts.operations,
        listCategories: (visit) => (isStored() ? broken : listCategories(visit)),
      },
    };
  };
}

/**
 * Stores what permanently broke the lists of real stacks: bytes that are not UTF-8, and numbers beyond the range of a
 * double.
 */
export const storing: Change = (parts) => ({
  readNewCategory: (body) => {
    const text = Buffer.from(body).toString('latin1');
    const isBroken = (value = '') => {
      const isUtf8 = Buffer.from(Buffer.from(value, 'latin1').toString(), 'utf8').equals(
        Buffer.from(value, 'latin1'),
      );
      return !isUtf8 || (/^-?(?:NaN|Infinity|\d+e\d{3,})$/.test(value) && !Number.isFinite(Number(value)));
    };
    const fields = text.matchAll(/"(name|description)"\s*:\s*"?([^",}]*)/g);
    return [...fields].some(([, , value]) => isBroken(value))
      ? { kind: 'category', category: { name: 'stored', description: 'choke' } }
      : parts.readNewCategory(body);
  },
});
