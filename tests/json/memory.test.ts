import { describe, expect, it } from 'vitest';
import { readJsonText } from '../../src/json/read.ts';

const elements = 100;
const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":true`).join()}}`;

/** Writes an array of a value and integers that together take exactly `left` bytes less than the limit. */
function filled(value: string, bytes: number, left: number): string {
  const rest = 8_192 + 32 * elements - (32 + 136) - (12 + bytes) - left;
  const count = Math.ceil(rest / 500);
  const halves = rest - count * (12 + 24);
  const integers = Array.from({ length: count }, (_, at) =>
    '7'.repeat(2 * Math.floor((halves + at) / count)),
  );
  return `[${[value, ...integers].join()}]`;
}

function takes(value: string, bytes: number): void {
  expect(readJsonText(filled(value, bytes, 0), { elements })).toMatchObject({ ok: true });
  expect(readJsonText(filled(value, bytes, -1), { elements })).toMatchObject({
    kind: 'too-many-elements',
    problem: 'Its values exceed the memory limit of a body',
  });
}

describe('the memory of a value is counted in bytes', () => {
  it.each([
    ['null', 0],
    ['true', 0],
    ['""', 32],
    ['"a word"', 32],
    ['"\\n"', 32],
    ['1', 24],
    ['12', 25],
    ['-123', 26],
    ['1.5', 24],
    ['1e3', 26],
    ['0.01e4', 25],
    ['1e1000', 24],
    ['[]', 32],
    ['[true]', 180],
    ['[true,true,true]', 204],
    ['[[]]', 212],
    ['{}', 56],
    ['{"a":true}', 72],
    ['{"a":{},"b":[]}', 56 + 2 * 16 + 56 + 32],
    ['{"a":true,"a":true}', 88],
  ])('%s', takes);

  it('a member after the 64th', () => {
    takes(members(64), 56 + 64 * 16);
    takes(members(66), 56 + 64 * 16 + 2 * 96);
  });

  it.each([
    ['an element', (full: string) => full.replace(/]$/, ',true]')],
    ['a member', (full: string) => full.replace('{}', '{"a":true}')],
  ])('%s is never dropped silently when the memory is just full', (_what, more) => {
    const full = filled('true', 0, 56 + 12).replace(/]$/, ',{}]');
    expect(readJsonText(full, { elements })).toMatchObject({ ok: true });
    expect(readJsonText(more(full), { elements })).toMatchObject({ kind: 'too-many-elements' });
  });
});
