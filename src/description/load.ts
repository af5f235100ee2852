import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { inBrief, isFields } from './place.ts';

/** Thrown for a description that cannot be read; the message says why. */
export class UnreadableDescription extends Error {}

/** The source of a description and the files that it refers to. */
export interface DescriptionSource {
  /** The path or URL of the description. */
  readonly from: string;
  /** Reads the description or a file that it refers to; throws an error that says why not. */
  readonly read: (from: string) => Promise<string>;
}

/** Limits for a description, because the target may have written it. */
export const descriptionLimits = {
  /** Including the files that it refers to. */
  documents: 100,
  megabytes: 8,
  /** YAML aliases count each time they are used. */
  values: 1_000_000,
  depth: 200,
  seconds: 10,
  workerMb: 512,
} as const;

/** A message of the worker: a request for a file, or the result. */
type Message =
  | { readonly id: number; readonly url: string }
  | { readonly document: unknown }
  | { readonly problem: string };

/**
 * Reads an OpenAPI 3.0 or 3.1 description in JSON or YAML, with the files that it refers to. Throws an
 * `UnreadableDescription`. A worker parses it, because the time that the parser takes has no useful bound: some files of
 * 200 KB take a minute. The worker is stopped after `seconds`, and signals keep working meanwhile.
 */
export async function loadDescription(
  source: DescriptionSource,
  seconds: number = descriptionLimits.seconds,
): Promise<unknown> {
  const document = await parsed(source, seconds);
  const { openapi, swagger } = isFields(document) ? document : {};
  if (/^3\.[01](\.|$)/.test(String(openapi))) return document;
  const version = openapi ?? swagger;
  const kind = version === undefined ? 'not an OpenAPI description' : `version ${inBrief(version)}`;
  throw new UnreadableDescription(`it is ${kind}; OpenAPI 3.0 or 3.1 is required`);
}

async function parsed({ from, read }: DescriptionSource, seconds: number): Promise<unknown> {
  const { values, depth, workerMb } = descriptionLimits;
  const parser = createRequire(import.meta.url).resolve('@apidevtools/json-schema-ref-parser');
  const worker = new Worker(workerCode, {
    eval: true,
    workerData: { from, parser: pathToFileURL(parser).href, maxValues: values, deepest: depth },
    resourceLimits: { maxOldGenerationSizeMb: workerMb },
  });
  const textOf = boundedReader(read);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const fail = (problem: string) => reject(new UnreadableDescription(firstLine(problem)));
      timer = setTimeout(fail, seconds * 1000, `it takes more than ${seconds} s to read`);
      worker.on('error', ({ code, message }: Error & { code?: string }) =>
        fail(code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it takes more than ${workerMb} MB to read` : message),
      );
      worker.on('message', (message: Message) => {
        if ('document' in message) resolve(message.document);
        else if ('problem' in message) fail(message.problem);
        else
          textOf(message.url).then(
            (text) => worker.postMessage({ id: message.id, text }),
            (error) => worker.postMessage({ id: message.id, problem: firstLine(error?.message ?? error) }),
          );
      });
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Limits the number of files and their total size. */
function boundedReader(read: DescriptionSource['read']): DescriptionSource['read'] {
  const { documents, megabytes } = descriptionLimits;
  let requested = 0;
  let length = 0;
  return async (from) => {
    if (++requested > documents) throw new Error(`it consists of more than ${documents} documents`);
    const text = await read(from);
    length += text.length;
    if (length > megabytes * 1024 * 1024)
      throw new Error(`with the files that it refers to, it has more than ${megabytes} MB`);
    return text;
  };
}

/** Returns the first line of a message; below it, the parser quotes the document. */
function firstLine(message: unknown): string {
  return (String(message).split('\n')[0] ?? '').replace(/\.$/, '');
}

/**
 * The worker that parses a description. It is a string, so that it runs from the sources, from the bundle and in tests. It
 * requests files by messages, and its last message contains the document or the problem.
 */
const workerCode = `
const { parentPort, workerData } = require('node:worker_threads');
const { from, parser, maxValues, deepest } = workerData;
const pending = new Map();
let requested = 0;
let values = 0;
let refused;

parentPort.on('message', ({ id, text, problem }) => {
  const { resolve, reject } = pending.get(id);
  pending.delete(id);
  if (problem === undefined) return resolve(Buffer.from(text));
  refused ??= problem;
  reject(new Error(problem));
});

const file = {
  order: 1,
  canRead: true,
  read: ({ url }) =>
    new Promise((resolve, reject) => {
      pending.set(++requested, { resolve, reject });
      parentPort.postMessage({ id: requested, url });
    }),
};

// Counts all values; an alias counts each time it is used.
function measured(document) {
  const left = [{ value: document, depth: 0 }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (++values > maxValues) refused ??= 'with its aliases, it has more than ' + maxValues + ' values';
    if (one.depth > deepest) refused ??= 'it is nested more than ' + deepest + ' deep';
    if (refused !== undefined) throw new Error(refused);
    if (typeof one.value !== 'object' || one.value === null) continue;
    for (const value of Object.values(one.value)) left.push({ value, depth: one.depth + 1 });
  }
  return document;
}

import(parser).then(async ({ $RefParser, getJsonSchemaRefParserDefaultOptions }) => {
  const { parse } = getJsonSchemaRefParserDefaultOptions();
  const bounded = (one) => ({ ...one, parse: async (file) => measured(await one.parse(file)) });
  const options = {
    parse: { json: bounded(parse.json), yaml: bounded(parse.yaml) },
    resolve: { http: false, file },
  };
  try {
    parentPort.postMessage({ document: await new $RefParser().bundle(from, options) });
  } catch (error) {
    const tooLong = error instanceof RangeError ? 'its references form too long a chain' : undefined;
    parentPort.postMessage({ problem: refused ?? tooLong ?? String(error?.message ?? error) });
  }
});
`;
