import { memoryOf, refuse, type Source, spend } from './source.ts';

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const plus = 0x2b;
const dot = 0x2e;
const smallE = 0x65;
const capitalE = 0x45;

/**
 * Reads the number at `source.at`: a `bigint` where its exact value is an integer, else a `number`. An integer of more
 * digits than the cap is infinite: that it is an integer beyond every range is all that is ever asked of it.
 */
export function readNumber(source: Source): bigint | number {
  const { text } = source;
  const start = source.at;
  const whole = text.charCodeAt(start) === minus ? start + 1 : start;
  const wholeEnd = endOfWhole(source, whole);
  const fractionEnd = endOfFraction(source, wholeEnd);
  const end = endOfExponent(source, fractionEnd);
  source.at = end;
  spend(source, memoryOf.number);
  const negative = whole > start;
  if (end === wholeEnd && end - whole > source.caps.digits) return negative ? -Infinity : Infinity;
  const literal = text.slice(start, end);
  if (end === wholeEnd) {
    spend(source, literal.length >> 1);
    return BigInt(literal);
  }
  const fraction = text.slice(wholeEnd + 1, fractionEnd);
  const exponent = Number(text.slice(fractionEnd + 1, end));
  const exact = exactInteger(source, text.slice(whole, wholeEnd) + fraction, exponent - fraction.length);
  if (exact === undefined) return Number(literal);
  return negative ? -exact : exact;
}

/** Steps over the number at `source.at`, of which nothing is kept. */
export function skipNumber(source: Source): void {
  const { at } = source;
  const whole = source.text.charCodeAt(at) === minus ? at + 1 : at;
  source.at = endOfExponent(source, endOfFraction(source, endOfWhole(source, whole)));
}

/**
 * `digits` × 10^`power` where that is an integer of no more digits than are read. The zeros are counted by loops: a pattern such as
 * `/0+$/` takes quadratic time on `0001000…1`.
 */
function exactInteger(source: Source, digits: string, power: number): bigint | undefined {
  let first = 0;
  while (digits.charCodeAt(first) === zero) first++;
  if (first === digits.length) return 0n;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === zero) end--;
  const zeros = power + digits.length - end;
  const length = end - first + zeros;
  if (zeros < 0 || length > source.caps.digits) return undefined;
  spend(source, length >> 1);
  return BigInt(digits.slice(first, end)) * powerOfTen(zeros);
}

/** Kept, for a body can hold `1e999` a hundred thousand times and each power takes microseconds. */
const powersOfTen: bigint[] = [];

function powerOfTen(exponent: number): bigint {
  if (exponent >= 1_000) return 10n ** BigInt(exponent);
  const power = powersOfTen[exponent] ?? 10n ** BigInt(exponent);
  powersOfTen[exponent] = power;
  return power;
}

function endOfWhole(source: Source, at: number): number {
  const { text } = source;
  if (text.charCodeAt(at) !== zero) return endOfDigits(source, at);
  if (isDigit(text.charCodeAt(at + 1)))
    refuse(source, at + 1, "'.', an exponent or the end of the number", 'no leading zeros');
  return at + 1;
}

function endOfFraction(source: Source, at: number): number {
  return source.text.charCodeAt(at) === dot ? endOfDigits(source, at + 1) : at;
}

function endOfExponent(source: Source, at: number): number {
  const { text } = source;
  const mark = text.charCodeAt(at);
  if (mark !== smallE && mark !== capitalE) return at;
  const sign = text.charCodeAt(at + 1);
  return endOfDigits(source, sign === plus || sign === minus ? at + 2 : at + 1);
}

function endOfDigits(source: Source, start: number): number {
  const { text } = source;
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  if (at === start) refuse(source, at, 'a digit');
  return at;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}
