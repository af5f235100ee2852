import { readJsonText } from '../json/read.ts';
import { inBrief, isFields, pointedAt, rootPlace } from './place.ts';

/** Thrown for a description that cannot be read; the message says why. */
export class UnreadableDescription extends Error {}

/** Limits for a description, because the target may have written the description. */
export const descriptionLimits = {
  megabytes: 2,
  /** The parser takes seconds, and 200 MB of memory, for the worst YAML of this size. */
  yamlKilobytes: 128,
  /** YAML aliases count each time they are used. */
  values: 1_000_000,
  depth: 200,
} as const;

/** Reads an OpenAPI 3.0 or 3.1 description, which is one document in JSON or YAML. Rejects with an `UnreadableDescription`. */
export async function loadDescription(given: string): Promise<unknown> {
  const text = given.replace(/^\ufeff/, '');
  const document = jsonIn(text) ?? (await yamlIn(text));
  const { openapi, swagger } = isFields(document) ? document : {};
  if (!/^3\.[01](\.|$)/.test(String(openapi))) {
    const version = openapi ?? swagger;
    const kind = version === undefined ? 'not an OpenAPI description' : `version ${inBrief(version)}`;
    throw new UnreadableDescription(`it is ${kind}; OpenAPI 3.0 or 3.1 is required`);
  }
  checkValues(document);
  return document;
}

/** Parses JSON; returns undefined if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Yaml = typeof import('yaml');
type Node = import('yaml').Node;
type LineCounter = import('yaml').LineCounter;

/** Parses YAML as JSON: aliases and merge keys are copied, and dates stay strings. */
async function yamlIn(text: string): Promise<unknown> {
  const { yamlKilobytes, megabytes } = descriptionLimits;
  const json = /^\s*[[{]/.test(text) ? readJsonText(text) : undefined;
  if (text.length > yamlKilobytes * 1024)
    throw new UnreadableDescription(
      json?.ok === false
        ? placed(json.problem, json)
        : `it has more than ${yamlKilobytes} KB of YAML; as JSON, it may have ${megabytes} MB`,
    );
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const { contents, errors } = parsed(yaml, text, lines);
  const [error] = errors;
  if (error === undefined) return contents === null ? null : createReader(yaml)(contents, 0);
  const { line, col } = lines.linePos(error.pos[0]);
  throw new UnreadableDescription(
    json?.ok === false ? placed(json.problem, json) : placed(error.message, { line, column: col }),
  );
}

function parsed({ parseDocument }: Yaml, text: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, {
      lineCounter,
      schema: 'core',
      resolveKnownTags: false,
      stringKeys: true,
      // The next two options are off, because the parser would compare each key with all other keys, and each error with the
      // whole text.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The parser is recursive, so only deep nesting can overflow its stack.
    throw tooDeep();
  }
}

function placed(
  problem: string,
  { line, column }: { readonly line: number; readonly column: number },
): string {
  return `${problem} (line ${line}, column ${column})`;
}

/** Returns a function that reads a node as JSON, within the limits. */
function createReader({ isAlias, isMap, isScalar, isSeq }: Yaml) {
  const anchors = new Map<string, Node>();
  let values = 0;
  const read = (node: unknown, depth: number): unknown => {
    checkLimits(++values, depth);
    if (isAlias(node)) return read(anchors.get(node.source) ?? null, depth + 1);
    if (!isScalar(node) && !isSeq(node) && !isMap(node)) return null;
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item) => read(item, depth + 1));
    const members = new Map<string, unknown>();
    const merged: unknown[] = [];
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value ?? '') : '';
      const member = read(value, depth + 1);
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN') merged.push(member);
      else if (members.has(name)) throw new UnreadableDescription(`a mapping has ${inBrief(name)} twice`);
      else members.set(name, member);
    }
    for (const [name, member] of merged.flat().flatMap((one) => Object.entries(isFields(one) ? one : {})))
      if (!members.has(name)) members.set(name, member);
    // Unlike an assignment, this also makes `__proto__` a member.
    return Object.fromEntries(members);
  };
  return read;
}

function checkLimits(values: number, depth: number): void {
  const limits = descriptionLimits;
  if (values > limits.values)
    throw new UnreadableDescription(`with its aliases, it has more than ${limits.values} values`);
  if (depth > limits.depth) throw tooDeep();
}

function tooDeep(): UnreadableDescription {
  return new UnreadableDescription(`it is nested more than ${descriptionLimits.depth} levels deep`);
}

/** The names of members that hold data, in which a `$ref` is not a reference. */
const data = /^(?:examples?|enum|const|x-.*)$/;

/**
 * Checks that a document is within the limits, contains only values that JSON can represent, and refers only to its own
 * values.
 */
function checkValues(document: unknown): void {
  const root = rootPlace(document);
  const exists = new Set<string>();
  let values = 0;
  const check = (value: unknown, depth: number, mayRefer: boolean): void => {
    checkLimits(++values, depth);
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new UnreadableDescription(`it contains the number ${value}, which JSON cannot represent`);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === '$ref' && typeof member === 'string' && mayRefer && !exists.has(member)) {
        checkReference(member);
        exists.add(member);
      }
      check(member, depth + 1, mayRefer && !data.test(name));
    }
  };
  const checkReference = (reference: string): void => {
    const shown = inBrief(reference);
    if (!reference.startsWith('#'))
      throw new UnreadableDescription(
        `it refers to ${shown}, another document.\n` +
          'Combine them into one document with a bundler, for example: npx @redocly/cli bundle openapi.yaml -o bundled.yaml',
      );
    if (!/^#(?:\/|$)/.test(reference))
      throw new UnreadableDescription(
        `it refers to ${shown}, which is not a JSON Pointer such as #/components`,
      );
    if (pointedAt(root, reference).value === undefined)
      throw new UnreadableDescription(`it refers to ${shown}, which the document does not contain`);
  };
  check(document, 0, true);
}
