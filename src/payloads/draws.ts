import type fc from 'fast-check';
import { type FastCheck, markPlace } from './fault-class.ts';

/** The families of a kind of values. The families take turns (`turnOf`). */
export type Families<Value> = readonly fc.Arbitrary<Value>[];

/**
 * Generates values from all families equally often, for use as part of a larger value. The values shrink to the first family
 * first.
 */
function anyFamily<Value>({ oneof }: FastCheck, families: Families<Value>): fc.Arbitrary<Value> {
  return oneof({ withCrossShrink: true }, ...families);
}

/** A weight so much larger than that of the first family that the seed cannot select the first family. */
const certain = 2 ** 30;

/**
 * Generates values from one family. Shrinking tries the first family first, which is possible only because its weight is not
 * 0.
 */
export function oneOfFamily<Value>(
  { oneof }: FastCheck,
  families: Families<Value>,
  index: number,
): fc.Arbitrary<Value> {
  const weighted = families.map((arbitrary, at) => ({
    arbitrary,
    weight: at === index ? certain : Number(at === 0),
  }));
  return oneof({ withCrossShrink: true }, ...weighted);
}

/** The largest integer that every JSON reader keeps exactly. */
const largestExact = 2 ** 53 - 1;

/** Generates JSON numbers, by family. Small values and the ends of each range are generated more often. */
export function numbers(fc: FastCheck) {
  const integer = (min: number, max: number) => fc.integer({ min, max }).map(String);
  const small = integer(1, 999);
  const long = fc.oneof(integer(1_000, 99_999), integer(1_000, 2 ** 31 - 1));
  const wide = integer(2 ** 31, largestExact);
  const negative = fc.oneof(integer(-999, -1), integer(-(2 ** 31), -1), integer(-largestExact, -1));
  const sign = fc.constantFrom('', '-');
  const fraction = fc
    .tuple(
      sign,
      fc.oneof(fc.nat(99), fc.nat(2 ** 31)),
      fc.oneof(fc.integer({ min: 1, max: 9 }), fc.nat(999_999)),
    )
    .map(([prefix, whole, part]) => `${prefix}${whole}.${part}`);
  const letter = fc.constantFrom('e', 'E');
  /** An integer with an exponent: 1e3, -25E+7. */
  const integerWithExponent = fc
    .tuple(
      sign,
      fc.integer({ min: 1, max: 99 }),
      letter,
      fc.constantFrom('', '+'),
      fc.integer({ min: 1, max: 30 }),
    )
    .map((parts) => parts.join(''));
  /** A fraction with an exponent: 5e-1, -1.5E-7. */
  const fractionWithExponent = fc
    .tuple(
      sign,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('', '.5', '.25'),
      letter,
      fc.integer({ min: 1, max: 30 }),
    )
    .map(([prefix, first, rest, e, power]) => `${prefix}${first}${rest}${e}-${power}`);
  const big = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map(String);
  const negated = (digits: fc.Arbitrary<string>) => digits.map((text) => `-${text}`);
  const inexact = big(2n ** 53n + 1n, 2n ** 63n - 1n);
  const unsigned = big(2n ** 63n, 2n ** 64n - 1n);
  const wider = big(2n ** 64n, 10n ** 30n);
  const belowSigned = big(2n ** 63n + 1n, 10n ** 30n);
  return {
    /** 0, mostly in its plain form. */
    zero: fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constant('0'), weight: 4 },
      { arbitrary: fc.constantFrom('-0', '0.0', '0e0'), weight: 1 },
    ),
    /** Integers other than 0 that are exact in a double. */
    integer: [small, long, wide, negative, integerWithExponent],
    fraction: [fraction, fractionWithExponent],
    /** 64-bit integers that are not exact in a double. */
    large: [inexact, negated(inexact)],
    /** Integers beyond the range of a signed 64-bit integer. Some of them fit into an unsigned one. */
    beyondInt64: [unsigned, wider, negated(belowSigned)],
    /** Numbers other than 0. */
    number: [small, long, wide, negative, fc.oneof(fraction, fractionWithExponent, integerWithExponent)],
    /** Numbers, including 0, for bodies that are only a number. */
    body: [
      fc.oneof(fc.constant('0'), integer(1, 999)),
      long,
      negative,
      fraction,
      fc.oneof(integerWithExponent, fractionWithExponent),
    ],
  };
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Generates words of letters a to z. */
export function words(fc: FastCheck, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });
}

