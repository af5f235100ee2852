import { isObject, type JsonDocument, type JsonObject, readJson } from '../json/read.ts';

/**
 * What a body for POST /categories means, sent as `application/json`: a valid NewCategory, something that the
 * specification is silent about, or a violation of the one requirement named.
 */
export type Meaning =
  | { readonly kind: 'valid' }
  | { readonly kind: 'unstated'; readonly because: string }
  | { readonly kind: 'violates'; readonly requirement: RefusalId; readonly faults: number };

export type RefusalId =
  | 'invalid.name-missing'
  | 'invalid.name-type'
  | 'invalid.description-type'
  | 'invalid.body-type'
  | 'invalid.body-malformed'
  | 'invalid.body-lenient'
  | 'invalid.body-bytes'
  | 'invalid.body-empty';

/** Longer texts may be refused for their length, which the specification does not show, in characters. */
const longestPlain = 200;

/** What the bytes of a body mean to a service that keeps the specification. */
export function classify(bytes: Uint8Array): Meaning {
  const document = readJson(bytes);
  if (!document.ok) return classifyBroken(bytes, document);
  if (document.byteOrderMark) return unstated('a byte order mark');
  if (!isObject(document.value)) return violates('invalid.body-type');
  return classifyObject(document.value, document.duplicates.length > 0);
}

function classifyBroken(bytes: Uint8Array, document: JsonDocument & { ok: false }): Meaning {
  switch (document.kind) {
    case 'empty':
      return violates('invalid.body-empty');
    case 'not-utf-8':
      return violates('invalid.body-bytes');
    case 'end-of-input':
      return violates('invalid.body-malformed');
    case 'syntax':
      // What looks like an object or stands behind a comment may be an extension that a parser accepts; a form
      // or another format may not.
      return violates(/^\s*[{/#]/.test(firstText(bytes)) ? 'invalid.body-lenient' : 'invalid.body-malformed');
    case 'too-deep':
      return classifyDeep(bytes);
    default:
      return unstated('a size that readers may refuse');
  }
}

/** Deeper than the reader goes: as far as the fields of the body and their types it can be read all the same. */
function classifyDeep(bytes: Uint8Array): Meaning {
  const shallow = cutBelow(new TextDecoder().decode(bytes), 2);
  return shallow === undefined ? unstated('a depth that readers may refuse') : classify(Buffer.from(shallow));
}

function classifyObject(body: JsonObject, duplicates: boolean): Meaning {
  const { name, description } = body;
  if (duplicates) return unstated('a name that stands twice');
  const described = Object.hasOwn(body, 'description');
  const faults: RefusalId[] = [
    ...(Object.hasOwn(body, 'name') ? [] : (['invalid.name-missing'] as const)),
    ...(Object.hasOwn(body, 'name') && typeof name !== 'string' ? (['invalid.name-type'] as const) : []),
    ...(described && description !== null && typeof description !== 'string'
      ? (['invalid.description-type'] as const)
      : []),
  ];
  const [first] = faults;
  if (first !== undefined) return violates(first, faults.length);
  if (description === null) return unstated('a null description');
  if (Object.keys(body).some((field) => field !== 'name' && field !== 'description'))
    return unstated('an unknown field');
  return classifyTexts([name, description].filter((text) => typeof text === 'string'));
}

function classifyTexts(texts: readonly string[]): Meaning {
  for (const text of texts) {
    if (text.trim() === '') return unstated('an empty or blank text');
    if (text.length > longestPlain) return unstated('a long text');
    if (!text.isWellFormed()) return unstated('a lone surrogate');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(text)) return unstated('a control character');
  }
  return { kind: 'valid' };
}

function firstText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 64));
}

/** `faults` is how many things are wrong: a body with two of them is never sent. */
function violates(requirement: RefusalId, faults = 1): Meaning {
  return { kind: 'violates', requirement, faults };
}

function unstated(because: string): Meaning {
  return { kind: 'unstated', because };
}

/** Texts, brackets, and everything between them; a text that is not closed ends with the whole, so that none is read twice. */
const tokens = /"(?:[^"\\]|\\.?)*(?:"|$)|[[\]{}]|[^"[\]{}]+/gs;

/**
 * A JSON text without what stands more than `depth` arrays and objects deep: so a body that is nested deeper than
 * readers go can be read as far as its fields. What is left out is not looked at. Undefined where a bracket is not
 * closed, or one too many is.
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
