import { describe, expect, it } from 'vitest';
import { printable } from '../../src/text/shown.ts';

describe('printable', () => {
  it.each([
    ['a line break', 'a\r\nb', 'a\\u{d}\\u{a}b'],
    ['an escape sequence', '\u001b[2Jgone', '\\u{1b}[2Jgone'],
    ['a C1 control', '\u009b31m', '\\u{9b}31m'],
    ['NUL, BEL and DEL', '\0\u0007\u007f', '\\u{0}\\u{7}\\u{7f}'],
    ['bidi overrides', '\u202egnp\u2069', '\\u{202e}gnp\\u{2069}'],
    ['zero-width characters', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
    ['line and paragraph separators', '\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['a lone surrogate', 'x\ud800y', 'x\\u{d800}y'],
    ['tags beyond the first plane', '\u{e0041}', '\\u{e0041}'],
    ['variation selectors', 'a\ufe0fb\u{e0101}\u180b', 'a\\u{fe0f}b\\u{e0101}\\u{180b}'],
    ['invisible letters', '\u115f\u1160\u3164\uffa0\u034f', '\\u{115f}\\u{1160}\\u{3164}\\u{ffa0}\\u{34f}'],
    ['unusual spaces', 'a\u00a0b\u3000\u2800', 'a\\u{a0}b\\u{3000}\\u{2800}'],
  ])('makes %s visible', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('does not change text in any script, or emoji', () => {
    const text = 'Käse – "猫" кот 🐈 ภาษาไทย \\ % <b>';
    expect(printable(text)).toBe(text);
  });

  it('allows three combining marks on a letter, and escapes further ones', () => {
    expect(printable(`e${'\u0301'.repeat(5)}`)).toBe('e\u0301\u0301\u0301\\u{301}\\u{301}');
  });

  it.each(['##[error]x', '##vso[task.complete]', '##teamcity[buildStop]', 'within ##[group] a line'])(
    'escapes the build command in %s',
    (text) => {
      expect(printable(text)).not.toMatch(/##[a-z]*\[/);
    },
  );

  it('does not create a build command by escaping a character', () => {
    expect(printable('#\u200b#[error]')).toBe('#\\u{200b}#[error]');
  });

  it('cuts a long string by code points and says how many are missing', () => {
    expect(printable('🐈'.repeat(40), 4)).toBe('🐈🐈🐈🐈… (36 more characters)');
    expect(printable('🐈'.repeat(10), 4)).toBe('🐈'.repeat(10));
    expect(printable('abcd', 4)).toBe('abcd');
  });
});