/** Generates strings of printable ASCII characters as JSON. */
function strings(fc: FastCheck): fc.Arbitrary<string> {
  return fc
    .oneof(words(fc, 1, 8), fc.string({ unit: 'grapheme-ascii', maxLength: 12 }))
    .map((text) => JSON.stringify(text));
}

/** The depth of deeply nested arrays. The limits of common parsers allow it. */
const deep = { min: 50, max: 64 };

/** Generates arrays as JSON, by family. */
export function arrays(fc: FastCheck) {
  const listed = (items: readonly string[]) => `[${items.join(',')}]`;
  const text = strings(fc);
  const { zero, ...kinds } = numbers(fc);
  const integer = anyFamily(fc, kinds.integer);
  const fraction = anyFamily(fc, kinds.fraction);
  const scalar = fc.oneof(fc.constantFrom('null', 'true', 'false'), zero, integer);
  // Only strings that are not blank, because a validator that mistakes the elements for the value refuses blank ones.
  const filled = text.filter((json) => JSON.parse(json).trim() !== '');
  const severalTexts = fc.array(filled, { minLength: 2, maxLength: 4 }).map(listed);
  const any = fc
    .jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' })
    .map((value) => JSON.stringify(value));
  const number = fc.oneof(integer, fraction, zero);
  const ofNumbers = fc.array(number, { minLength: 1, maxLength: 4 });
  const mixed = fc.tuple(scalar, fc.oneof(any, text));
  const nest = (depth: number, inner: string) => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
  const depth = fc.integer(deep);
  const nestedAny = fc
    .tuple(fc.oneof(fc.integer({ min: 1, max: 4 }), depth), any)
    .map(([levels, inner]) => nest(levels, inner));
  return {
    ofSeveralTexts: [severalTexts],
    /** Exactly one element that is not a string. */
    ofOneOther: [number.map((one) => listed([one])), nestedAny.map((one) => listed([one]))],
    /** At least two elements of any type. */
    ofSeveral: [
      severalTexts,
      fc.array(number, { minLength: 2, maxLength: 4 }).map(listed),
      mixed.map(listed),
      fc.tuple(nestedAny, any).map(listed),
    ],
    /** Arrays that are nested about fifty levels deep, alone or next to numbers or mixed values. */
    nested: [
      depth.map((levels) => nest(levels, '')),
      fc.tuple(ofNumbers, depth).map(([items, levels]) => listed([...items, nest(levels, '')])),
      fc.tuple(mixed, depth).map(([items, levels]) => listed([...items, nest(levels, '')])),
      fc.tuple(depth, fc.oneof(ofNumbers, mixed)).map(([levels, items]) => nest(levels, items.join(','))),
    ],
  };
}

/** Keys of objects that duck typing mistakes for strings or wrapped values; two of these keys are generated more often. */
const tellingKeys = ['length', 'value', 'length', 'value', 'length', 'value', 'name', 'trim', '0'];

/**
 * Generates, as JSON, objects with one field, with several, or with one that makes the object look like a string or a
 * wrapped value.
 */
export function objects(fc: FastCheck): Families<string> {
  const integer = anyFamily(fc, numbers(fc).integer);
  const value = fc.oneof(strings(fc), integer, fc.constantFrom('null', 'true', '0', '[]'));
  const write = (fields: Readonly<Record<string, string>>) =>
    `{${Object.entries(fields)
      .map(([key, json]) => `${JSON.stringify(key)}:${json}`)
      .join(',')}}`;
  const dictionary = (minKeys: number, maxKeys: number) =>
    fc.dictionary(words(fc, 1, 6), value, { minKeys, maxKeys, noNullPrototype: true }).map(write);
  const telling = fc
    .tuple(fc.constantFrom(...tellingKeys), value, fc.dictionary(words(fc, 1, 6), value, { maxKeys: 1 }))
    .map(([key, json, others]) => write({ [key]: json, ...others }));
  return [dictionary(1, 1), dictionary(2, 4), telling];
}

/** Generates plain names, which every server must accept: the mark and up to two letters. */
export function plainNames(fc: FastCheck): fc.Arbitrary<string> {
  const few = words(fc, 0, 2);
  return fc.oneof(
    few.map((end) => `${markPlace}${end}`),
    few.map((start) => `${start}${markPlace}`),
  );
}

/** Generates plain descriptions, which every server must accept: the mark and up to two letters or spaces. */
export function plainDescriptions(fc: FastCheck): fc.Arbitrary<string> {
  return fc.oneof(
    plainNames(fc),
    words(fc, 1, 1).map((end) => `${markPlace} ${end}`),
  );
}
