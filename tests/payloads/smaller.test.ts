import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Draft,
  type FastCheck,
  type FaultClass,
  markPlace,
  sizeOf,
} from '../../src/payloads/fault-class.ts';
import {
  type FailedBody,
  type Generated,
  generatePayloads,
  isFromSequence,
  loadClasses,
  shrink,
} from '../../src/payloads/generate.ts';

let fc: FastCheck;
let classes: readonly FaultClass[];

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
});

const classOf = (id: string) => classes.find((one) => one.id === id) ?? expect.fail(`no class ${id}`);
const textOf = ({ draft }: Generated) => draft.text;

describe('bodies that failed in an earlier run', () => {
  const generate = (known: readonly FailedBody[], count = 3, seed = 1) =>
    generatePayloads(fc, [classOf('no-fields'), classOf('description-array')], seed, count, known);
  const failed = (id: string, text: string, encoding: BufferEncoding = 'utf8'): FailedBody => ({
    class: id,
    body: Buffer.from(text, encoding),
  });
  const body = `{"description":["earlier"],"name":"${markPlace}"}`;

  it('come first and are marked as such; the other classes follow before the same class comes again', () => {
    const [first, second, , fourth] = generate([failed('description-array', body)], 4);
    expect(first).toMatchObject({
      draft: { label: 'description is an array with several elements, as in an earlier run', text: body },
      path: 'known',
      seed: 0,
    });
    expect(first === undefined || isFromSequence(first)).toBe(false);
    expect(second).toMatchObject({ faultClass: { id: 'no-fields' }, path: '0' });
    expect(fourth).toMatchObject({ faultClass: { id: 'description-array' }, path: '1' });
  });

  it('are limited to the requested number, without repetition', () => {
    const both = [failed('description-array', body), failed('no-fields', '{}')];
    expect(generate(both, 1).map(textOf)).toEqual([body]);
    expect(generate([...both, ...both], 2).map(textOf)).toEqual([body, '{}']);
    expect(generate([...both, ...both], 3).map(textOf)).toHaveLength(3);
  });

  it('are left out if their class is unknown, or if they no longer have the fault of the class', () => {
    const fresh = generate([]).map(textOf);
    expect(generate([failed('no-class', body)]).map(textOf)).toEqual(fresh);
    expect(generate([failed('description-array', `{"name":"${markPlace}"}`)]).map(textOf)).toEqual(fresh);
  });

  it('are sent again byte for byte', () => {
    const bytes = `{"name":"${markPlace}","x":"\xe9\xe8"}`;
    const [first] = generatePayloads(fc, [classOf('not-utf-8')], 1, 1, [
      failed('not-utf-8', bytes, 'latin1'),
    ]);
    expect(first).toMatchObject({ draft: { text: bytes, bytes: true }, path: 'known' });
  });
});

describe('the search for a smaller body', () => {
  /** Returns the largest of the generated bodies of a class. */
  const large = (id: string) =>
    generatePayloads(fc, [classOf(id)], 3, 60)
      .filter(isFromSequence)
      .toSorted((a, b) => sizeOf(b.draft) - sizeOf(a.draft))[0] ?? expect.fail(`nothing generated for ${id}`);
  const search = async (failing: Generated, budget: number, fails: (draft: Draft) => boolean) => {
    const sent: Draft[] = [];
    await shrink(fc, failing, budget, (draft) => {
      sent.push(draft);
      return Promise.resolve(fails(draft));
    });
    return sent;
  };

  it('ends with a plain body if all bodies fail', async () => {
    const sent = await search(large('description-array'), 60, () => true);
    expect(sent.at(-1)?.text).toMatch(/^\{"description":\["[^"]","[^"]"\],"name":"markmarkmarkma"\}$/);
  });

  it('continues from each body that failed, and is deterministic', async () => {
    const failing = large('description-array');
    const failures: string[] = [];
    const fails = (draft: Draft) => {
      const isFailing = sizeOf(draft) >= 60;
      if (isFailing) failures.push(draft.text);
      return isFailing;
    };
    const sent = await search(failing, 200, fails);
    expect(sizeOf({ label: '', text: failures.at(-1) ?? '' })).toBeLessThan(sizeOf(failing.draft) / 2);
    const once = failures.splice(0);
    expect(await search(failing, 200, fails)).toEqual(sent);
    expect(failures).toEqual(once);
  });

  it.each([0, 1, 2, 5])('sends at most %i bodies', async (budget) => {
    expect(await search(large('description-array'), budget, () => false)).toHaveLength(budget);
  });

  it.each(['name-integer', 'name-object', 'name-array', 'description-alone', 'cut', 'body-text'])(
    'keeps the mark of %s, so that leftovers can be found',
    async (id) => {
      const failing = large(id);
      const isMarked = failing.draft.text.includes(markPlace);
      const sent = await search(failing, 100, () => true);
      expect(sent.filter(({ text }) => text.includes(markPlace) !== isMarked)).toEqual([]);
    },
  );
});
