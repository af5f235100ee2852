import type { Change, Defect } from '../change.ts';
import { editIdentity, editListed, editRateHeaders, editResponses, editStoreOfRequest } from '../edits.ts';
import type { Incoming } from '../incoming.ts';
import { withoutHeader } from '../response.ts';

/** Returns the instance that a round-robin balancer sends a request to. */
function instanceOf({ number }: Incoming, instances: number): number {
  return number % instances;
}

/** Lists in each instance what was created through it; ids come from a shared sequence. */
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

/** Numbers what is created through each of two instances by a counter of its own. */
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

/** Mistakes of several instances behind a balancer that share too little. */
export const instanceDefects: readonly Defect[] = [
  {
    id: 'instances-own-memories',
    title: 'Each of two instances lists what was created through it',
    story: 'Categories are kept in memory, which was right as long as there was one instance.',
    requirements: ['list.complete'],
    change: ownMemories,
  },
  {
    id: 'instances-count-ids-apart',
    title: 'Each of two instances counts ids for itself',
    story: 'The counter is a variable, and the index that would refuse what is there twice was never made.',
    requirements: ['create.id-unique', 'list.ids-unique'],
    change: ownCounters,
  },
  {
    id: 'instance-without-keys',
    title: 'One instance in seven answers 401 to the valid key',
    story: 'It started before the store of keys did and never asked again.',
    requirements: ['auth.key-accepted'],
    change: editIdentity((identity, incoming) =>
      identity.kind === 'key' && instanceOf(incoming, 7) === 4
        ? { kind: 'nobody', why: 'invalid' }
        : undefined,
    ),
  },
  {
    id: 'instance-without-headers',
    title: 'One instance in five sends no X-RateLimit-Reset',
    story: 'The release that added the header is rolled out to four of them.',
    requirements: ['headers.present'],
    change: editResponses(
      (_response, { incoming, route }) => route.kind === 'operation' && instanceOf(incoming, 5) === 3,
      (response) => withoutHeader(response, 'X-RateLimit-Reset'),
    ),
  },
  {
    id: 'instances-with-limits-of-their-own',
    title: 'Each of four instances names another limit',
    story: 'A change of the configuration has reached some of them; the counter is shared all the same.',
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
    title: 'Each of eight processes counts for itself',
    story: 'The limiter keeps its counts in memory, and the service runs on eight cores.',
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
    title: 'Every third category is not listed',
    story: 'One of three shards does not answer in time, and the others are taken for the whole.',
    requirements: ['list.complete'],
    change: editListed((categories) => categories.filter(({ id }) => id % 3n !== 0n)),
  },
  {
    id: 'list-of-lagging-replica',
    title: 'Every second list is as it was at the start',
    story: 'Reads go to two replicas by turns, and one of them has stopped following.',
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
