import { isObject, type JsonDocument, type JsonObject, readJson, readJsonText } from '../json/read.ts';

/**
 * The meaning of a body of POST /categories, sent as `application/json`: a valid NewCategory, a body that the
 * specification does not mention, or a body that violates a requirement.
 */
export type Meaning =
  | { readonly kind: 'valid' }
  | { readonly kind: 'unstated'; readonly because: string }
  /** `faults` is the number of faults; a body with more than one is never sent. */
  | { readonly kind: 'violates'; readonly requirement: string; readonly faults: number };

export type RefusalId =
  | 'invalid.name-missing'
  | 'invalid.name-type'
  | 'invalid.description-type'
  | 'invalid.body-type'
  | 'invalid.body-malformed'
  | 'invalid.body-lenient'
  | 'invalid.body-bytes'
  | 'invalid.body-empty';

/**
 * The maximum length of a plain string, in characters. A server may refuse longer strings, because the specification states no
 * limit.
 */
const longestPlain = 200;

/** Classifies a body as a conforming server would. */
export function classify(bytes: Uint8Array, document = readJson(bytes)): Meaning {
  if (!document.ok) return classifyBroken(bytes, document);
  if (document.byteOrderMark) return unstated('a byte order mark');
  if (!isObject(document.value)) return violates('invalid.body-type');
  return classifyObject(document.value, document.repeatedNames > 0);
}

function classifyBroken(bytes: Uint8Array, document: JsonDocument & { ok: false }): Meaning {
  switch (document.kind) {
    case 'empty':
      return violates('invalid.body-empty');
    case 'not-utf-8':
      return violates(isCutInLetter(bytes) ? 'invalid.body-malformed' : 'invalid.body-bytes');
    case 'end-of-input':
      return violates('invalid.body-malformed');
    case 'syntax':
      // A lenient parser may accept what starts like an object or a comment, but not a different format.
      return violates(
        /^\s*[{/#]/.test(new TextDecoder().decode(bytes.subarray(0, 64)))
          ? 'invalid.body-lenient'
          : 'invalid.body-malformed',
      );
    case 'too-deep': {
      // The body is too deep to read completely, but its fields and their types can still be read.
      const shallow = cutBelow(new TextDecoder().decode(bytes), 2);
      return shallow === undefined
        ? unstated('nesting that a parser may refuse')
        : classify(Buffer.from(shallow));
    }
    case 'too-dense':
      return unstated('more arrays and objects than a parser may accept');
  }
}

/** Checks whether the only fault is that the body ends within a string, in the middle of a multibyte letter. */
function isCutInLetter(bytes: Uint8Array): boolean {
  try {
    // In a stream, an incomplete letter at the end is not an error.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    const document = readJsonText(text);
    return !document.ok && document.kind === 'end-of-input';
  } catch {
    return false;
  }
}

function classifyObject(body: JsonObject, duplicates: boolean): Meaning {
  const { name, description } = body;
  if (duplicates) return unstated('a repeated member name');
  const isDescribed = Object.hasOwn(body, 'description');
  const faults: RefusalId[] = [];
  if (!Object.hasOwn(body, 'name')) faults.push('invalid.name-missing');
  else if (typeof name !== 'string') faults.push('invalid.name-type');
  if (isDescribed && description !== null && typeof description !== 'string')
    faults.push('invalid.description-type');
  const [first] = faults;
  if (first !== undefined) return violates(first, faults.length);
  if (description === null) return unstated('a null description');
  if (Object.keys(body).some((field) => field !== 'name' && field !== 'description'))
    return unstated('an unknown field');
  return classifyStrings([name, description].filter((text) => typeof text === 'string'));
}

function classifyStrings(strings: readonly string[]): Meaning {
  for (const text of strings) {
    if (text.trim() === '') return unstated('an empty or blank string');
    if (text.length > longestPlain) return unstated('a long string');
    if (!text.isWellFormed()) return unstated('a lone surrogate');
    // A line feed is ordinary in multiline text.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
    if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)) return unstated('a control character');
  }
  return { kind: 'valid' };
}

function violates(requirement: RefusalId, faults = 1): Meaning {
  return { kind: 'violates', requirement, faults };
}

function unstated(because: string): Meaning {
  return { kind: 'unstated', because };
}

/** Strings, brackets, and everything in between. An unclosed string extends to the end, so that nothing is read twice. */
const tokens = /"(?:[^"\\]|\\.?)*(?:"|$)|[[\]{}]|[^"[\]{}]+/gs;

/**
 * Removes everything nested deeper than `depth` from JSON, so that the fields of a body that is too deep can be read.
 * Returns undefined if the brackets do not match.
 */
export function cutBelow(text: string, depth: number): string | undefined {
  let open = 0;
  let kept = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '[' || token === '{') open++;
    if (open <= depth) kept += token;
    if ((token === ']' || token === '}') && --open < 0) return undefined;
  }
  return open === 0 ? kept : undefined;
}
