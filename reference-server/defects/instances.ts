import type { Change, Defect } from '../changes/change.ts';
import {
  editIdentity,
  editListed,
  editRateHeaders,
  editResponses,
  editStoreOfRequest,
} from '../changes/edits.ts';
import { withoutHeader } from '../changes/headers.ts';
import type { Incoming } from '../incoming.ts';

/** Returns the instance to which a round-robin load balancer sends a request. */
function instanceOf({ number }: Incoming, instances: number): number {
  return number % instances;
}

/**
 * In each instance, lists only the categories that were created through that instance, although all ids come from a
 * shared sequence.
 */
const ownMemories: Change = (parts, tools) => {
  const owner = new Map<bigint, number>();
  return editStoreOfRequest(({ incoming, parts: { store } }) => ({
    add: (...given) => {
      const category = store.add(...given);
      owner.set(category.id, instanceOf(incoming, 2));
      return category;
    },
    list: () => store.list().filter(({ id }) => owner.get(id) === instanceOf(incoming, 2)),
  }))(parts, tools);
};

/** Counts ids separately in each of two instances. */
const ownCounters: Change = (parts, tools) => {
  const counters = [0n, 0n];
  return editStoreOfRequest(({ incoming, parts: { store } }) => ({
    add: (category) => {
      const instance = instanceOf(incoming, counters.length);
      const id = (counters[instance] ?? 0n) + 1n;
      counters[instance] = id;
      return store.add(category, id);
    },
  }))(parts, tools);
};

/** Servers with several instances behind a load balancer, which share too little state. */
export const instanceDefects: readonly Defect[] = [
  {
    id: 'instances-own-memories',
    title: 'Lists only its own categories in each of two instances',
    story: 'Categories are kept in memory, which worked with one instance.',
    requirements: ['list.complete'],
    change: ownMemories,
  },
  {
    id: 'instances-count-ids-apart',
    title: 'Assigns ids from a separate counter in each of two instances',
    story: 'The counter is a variable, and the unique index was never created.',
    requirements: ['create.id-unique', 'list.ids-unique'],
    change: ownCounters,
  },
  {
    id: 'instance-without-keys',
    title: 'Returns 401 for the valid key from one instance in seven',
    story: 'This instance started before the key store, and never tried to connect again.',
    requirements: ['auth.key-accepted'],
    change: editIdentity((identity, incoming) =>
      identity.kind === 'key' && instanceOf(incoming, 7) === 4
        ? { kind: 'nobody', why: 'invalid' }
        : undefined,
    ),
  },
  {
    id: 'instance-without-headers',
    title: 'Omits X-RateLimit-Reset in one of five instances',
    story: 'The release that added the header runs on only four of the instances.',
    requirements: ['headers.present'],
    change: editResponses(
      (_response, { incoming, route }) => route.kind === 'operation' && instanceOf(incoming, 5) === 3,
      (response) => withoutHeader(response, 'X-RateLimit-Reset'),
    ),
  },
  {
    id: 'instances-with-limits-of-their-own',
    title: 'Sends a different limit from each of four instances',
    story: 'A configuration change has reached only some of the instances, which share the counter.',
    requirements: ['headers.limit-steady'],
    change: editRateHeaders((lines, { shown }, { incoming }) =>
      lines.map(([name, value]) =>
        name === 'X-RateLimit-Limit'
          ? [name, String(shown.limit + 10 * instanceOf(incoming, 4))]
          : [name, value],
      ),
    ),
  },
  {
    id: 'limit-per-process',
    title: 'Counts requests separately in each of eight processes',
    story: 'The limiter counts in memory, and the server runs on eight cores.',
    requirements: ['limit.enforced'],
    change: (parts) => ({
      bucket: (incoming, identity, route) => {
        const bucket = parts.bucket(incoming, identity, route);
        return { ...bucket, id: `${bucket.id} of ${instanceOf(incoming, 8)}` };
      },
    }),
  },
  {
    id: 'shard-missing-from-list',
    title: 'Omits every third category from the list',
    story: 'One of three shards times out, and the results of the other two count as complete.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.filter(({ id }) => id % 3n !== 0n)),
  },
  {
    id: 'list-of-lagging-replica',
    title: 'Returns the list from startup for every other GET /categories',
    story: 'Reads alternate between two replicas, and one no longer replicates.',
    requirements: ['list.complete'],
    change: (parts) => {
      const atTheStart = [...parts.store.list()];
      let lists = 0;
      const list = () => {
        lists += 1;
        return lists % 2 === 1 ? parts.store.list() : atTheStart;
      };
      return { store: { ...parts.store, list } };
    },
  },
];
