import { describe, expect, it } from 'vitest';
import { makeExamples } from '../../gallery/examples.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { exampleOf } from '../../src/spec/examples.ts';
import { testKey } from '../support/run-against.ts';
import { extendedTier } from '../support/tiers.ts';

/** Example runs send one request at a time, without an interface description. */
const looked = catalog.filter(
  ({ level, asked }) => level !== 'not-testable' && asked !== 'description' && asked !== 'concurrency',
);
const breakable = looked.filter(({ level }) => level !== 'observed');

/** Returns the examples without times, which differ between runs. */
const timeless = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\b1\d{9}\b|\b\d+(?= s )|(?<="Retry-After",")\d+/g, 'TIME')
      .replaceAll(/[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/g, 'TIME'),
  );

describe('the examples of explain', () => {
  it.each(breakable.map(({ id }) => id))('show %s passed and violated, by a separate defect', (id) => {
    const { passing, failing } = exampleOf(id) ?? {};
    expect(passing?.response).toBeDefined();
    expect(defects.find((defect) => defect.id === failing?.defect)?.requirements).toContain(id);
    const isOfTheAddress = id === 'versioning.base-path';
    expect(failing?.exchange === undefined).toBe(isOfTheAddress);
  });

  it('show what is observed for every observed requirement', () => {
    const observed = looked.filter(({ level }) => level === 'observed');
    expect(observed.filter(({ id }) => exampleOf(id)?.passing === undefined)).toEqual([]);
  });

  it('contain no key', () => {
    expect(JSON.stringify(catalog.map(({ id }) => exampleOf(id)))).not.toContain(testKey);
  });

  it('match what runs produce now (`npm run examples` updates them)', extendedTier, async () => {
    const some = looked.filter((_, index) => index % 12 === 0);
    const made = await makeExamples(some);
    expect(timeless(made)).toEqual(timeless(made.map(({ requirement }) => exampleOf(requirement))));
    expect(made.length).toBe(some.length);
  });
});
