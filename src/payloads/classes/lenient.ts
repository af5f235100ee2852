import type fc from 'fast-check';
import { classesOf, kind, rarely } from '../class-family.ts';
import { type Families, plainNames, words } from '../draws.ts';
import type { FastCheck, FaultClass } from '../fault-class.ts';
import { joinTokens, tokensOf } from '../layout.ts';
import { misspelled } from './bodies.ts';
import { newCategory } from './new-category.ts';
import { validMembers } from './of-schema.ts';

/** The tokens of a body that uses one extension of JSON. */
type Tokens = readonly string[];

/** Strings that are added after the end of a valid body. */
const tails = [
  ['x', ',', '"', ';', '/'],
  ['}', ']'],
  ['1', 'true', '{}', '[]', '{"name":"other"}'],
];

/** Values that JSON does not have. */
const badNumbers = ['01', '+1', '.5', '1.', '0x10', '-', '1e'];
const badWords = ['True', 'False', 'None', 'undefined', 'Infinity', '-Infinity', 'nan'];

/** Escapes that JSON does not allow in strings. */
const badEscapes = [
  ["\\'", '\\x41', '\\0', '\\a', '\\U0041'],
  ['\\q', '\\ '],
  ['\\u12', '\\u00g1'],
];

/** Extensions of JSON that parsers may accept; accepting one is a warning, not a violation. */
export function lenient(fc: FastCheck): FaultClass[] {
  const body = fc
    .tuple(validMembers(fc, newCategory.schema), fc.boolean())
    .map(([members, turned]) => tokensOf(members, turned));
  return classesOf<Tokens>(
    fc,
    {
      requirement: 'invalid.body-lenient',
      group: 'others',
      control: misspelled.control,
      accepted: 'the parser accepts more than JSON, so bodies that other servers refuse are stored',
      write: (tokens, layout, fault) => misspelled.draft(joinTokens(tokens, layout), fault),
    },
    [
      kind('not-a-number', 'NaN in an unknown member', [unknown(fc, fc.constant('NaN'))]),
      ...rarely(
        'always',
        kind('trailing-comma', 'a trailing comma', [
          body.map((tokens) => [...tokens.slice(0, -1), ',', '}']),
        ]),
        kind('single-quotes', 'single quotes', [
          body.map((tokens) => tokens.map(inSingleQuotes)),
          body.map((tokens) => tokens.map((one, at) => (tokens[at + 1] === ':' ? inSingleQuotes(one) : one))),
          body.map((tokens) => tokens.map((one, at) => (tokens[at - 1] === ':' ? inSingleQuotes(one) : one))),
        ]),
        kind(
          'trailing-bytes',
          'bytes after the end',
          tails.map((family) =>
            fc.tuple(body, fc.constantFrom(...family)).map(([tokens, tail]) => [...tokens, tail]),
          ),
        ),
      ),
      ...rarely(
        'in turns',
        kind(
          'comment',
          'a comment',
          comments(fc).map((family) =>
            fc
              .tuple(body, family, fc.nat(9))
              .map(([tokens, text, at]) => tokens.toSpliced(at % (tokens.length + 1), 0, text)),
          ),
        ),
        kind('bare-key', 'an unquoted key', [
          body.map((tokens) => tokens.map((one, at) => (tokens[at + 1] === ':' ? one.slice(1, -1) : one))),
        ]),
        kind(
          'control-character',
          'a raw control character in a string',
          [
            fc.constantFrom('\t', '\n', '\r'),
            fc.integer({ min: 1, max: 31 }).map((code) => String.fromCharCode(code)),
          ].map((family) => inText(fc, family)),
        ),
        kind(
          'bad-escape',
          'an invalid escape',
          badEscapes.map((family) => inText(fc, fc.constantFrom(...family))),
        ),
        kind('bare-word', 'an unquoted word or an invalid number', [
          plainNames(fc).map((name) => tokensOf([['name', name]])),
          unknown(fc, fc.constantFrom(...badWords)),
          unknown(fc, fc.constantFrom(...badNumbers)),
        ]),
      ),
    ],
  );
}

/**
 * Writes the value in an unknown member next to a name, because a careless server that stored the value as the name would
 * break its list.
 */
function unknown(fc: FastCheck, value: fc.Arbitrary<string>): fc.Arbitrary<Tokens> {
  return fc.tuple(plainNames(fc), fc.constantFrom('x', 'color', 'note'), value).map(([name, key, text]) =>
    tokensOf([
      ['name', `"${name}"`],
      [key, text],
    ]),
  );
}

/** Writes an unknown member whose string contains something invalid. */
function inText(fc: FastCheck, bad: fc.Arbitrary<string>): fc.Arbitrary<Tokens> {
  return unknown(
    fc,
    fc
      .tuple(words(fc, 0, 4), bad, words(fc, 0, 4))
      .map(([before, one, after]) => `"${before}${one}${after}"`),
  );
}

function comments(fc: FastCheck): Families<string> {
  return [words(fc, 0, 8).map((text) => `/*${text}*/`), words(fc, 0, 8).map((text) => `//${text}\n`)];
}

function inSingleQuotes(token: string): string {
  return token.startsWith('"') ? `'${token.slice(1, -1)}'` : token;
}
