import { describe, expect, it } from 'vitest';
import { readNewCategory } from '../../reference-server/new-category.ts';
import { createRandom } from '../../src/engine/session.ts';
import { classify } from '../../src/payloads/classify.ts';
import { type Draft, markPlace, render, sizeOf } from '../../src/payloads/fault-class.ts';
import { type Generated, generatePayloads, isOfClass, loadClasses } from '../../src/payloads/generate.ts';
import { createNames } from '../../src/payloads/names.ts';
import { unstatedBodies } from '../../src/payloads/unstated.ts';
import {
  generatedSamples,
  plainCategory,
  plainCategoryWithoutDescription,
  respelledCategory,
  spell,
  textSamples,
} from '../../src/payloads/valid.ts';
import { extendedTier } from '../support/tiers.ts';

const instances = 5_000;

const { fc, classes } = await loadClasses();

describe('generated payloads', () => {
  it.each(classes.map((one) => [one.id, one] as const))(
    `of %s have exactly its fault, and another parser refuses them (${instances})`,
    (id, { requirement, arbitrary }) => {
      const generated = fc.sample(arbitrary, { seed: 7, numRuns: instances });
      expect(generated).toHaveLength(instances);
      const different = new Map(generated.map((draft) => [draft.text, draft]));
      expect(different.size > 1).toBe(id !== 'no-body');
      const isExact = (draft: Draft): boolean => {
        const bytes = render(draft, markPlace);
        const meaning = classify(bytes);
        if (meaning.kind !== 'violates' || meaning.requirement !== requirement) return false;
        return meaning.faults === 1 && readNewCategory(bytes).kind === 'problem';
      };
      expect([...different.values()].find((draft) => !isExact(draft))).toBeUndefined();
    },
  );

  it('that are valid, unstated or of another class are dropped', () => {
    const [first] = classes;
    if (first === undefined) throw new Error('There are no classes.');
    const [smallest] = first.smallest;
    if (smallest === undefined) throw new Error('The first class has no smallest instance.');
    const others = ['{"name":"a"}', '{"name":"a","x":1}', '{"name":"a","description":null}', '{', '', '[]'];
    const twoFaults = '{"name":1,"description":1}';
    const arbitrary = fc.constantFrom(
      smallest,
      ...[...others, twoFaults].map((text): Draft => ({ label: 'another', text })),
    );
    const seeds = Array.from({ length: 50 }, (_, seed) => seed);
    const generated = seeds.flatMap((seed) => generatePayloads(fc, [{ ...first, arbitrary }], seed, 50));
    expect(new Set(generated.map(({ draft }) => draft.text))).toEqual(new Set([smallest.text]));
  });

  it(
    'have exactly the fault of their class, and are unique (400 payloads for each of 25 seeds)',
    extendedTier,
    () => {
      for (let seed = 0; seed < 25; seed++) {
        const generated = generatePayloads(fc, classes, seed, 400);
        expect(generated.filter(({ faultClass, draft }) => !isOfClass(faultClass, draft))).toEqual([]);
        expect(new Set(generated.map(({ draft }) => draft.text)).size).toBe(generated.length);
      }
    },
  );

  it('keep their meaning and length with the mark of a run', () => {
    const names = createNames(Math.random);
    const changed = generatePayloads(fc, classes, 3, 400).filter(({ draft, faultClass }: Generated) => {
      const bytes = render(draft, names.next());
      const meaning = classify(bytes);
      return (
        bytes.length !== sizeOf(draft) ||
        meaning.kind !== 'violates' ||
        meaning.requirement !== faultClass.requirement
      );
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

  it('has smallest instances with its fault, in order of size', () => {
    for (const faultClass of classes) {
      const { id, smallest } = faultClass;
      expect(smallest.length, id).toBeGreaterThan(0);
      expect(
        smallest.filter((draft) => !isOfClass(faultClass, draft)),
        id,
      ).toEqual([]);
      expect(smallest.map(sizeOf), id).toEqual(smallest.map(sizeOf).sort((a, b) => a - b));
    }
  });

  it('generates nothing smaller than its smallest instances', extendedTier, () => {
    for (const { id, smallest, arbitrary } of classes) {
      const least = Math.min(...fc.sample(arbitrary, { seed: 11, numRuns: 2_000 }).map(sizeOf));
      expect(Math.min(...smallest.map(sizeOf)), id).toBeLessThanOrEqual(least);
    }
  });
});

describe('other payloads', () => {
  it('are classified as valid if they are', () => {
    const names = createNames(Math.random);
    for (let time = 0; time < 300; time++) {
      const mark = names.next();
      expect(classify(plainCategory(mark))).toEqual({ kind: 'valid' });
      expect(classify(plainCategoryWithoutDescription(mark))).toEqual({ kind: 'valid' });
      for (const { what, category } of textSamples)
        expect(classify(Buffer.from(JSON.stringify(category(mark, Math.random)))), what).toEqual({
          kind: 'valid',
        });
    }
  });

  it('stay valid with any strings, escapes, order and whitespace', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((it) => it.trim() !== '' && it.length <= 200 && !/\p{Cc}/u.test(it));
    const fields = fc.subarray(['name', 'description'] as const);
    const spelling = fc.record({ turned: fc.boolean(), blank: fc.boolean(), escaped: fields });
    const category = fc.record({ name: text, description: text }, { requiredKeys: ['name'] });
    fc.assert(
      fc.property(category, spelling, fc.integer(), (sent, spelled, seed) => {
        const body = spell(sent, spelled, createRandom(seed));
        expect(classify(body)).toEqual({ kind: 'valid' });
        expect(readNewCategory(body)).toEqual({ kind: 'category', category: sent });
        const written = body.toString();
        const escaped = spelled.escaped.filter((field) => sent[field] !== undefined);
        if (escaped.length > 0) expect(written).toMatch(/\\[u/]/);
        if (spelled.blank) expect(written).toMatch(/^\s+\{\s+"/);
        if (sent.description !== undefined)
          expect(written.indexOf('"description"') < written.indexOf('"name"')).toBe(spelled.turned);
      }),
      { seed: 5, numRuns: 1_500 },
    );
  });

  it('in another spelling have reversed members, whitespace and an escape, for every seed', () => {
    for (let seed = 0; seed < 500; seed++) {
      const body = respelledCategory(markPlace, createRandom(seed)).toString();
      expect(classify(Buffer.from(body))).toEqual({ kind: 'valid' });
      expect(JSON.parse(body)).toEqual(JSON.parse(Buffer.from(plainCategory(markPlace)).toString()));
      expect(body).toMatch(/^\s+\{\s+"description"\s+:\s+".*\\u00.*"\s+,\s+"name"\s+:/s);
    }
  });

  it('generated in every script are valid, and another parser reads them unchanged', () => {
    for (let seed = 0; seed < 100; seed++)
      for (const { what, category } of generatedSamples) {
        const random = createRandom(seed);
        const sent = category(markPlace, random);
        const body = spell(sent, { turned: true, blank: false, escaped: ['name'] }, random);
        expect(classify(body), what).toEqual({ kind: 'valid' });
        expect(readNewCategory(body), what).toEqual({ kind: 'category', category: sent });
      }
  });

  it('that are unstated are classified as unstated, except for another media type', () => {
    for (const { name, body, contentType } of unstatedBodies) {
      const expected = contentType === undefined && !name.startsWith('a body with') ? 'unstated' : 'valid';
      expect(classify(body(markPlace)).kind, name).toBe(expected);
    }
  });
});
