import { describe, expect, it } from 'vitest';
import { readNewCategory } from '../../reference-server/new-category.ts';
import { createRandom } from '../../src/engine/session.ts';
import { classify } from '../../src/payloads/classify.ts';
import { type Draft, markPlace, renderDraft, sizeOf } from '../../src/payloads/fault-class.ts';
import { type Generated, generatePayloads, isOfClass, loadClasses } from '../../src/payloads/generate.ts';
import { createNames } from '../../src/payloads/names.ts';
import { unstatedBodies } from '../../src/payloads/unstated.ts';
import {
  generatedSamples,
  plainCategory,
  plainCategoryWithoutDescription,
  respelled,
  respelledCategory,
  textSamples,
} from '../../src/payloads/valid.ts';
import { extendedTier } from '../support/tiers.ts';

const { fc, classes } = await loadClasses();
const perClass = 60;

describe('generated payloads', () => {
  it(`have exactly the fault of their class, and another parser rejects them (${perClass} of each)`, () => {
    for (const faultClass of classes) {
      const { id, requirement } = faultClass;
      const generated = generatePayloads(fc, [faultClass], 7, perClass);
      expect(generated.length > 1, id).toBe(!['no-body', 'no-length'].includes(id));
      for (const { draft } of generated) {
        const bytes = renderDraft(draft, markPlace);
        const meaning = classify(bytes);
        const expected =
          requirement === 'invalid.either'
            ? { kind: 'unstated', because: 'a null description' }
            : { kind: 'violates', requirement, faults: 1 };
        expect(meaning, draft.text).toEqual(expected);
        if (requirement !== 'invalid.either') expect(readNewCategory(bytes).kind, draft.text).toBe('problem');
        expect(bytes.length, draft.text).toBeLessThanOrEqual(1_000);
      }
    }
  });

  it('are dropped if they are valid, unstated, harmful or of a different class', () => {
    const faultClass = classes.find(({ id }) => id === 'name-integer') ?? expect.fail('no class');
    const right = { label: '', text: '{"name":12}' };
    const others = [
      ...['{"name":"a"}', '{"name":"a","x":1}', '{"name":"a","description":null}', '{', '', '[]'],
      ...['{"name":1,"description":1}', '{"name":1,"__proto__":1}', '{"name":1,"t\\u006fString":1}'],
    ];
    const arbitrary = fc.constantFrom(right, ...others.map((text): Draft => ({ label: 'another', text })));
    const seeds = Array.from({ length: 50 }, (_, seed) => seed);
    const generated = seeds.flatMap((seed) =>
      generatePayloads(fc, [{ ...faultClass, families: [arbitrary] }], seed, 50),
    );
    expect(new Set(generated.map(({ draft }) => draft.text))).toEqual(new Set([right.text]));
  });

  it('are unique, with exactly one fault each (400 for each of 25 seeds)', extendedTier, () => {
    for (let seed = 0; seed < 25; seed++) {
      const generated = generatePayloads(fc, classes, seed, 400);
      expect(generated.filter(({ faultClass, draft }) => !isOfClass(faultClass, draft))).toEqual([]);
      const sent = generated.map(({ faultClass: { framing }, draft }) => `${framing} ${draft.text}`);
      expect(new Set(sent).size).toBe(generated.length);
    }
  });

  it('keep their meaning and length with the mark of a run', () => {
    const names = createNames(Math.random);
    const changed = generatePayloads(fc, classes, 3, 400).filter(({ draft }: Generated) => {
      const bytes = renderDraft(draft, names.next());
      const [before, after] = [classify(renderDraft(draft, markPlace)), classify(bytes)];
      return bytes.length !== sizeOf(draft) || JSON.stringify(before) !== JSON.stringify(after);
    });
    expect(changed).toEqual([]);
  });
});

describe('each class', () => {
  it('has a unique id and fault', () => {
    expect(new Set(classes.map(({ id }) => id)).size).toBe(classes.length);
    expect(new Set(classes.map(({ requirement, fault }) => `${requirement} ${fault}`)).size).toBe(
      classes.length,
    );
  });
});

