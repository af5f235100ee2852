import { type Draft, markPlace, sizeOf } from '../draft.ts';
import type { Classes } from '../fault-class.ts';

/** No body at all, and white space alone. */
export const bodyEmpty: Classes = (fc) => [
  {
    ...empty,
    id: 'no-body',
    fault: 'there is no body',
    single: true,
    arbitrary: fc.constant(blank('')),
    smallest: [blank('')],
  },
  {
    ...empty,
    id: 'blank-body',
    fault: 'the body is white space alone',
    alike: true,
    rotates: true,
    arbitrary: fc.constantFrom(' ', '\n', '\t', ' \r\n ').map(blank),
    smallest: [' ', '\n'].map(blank),
  },
];

const empty = {
  requirement: 'invalid.body-empty',
  twin: 'a body',
  accepted: 'a category is made out of nothing',
} as const;

/**
 * Bytes that are not UTF-8, within the value of an unknown member: stored as a name or description, they would be
 * in every later list (reading 12).
 */
const broken: readonly (readonly [what: string, bytes: string])[] = [
  ['a Latin-1 letter', '\xe9'],
  ['a lone continuation byte', '\x80'],
  ['an overlong slash', '\xc0\xaf'],
  ['a surrogate as bytes', '\xed\xa0\x80'],
  ['a sequence cut short', '\xe2\x82'],
  ['a byte that never occurs', '\xff'],
];

export const bodyBytes: Classes = (fc) => [
  {
    id: 'not-utf-8',
    requirement: 'invalid.body-bytes',
    fault: 'the bytes are not UTF-8',
    twin: 'the same text in UTF-8',
    accepted: 'no harm: any 2xx or 4xx is an answer',
    arbitrary: fc.constantFrom(...broken).map(([what, bytes]) => undecodable(what, `caf${bytes}`)),
    smallest: broken.map(([what, bytes]) => undecodable(what, bytes)).sort((a, b) => sizeOf(a) - sizeOf(b)),
  },
];

function undecodable(what: string, bytes: string): Draft {
  return {
    label: `${what} in an unknown member`,
    text: `{"name":"${markPlace}","x":"${bytes}"}`,
    bytes: true,
  };
}

function blank(text: string): Draft {
  return { label: text === '' ? 'no body at all' : 'a body of white space', text };
}
