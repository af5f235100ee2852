/**
 * What a server knows about the run that tests it: the first category that the run created, the id that the next one gets,
 * and a name that the server refused.
 */
const nothing = { first: { id: 1n, name: 'nothing' }, next: 1n, refused: 'nothing' };

/** Repeats an element until the list has almost this length. */
function repeated(length, elementAt) {
  const elements = [];
  for (let at = 0, left = length - 2; ; at++) {
    const element = elementAt(at);
    left -= element.length + 1;
    if (left < 0) return `[${elements.join()}]`;
    elements.push(element);
  }
}

/** Returns a list of one category. `rest` writes the further members that bring the list to almost this length. */
function one(length, members, rest) {
  const begin = `[{${members},`;
  return `${begin}${rest(length - begin.length - 10)}}]`;
}

const letters = (at) =>
  [26 ** 3, 26 ** 2, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(at / place) % 26))).join('');
const idAt = (at) => 1_000_000 + at;
const mark = 'kitqz';
const nested = (inner, depth) => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;

/**
 * Lists that a server may return. `write` gets what the server knows about the run, and returns a list of about `length`
 * bytes.
 */
export const shapes = [
  {
    name: 'categories of others',
    write: (length) =>
      repeated(length, (at) => `{"id":${idAt(at)},"name":"category ${at}","description":"Dogs, cats"}`),
  },
  { name: 'one category', write: (length) => repeated(length, () => '{"id":1000000,"name":"a"}') },
  {
    name: 'ids beyond 2^53',
    write: (length) => repeated(length, (at) => `{"id":${2n ** 62n + BigInt(at)},"name":"a"}`),
  },
  {
    name: 'ids whose last 64 bits are equal',
    write: (length) => repeated(length, (at) => `{"id":${(BigInt(at) << 64n) + 1n},"name":"a"}`),
  },
  { name: 'integers', write: (length) => repeated(length, () => '1') },
  { name: 'fractions with exponents', write: (length) => repeated(length, (at) => `1.5e-${at % 10}`) },
  { name: 'empty objects', write: (length) => repeated(length, () => '{}     ') },
  {
    name: 'arrays nested deep',
    write: (length) =>
      repeated(length, () => `{"id":1000000,"name":"a","x":${nested(`"${'x'.repeat(2_500)}"`, 400)}}`),
  },
  {
    name: 'a category with many members',
    write: (length) =>
      one(length, '"id":1000000,"name":"a"', (rest) =>
        repeated(rest, (at) => `"m${at.toString(36)}":0`).slice(1, -1),
      ),
  },
  {
    name: 'a category with one member many times',
    write: (length) => one(length, '"id":1000000', (rest) => repeated(rest, () => '"name":"a"').slice(1, -1)),
  },
  {
    name: 'a long name',
    write: (length) => one(length, '"id":1000000', (rest) => `"name":"${'a'.repeat(rest - 10)}"`),
  },
  {
    name: 'escapes everywhere',
    write: (length) => repeated(length, (at) => `{"\\u0069\\u0064":${idAt(at)},"\\u006eame":"\\n${at}"}`),
  },
  {
    name: 'invalid categories of another run',
    write: (length) => repeated(length, (at) => `{"id":"${at}","name":"${mark}zzzzz${letters(at)}"}`),
  },
  {
    name: 'a name of the run, in each category',
    write: (length, { first }) => repeated(length, (at) => `{"id":${idAt(at)},"name":"${first.name}"}`),
  },
  {
    name: 'an id of the run, in each category',
    write: (length, { first }) => repeated(length, (at) => `{"id":${first.id},"name":"category ${at}"}`),
  },
  {
    name: 'names with the mark of the run',
    write: (length, { first }) =>
      repeated(length, (at) => `{"id":${idAt(at)},"name":"${first.name.slice(0, 10)}${letters(at)}"}`),
  },
  {
    name: 'a refused name, in each category',
    write: (length, { refused }) => repeated(length, (at) => `{"id":${idAt(at)},"name":"${refused}"}`),
  },
  {
    name: 'the next id, with a number as the name',
    write: (length, { next }) =>
      repeated(length, (at) => `{"id":${next},"name":${(BigInt(at) << 64n) + 1n}}`),
  },
  {
    name: 'a category of the run with escapes',
    write: (length, { first }) =>
      one(length, `"id":"${first.id}","name":"${first.name}"`, (rest) => {
        const escaped = '\\\\u0041';
        return `"x":"${escaped.repeat((rest - 10) / escaped.length)}"`;
      }),
  },
  {
    name: 'a category of the run with a long string that is nested deep',
    write: (length, { first }) =>
      one(length, `"id":"${first.id}","name":"${first.name}"`, (rest) => {
        const inner = `"${'x'.repeat(rest - 2_020)}"`;
        return `"x":${'[1,'.repeat(400)}${inner}${']'.repeat(400)}`;
      }),
  },
  {
    name: 'combining marks as the name of a category of the run',
    write: (length, { first }) =>
      one(length, `"id":${first.id}`, (rest) => {
        const half = Math.floor((rest - 20) / 4);
        return `"name":"a${'\u0315'.repeat(half)}${'\u0316'.repeat(half)}"`;
      }),
  },
];

/** Returns a change that gives the lists of the reference server this shape and length. It calls `served` for each list. */
export function listsOf({ write }, length, served = () => {}) {
  return (parts) => {
    const known = { ...nothing };
    const add = (...given) => {
      const category = parts.store.add(...given);
      known.next = category.id + 1n;
      if (known.first === nothing.first) known.first = category;
      return category;
    };
    const finish = async (response, visit) => {
      const finished = await parts.finish(response, visit);
      const { incoming, route } = visit;
      if (finished.status === 200 && route.operation === 'listCategories') {
        served();
        return { ...finished, body: Buffer.from(write(length, known)) };
      }
      const isRefused = incoming.method === 'POST' && [400, 401].includes(finished.status);
      const sent = isRefused ? await incoming.body() : undefined;
      const [name] = /kitqz[a-z]{9}/.exec(Buffer.from(sent?.bytes ?? '').toString()) ?? [];
      known.refused = name ?? known.refused;
      return finished;
    };
    return { store: { ...parts.store, add }, finish };
  };
}
