import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../../reference-server/options.ts';
import { referenceParts } from '../../../reference-server/reference-parts.ts';
import { classify } from '../../../src/payloads/classify.ts';
import { sets, weakValidators } from './index.ts';
import { refuse, weakValidator } from './weak-validator.ts';

const settings = withDefaults({ keys: [{ key: 'key', plan: 'free' }] });
const reference = referenceParts(settings, []);
const tools = { settings, holders: [], now: () => 0 };
const bytesOf = (body: string | Uint8Array) => (typeof body === 'string' ? Buffer.from(body) : body);

/** Bodies that every server must accept. */
const validBodies: readonly string[] = [
  '{"name":"cat"}',
  '{"name":"cat","description":"A cat"}',
  ' {\n\t"description" : "" ,\r\n "name" : "chat \\u00e9\\ud83d\\ude00 \\"\\\\\\/\\b\\f\\n\\r\\t" } \n',
  '{"name":"undefined","description":"null"}',
  '{"name":"0","description":"[] // /* \' , } {"}',
  '{"na\\u006de":"ねこ 🐈 قط","description":"name=cat\\nname: cat"}',
  `{"name":"${'long '.repeat(40)}","description":"${'text '.repeat(40)}"}`,
];

/** Values for one weakness that also reveal another. */
const overlaps = new Set([
  ...['name-of-four-digits by name-with-exponent', 'name-negative-integer by name-beyond-32-bits'],
  ...['name-beyond-32-bits by name-negative-integer', 'name-of-four-digits by name-beyond-32-bits'],
]);

describe('the weak validators', () => {
  it('consist of two sets of twelve, with unique ids', () => {
    expect(sets.map(({ length }) => length)).toEqual([12, 12]);
    expect(new Set(weakValidators.map(({ id }) => id)).size).toBe(24);
  });

  it('always respond correctly to a valid body', () => {
    const about = {
      id: 'x',
      title: 'x',
      requirement: 'invalid.body-type',
      shownBy: [],
      refused: [],
    } as const;
    const { isWrongFor } = weakValidator({ ...about, slip: () => refuse(500) });
    expect(validBodies.filter((body) => isWrongFor(bytesOf(body)))).toEqual([]);
    expect(isWrongFor(bytesOf('null'))).toBe(true);
  });
});

describe.each(weakValidators)('$id', ({ id, change, isWrongFor, requirement, shownBy, refused }) => {
  const read = (body: string | Uint8Array) =>
    change(reference, tools).readNewCategory?.(bytesOf(body)) ?? expect.fail();
  const right = (body: string | Uint8Array) => reference.readNewCategory(bytesOf(body));

  it.each(shownBy)('responds wrongly to %s, which has only the fault of its requirement', (body) => {
    expect(classify(bytesOf(body))).toEqual({ kind: 'violates', requirement, faults: 1 });
    expect(right(body)).toMatchObject({ kind: 'problem', problem: { status: 400 } });
    expect(isWrongFor(bytesOf(body))).toBe(true);
    const response = read(body);
    if (response.kind === 'problem') expect(response.problem.status).toBe(500);
    else expect(response.category.name).toMatch(/\S/);
  });

  it.each(refused)('responds to %s as the reference server does', (body) => {
    expect(isWrongFor(bytesOf(body))).toBe(false);
    expect(read(body)).toEqual(right(body));
  });

  it('responds to valid bodies and to those of other weak validators as the reference server does', () => {
    const others = weakValidators.filter((one) => one.id !== id && !sharesValues(id, one.id));
    for (const body of [...validBodies, ...others.flatMap((one) => one.shownBy)])
      expect(read(body), body).toEqual(right(body));
  });
});

/**
 * Returns whether two weaknesses share values. Validators whose weakness depends on the rest of the body respond wrongly to
 * many values.
 */
function sharesValues(id: string, other: string): boolean {
  const restOfBody = ['name-without-description', 'description-first', 'escape-in-body', 'blank-before-body'];
  return [id, other].some((one) => restOfBody.includes(one)) || overlaps.has(`${id} by ${other}`);
}
