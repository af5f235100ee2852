import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonValue, readJson, readJsonText } from '../../src/json/read.ts';
import { extendedTier } from '../support/tiers.ts';

/**
 * Compares a value from the parser with one from JSON.parse. The parser returns integers as `bigint`, or as infinity
 * beyond 30 digits.
 */
function isSame(ours: JsonValue | undefined, theirs: unknown): boolean {
  if (ours === Infinity || ours === -Infinity) return Math.abs(Number(theirs)) > 9.9e29;
  if (typeof ours === 'bigint') return Number(ours) === theirs;
  if (typeof ours !== 'object' || ours === null) return ours === theirs;
  if (typeof theirs !== 'object' || theirs === null || Array.isArray(ours) !== Array.isArray(theirs))
    return false;
  const left = Object.entries(ours);
  const right = Object.entries(theirs);
  return (
    left.length === right.length &&
    left.every(([name, value], index) => right[index]?.[0] === name && isSame(value, right[index]?.[1]))
  );
}

/** Compares the parser with JSON.parse. Returns 'differs' if they disagree. */
function compare(text: string): 'accepted' | 'refused' | 'differs' {
  const document = readJsonText(text);
  let theirs: unknown;
  try {
    // JSON.parse refuses a byte order mark, which the kit tolerates.
    theirs = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return !document.ok && grammarProblems.includes(document.kind) && isPlaced(text, document)
      ? 'refused'
      : 'differs';
  }
  return document.ok && isSame(document.value, theirs) ? 'accepted' : 'differs';
}

const grammarProblems = ['empty', 'syntax', 'end-of-input'];

function isPlaced(
  text: string,
  { offset, line, column }: { offset: number; line: number; column: number },
): boolean {
  const before = text
    .replace(/^\ufeff/, '')
    .slice(0, offset)
    .split('\n');
  return before.length === line && (before.at(-1)?.length ?? 0) + 1 === column;
}

const digits = fc.stringMatching(/^(0|[1-9]\d{0,24})$/);
const literal = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.stringMatching(/^(\.\d{1,22})?$/),
    fc.stringMatching(/^([eE][+-]?\d{1,2})?$/),
  )
  .map((parts) => parts.join(''));
const spelled = fc.oneof(
  literal,
  fc.constantFrom(
    '"\\u00e9\\ud800\\n\\/"',
    '"\\ud83d\\ude00"',
    '"\u2028"',
    '{"a":1,"a":1}',
    '{"__proto__":[]}',
    '" "',
    'null',
  ),
);
const text = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(spelled, { maxLength: 3 }),
    fc.constantFrom(undefined, 1, '\t'),
  )
  .map(([value, more, indent]) => {
    const plain = JSON.stringify(value, undefined, indent);
    return more.length === 0 ? plain : `[${[...more, plain].join(indent === undefined ? ',' : ' ,\r\n')}]`;
  });

const pieces = [
  ...' \t\n\r,:[]{}"\\\'-+.eE0159truefalsnux/*#<\0\u001f\u007f\u00a0\u2028\ufeff\ud800é',
  ...[
    '\\u',
    '\\"',
    '00',
    '-0',
    '1e',
    '.5',
    '0.',
    'null',
    '{}',
    '[]',
    '""',
    '"":',
    ',,',
    'NaN',
    'Infinity',
    '1e400',
    '__proto__',
  ],
];
const mutation = fc.tuple(
  fc.constantFrom('insert', 'replace', 'delete', 'cut', 'double'),
  fc.nat(0xffff),
  fc.nat(6),
  fc.constantFrom(...pieces),
);

function mutate(original: string, [way, place, length, piece]: [string, number, number, string]): string {
  const at = place % (original.length + 1);
  const before = original.slice(0, at);
  if (way === 'cut') return before;
  if (way === 'insert') return before + piece + original.slice(at);
  if (way === 'replace') return before + piece + original.slice(at + piece.length);
  if (way === 'delete') return before + original.slice(at + length);
  return before + original.slice(at, at + length).repeat(2) + original.slice(at + length);
}

test('100,000 mutated inputs give the same result as JSON.parse', extendedTier, () => {
  let texts = 0;
  let accepted = 0;
  const mutations = fc.array(mutation, { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(text, mutations, (original, ways) => {
      let previous = original;
      for (const way of ways) {
        // Most mutations build on the previous one, so that faults combine.
        const mutated = mutate(texts % 3 === 0 ? original : previous, way);
        const outcome = compare(mutated);
        if (outcome === 'differs') throw new Error(`Differs from JSON.parse: ${JSON.stringify(mutated)}`);
        if (outcome === 'accepted') accepted++;
        texts++;
        previous = mutated;
      }
      return compare(original) === 'accepted';
    }),
    { seed: 20_260_101, numRuns: 3_500 },
  );
  expect(texts).toBeGreaterThanOrEqual(100_000);
  expect(accepted / texts).toBeGreaterThan(0.1);
  expect(accepted / texts).toBeLessThan(0.9);
});

test('a number is a bigint if and only if its value is an integer', () => {
  fc.assert(
    fc.property(literal, (number) => {
      const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
      const [whole = '', fraction = ''] = mantissa.split('.');
      const power = Number(exponent) - fraction.length;
      const scaled = BigInt(whole.replace('-', '') + fraction) * (number.startsWith('-') ? -1n : 1n);
      const divisor = 10n ** BigInt(Math.max(-power, 0));
      const integer = (scaled / divisor) * 10n ** BigInt(Math.max(power, 0));
      const isLong = String(integer).replace('-', '').length > (/[.e]/i.test(number) ? 30 : 1_000);
      const infinite = number.startsWith('-') ? -Infinity : Infinity;
      const exact = scaled % divisor !== 0n ? Number(number) : isLong ? infinite : integer;
      expect(readJsonText(number)).toMatchObject({ ok: true, value: exact });
    }),
    { seed: 20_260_101, numRuns: 3_000 },
  );
});

test('any bytes are parsed or rejected without an exception', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const document = readJson(bytes);
      let isUtf8 = true;
      try {
        decoder.decode(bytes);
      } catch {
        isUtf8 = false;
      }
      expect(!document.ok && document.kind === 'not-utf-8').toBe(!isUtf8);
    }),
    { seed: 20_260_101, numRuns: 3_000 },
  );
});
