import type { Answer } from '../model/exchange.ts';
import type { Looked, Trouble } from './looked.ts';

/** Whether each creation got an id that nothing else has: `create.id-unique`. */
export interface UniqueIds {
  /** A valid category was created, and its answer shows this id. */
  created(exchange: Answer, id: bigint): void;
  listed(list: Answer, ids: BigInt64Array): void;
  /** Whether a valid creation got this id. */
  isGiven(id: bigint): boolean;
  looked(): Omit<Looked, 'kept'>;
}

/** Keeps the ids of what was created, and of the newest list those that were there before. */
export function createUniqueIds(): UniqueIds {
  const givenTo = new Map<bigint, Answer>();
  const troubles: Trouble[] = [];
  let exercised = 0;
  let newestList: { readonly exchange: Answer; readonly ids: BigInt64Array } | undefined;

  return {
    created(exchange, id) {
      exercised++;
      const twice = givenTo.get(id);
      if (twice !== undefined) {
        troubles.push({
          exchange,
          expected: 'an id that no other creation got',
          received: `id ${id}, as the creation before it`,
          cause: 'two creations get the same id',
          comparedWith: twice,
        });
      } else if (
        newestList !== undefined &&
        newestList.exchange.readAt <= exchange.sentAt &&
        newestList.ids.includes(id)
      ) {
        troubles.push({
          exchange,
          expected: 'an id that the list did not hold before',
          received: `id ${id}, which the list held before the creation`,
          cause: 'a creation gets an id that was in use',
          comparedWith: newestList.exchange,
        });
      }
      givenTo.set(id, exchange);
    },
    listed(list, ids) {
      newestList = { exchange: list, ids };
    },
    isGiven: (id) => givenTo.has(id),
    looked: () => ({ exercised, troubles }),
  };
}