/** The families of values within a kind, each with a test. Every family gets at least a fifth of the turns. */
const families: readonly (readonly [id: string, family: string, isOfFamily: (text: string) => boolean])[] = [
  ['name-integer', 'one to three digits', (text) => /"name":\d{1,3}\b(?![eE])/.test(text)],
  ['name-integer', 'four digits or more', (text) => /"name":\d{4,10}\b/.test(text)],
  ['name-integer', 'beyond 2^31', (text) => Number(/"name":(\d+)\b(?!e)/i.exec(text)?.[1]) >= 2 ** 31],
  ['name-integer', 'negative', (text) => /"name":-\d+\b(?![eE])/.test(text)],
  ['name-integer', 'with an exponent', (text) => /"name":-?\d+e/i.test(text)],
  ['name-fraction', 'without an exponent', (text) => /"name":-?\d+\.\d+[,}]/.test(text)],
  ['name-fraction', 'with an exponent', (text) => /"name":-?[\d.]+e-/i.test(text)],
  ['name-array-of-one-text', 'one string', (text) => /"name":\["(?:[^"\\]|\\.)*"\]/.test(text)],
  ['name-array-of-text', 'several strings', (text) => /"name":\["(?:[^"\\]|\\.)*","/.test(text)],
  ['name-object', 'one field', (text) => fieldsOf(text) === 1],
  ['name-object', 'several fields', (text) => fieldsOf(text) > 1],
  ['name-object', '`length` or `value`', (text) => /\{"(?:length|value)"/.test(text)],
  ['name-array', 'numbers next to it or inside it', (text) => /"name":\[+-?\d/.test(text)],
  [
    'description-array-of-one-text',
    'one string',
    (text) => /"description":\["(?:[^"\\]|\\.)*"\][,}]/.test(text),
  ],
  ['description-array', 'several strings', (text) => /"description":\["(?:[^"\\]|\\.)*","/.test(text)],
  ['description-array', 'numbers', (text) => /"description":\[-?\d[^"a-df-z]*\]/.test(text)],
  ['description-array', 'nested', (text) => /"description":\[\[/.test(text)],
  [
    'description-number',
    'beyond 2^31',
    (text) => Number(/"description":(\d+)[,}]/.exec(text)?.[1]) >= 2 ** 31,
  ],
  ['description-number', 'negative', (text) => /"description":-\d+[,}]/.test(text)],
  ['body-number', 'negative', (text) => /^-\d+$/.test(text)],
  ['body-number', 'a fraction', (text) => /^-?\d+\.\d+/.test(text)],
  ['body-array-of-one-category', 'one', (text) => /^\[\{[^{]*$/.test(text)],
  ['body-array-of-category', 'several', (text) => /^\[\{.*\{/.test(text)],
  ['cut', 'in a string', (text) => !/[\\\x80-\xff]/.test(text)],
  ['cut', 'in an escape', (text) => /\\[u0e]*$/.test(text)],
  ['cut-in-letter', 'in a letter', (text) => /[\xc0-\xff][\x80-\xbf]*$/.test(text)],
  ['description-alone', 'short', (text) => text.length < 60],
  ['description-alone', 'long', (text) => text.length > 100],
  ['name-other-case', 'Name', (text) => text.includes('"Name"')],
  ['name-other-case', 'NAME', (text) => text.includes('"NAME"')],
  ['name-other-case', 'any other case', (text) => !/"(?:Name|NAME)"/.test(text)],
  ['single-quotes', 'only around the keys', (text) => /'name':"/.test(text)],
];

function fieldsOf(text: string): number {
  const { name } = JSON.parse(text);
  return Object.keys(name).length;
}

describe('each family of values', () => {
  it.each(families)('of %s gets at least a fifth of the bodies: %s', (id, _family, isOfFamily) => {
    const faultClass = classes.find((one) => one.id === id) ?? expect.fail(`no class ${id}`);
    const drafts = faultClass.families.flatMap((family) => fc.sample(family, { seed: 11, numRuns: 1_000 }));
    const plain = drafts.map(({ text }) =>
      unescaped(id.startsWith('body') || /^[{[]/.test(text.trim()) ? compact(text) : text),
    );
    expect(plain.filter(isOfFamily).length / plain.length).toBeGreaterThanOrEqual(0.2);
  });
});

/** Removes the whitespace outside strings. */
function compact(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*"?|'[^']*')|\s+/gs, (_, string = '') => string);
}

/** Writes escaped ASCII letters as they are. */
function unescaped(text: string): string {
  return text.replace(/\\u(00[67][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

describe('other payloads', () => {
  it('are classified as valid if they are', () => {
    const names = createNames(Math.random);
    for (let time = 0; time < 300; time++) {
      const mark = names.next();
      expect(classify(plainCategory(mark))).toEqual({ kind: 'valid' });
      expect(classify(plainCategoryWithoutDescription(mark))).toEqual({ kind: 'valid' });
      for (const { what, category } of textSamples)
        expect(classify(Buffer.from(JSON.stringify(category(mark, Math.random, time)))), what).toEqual({
          kind: 'valid',
        });
    }
  });

  it('stay valid with any strings, escapes, order and whitespace', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((it) => it.trim() !== '' && it.length <= 200 && !/\p{Cc}/u.test(it));
    const category = fc.record({ name: text, description: text });
    const field = fc.constantFrom('name', 'description');
    fc.assert(
      fc.property(category, field, fc.integer(), (sent, escaped, seed) => {
        const body = respelled(sent, escaped, createRandom(seed));
        expect(classify(body)).toEqual({ kind: 'valid' });
        expect(readNewCategory(body)).toEqual({ kind: 'category', category: sent });
        expect(body.toString()).toMatch(/^\s+\{\s+"/);
      }),
      { seed: 5, numRuns: 1_500 },
    );
  });

  it('that are spelled differently have reversed members, whitespace and an uppercase escape, for every seed', () => {
    for (let seed = 0; seed < 500; seed++) {
      const body = respelledCategory(markPlace, createRandom(seed)).toString();
      expect(classify(Buffer.from(body))).toEqual({ kind: 'valid' });
      expect(JSON.parse(body)).toEqual(JSON.parse(Buffer.from(plainCategory(markPlace)).toString()));
      expect(body).toMatch(/^\s+\{\s+".*"\s+:\s+".*"\s+,\s+".*"\s+:\s+"markmarkmarkma"/s);
      expect(body).toMatch(/"\\u006D/);
    }
  });

  it('in every script are valid, and another parser reads them unchanged', () => {
    for (let seed = 0; seed < 100; seed++)
      for (const { what, category } of generatedSamples) {
        const random = createRandom(seed);
        const sent = category(markPlace, random, 0);
        const body = respelled(sent, 'description', random);
        expect(classify(body), what).toEqual({ kind: 'valid' });
        expect(readNewCategory(body), what).toEqual({ kind: 'category', category: sent });
      }
  });

  it('that are unstated are classified as unstated, except those whose media type is not JSON', () => {
    for (const { name, body, contentType } of unstatedBodies) {
      const expected = contentType === undefined && !name.startsWith('a body with') ? 'unstated' : 'valid';
      expect(classify(body(markPlace)).kind, name).toBe(expected);
    }
  });
});
