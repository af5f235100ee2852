import { setTimeout as pause } from 'node:timers/promises';
import { applyChanges, type Change, type Defect } from '../changes/change.ts';
import { concurrentMs, editCreations, editReading, editReplies } from '../changes/edits.ts';
import { checkNewCategory, isJsonObject, parseBody, type Reading } from '../new-category.ts';
import { errorReply, problem } from '../problem.ts';

const failed = problem(500, 'internal_error', 'The server has failed.');

/** Returns 500 to GET /categories forever, once `isBroken` returns true. */
const brokenList = (isBroken: () => boolean): Change =>
  editReplies('listCategories', (reply, { parts }) =>
    isBroken() ? errorReply(failed, parts.errorJson) : reply,
  );

/** Reads some bodies differently, and stores data that breaks the list. `read` returns undefined for all other bodies. */
const storesAndBreaks =
  (read: (body: Uint8Array) => Reading | undefined): Change =>
  (parts, tools) => {
    let isBroken = false;
    const reading = editReading((body, readBefore) => {
      const found = read(body);
      if (found !== undefined) isBroken = true;
      return found ?? readBefore(body);
    });
    return { ...reading(parts, tools), ...brokenList(() => isBroken)(parts, tools) };
  };

const jsonIn = (body: Uint8Array): unknown => {
  const parsed = parseBody(body);
  return parsed.kind === 'json' ? parsed.value : undefined;
};

/** Accepts bytes that are not UTF-8, so that the list can no longer be decoded. */
const anyBytes = (body: Uint8Array): Reading | undefined => {
  const text = Buffer.from(body).toString('utf8');
  if (Buffer.from(text).equals(Buffer.from(body))) return undefined;
  try {
    const reading = checkNewCategory(JSON.parse(text));
    return reading.kind === 'category' ? reading : undefined;
  } catch {
    return undefined;
  }
};

const numberAsDescription = (body: Uint8Array): Reading | undefined => {
  const value = jsonIn(body);
  return isJsonObject(value) && typeof value['description'] === 'number'
    ? checkNewCategory({ ...value, description: String(value['description']) })
    : undefined;
};

const arrayAsDescription = (body: Uint8Array): Reading | undefined => {
  const value = jsonIn(body);
  return isJsonObject(value) && Array.isArray(value['description'])
    ? { kind: 'problem', problem: failed }
    : undefined;
};

const isUnusual = (text: unknown): boolean => typeof text === 'string' && /\0|\p{Surrogate}/u.test(text);

const nulOrSurrogate = (body: Uint8Array): Reading | undefined => {
  const value = jsonIn(body);
  return isJsonObject(value) && (isUnusual(value['description']) || isUnusual(value['name']))
    ? checkNewCategory(value)
    : undefined;
};

const brokenByTwoAtOnce: Change = (parts, tools) => {
  let inFlight = 0;
  let isBroken = false;
  const creations = editCreations(async (visit, serve) => {
    inFlight += 1;
    isBroken ||= inFlight > 1;
    await pause(concurrentMs);
    inFlight -= 1;
    return serve(visit);
  });
  return applyChanges(parts, [creations, brokenList(() => isBroken)], tools);
};

/** Servers that store invalid data and never serve their list again. */
export const lastingDamageDefects: readonly Defect[] = [
  {
    id: 'list-broken-by-bytes',
    title: 'Stores bytes that are not UTF-8, and returns 500 for the list forever',
    story: 'The database accepts bytes, but the list serializer accepts only UTF-8.',
    requirements: ['list.ok'],
    change: storesAndBreaks(anyBytes),
  },
  {
    id: 'list-broken-by-number',
    title: 'Accepts a number as the description, and returns 500 for the list forever',
    story: "The column is untyped, but the list's model is not.",
    requirements: ['invalid.description-type', 'list.ok'],
    change: storesAndBreaks(numberAsDescription),
  },
  {
    id: 'list-broken-by-500',
    title: 'Returns 500 for an array as the description, stores it, and returns 500 for the list forever',
    story: 'The row is committed before the response is built, and building it always fails.',
    requirements: ['list.ok'],
    change: storesAndBreaks(arrayAsDescription),
  },
  {
    id: 'list-broken-by-two-at-once',
    title: 'Breaks the list forever after two concurrent POSTs',
    story: 'The file that stores the categories is written without a lock.',
    requirements: ['list.ok'],
    change: brokenByTwoAtOnce,
  },
  {
    id: 'list-broken-by-characters',
    title: 'Stores a NUL or a lone surrogate, and returns 500 for the list forever',
    story: 'The parser accepts both escapes, but the list encoder rejects them.',
    requirements: ['list.ok'],
    needs: ['thorough'],
    change: storesAndBreaks(nulOrSurrogate),
  },
];
