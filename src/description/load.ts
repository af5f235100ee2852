import type { FileInfo, Plugin } from '@apidevtools/json-schema-ref-parser';
import { isFields, shown } from './place.ts';

/** Thrown for a description that cannot be read; the message says why. */
export class UnreadableDescription extends Error {}

/** The source of a description and the files that it refers to. */
export interface DescriptionSource {
  /** The path or URL of the description. */
  readonly from: string;
  /** Reads the description or a file that it refers to; throws an error that says why not. */
  readonly read: (from: string) => Promise<string>;
}

/** Limits for a description with the files that it refers to, because the target may have written it. */
export const descriptionLimits = {
  documents: 100,
  /** Of its text, and of its values, because an alias of YAML repeats a value without repeating its text. */
  megabytes: 4,
  /** The parser compares each reference with all others. */
  references: 5_000,
  depth: 100,
} as const;

/** What a value takes besides its text, in characters. */
const valueSize = 10;

/**
 * Reads an OpenAPI 3.0 or 3.1 description in JSON or YAML, with the files that it refers to. Throws an
 * `UnreadableDescription`.
 */
export async function loadDescription(source: DescriptionSource): Promise<unknown> {
  const document = await parsed(source);
  const { openapi, swagger } = isFields(document) ? document : {};
  if (/^3\.[01](\.|$)/.test(String(openapi))) return document;
  const version = openapi ?? swagger;
  const kind = version === undefined ? 'not an OpenAPI description' : `version ${shown(version)}`;
  throw new UnreadableDescription(`it is ${kind}; OpenAPI 3.0 or 3.1 is required`);
}

async function parsed({ from, read }: DescriptionSource): Promise<unknown> {
  const { $RefParser, getJsonSchemaRefParserDefaultOptions } = await import(
    '@apidevtools/json-schema-ref-parser'
  );
  const { json, yaml } = getJsonSchemaRefParserDefaultOptions().parse;
  const door = createDoor(read);
  const bounded = (parser?: Plugin | boolean): Plugin | false => {
    if (typeof parser !== 'object' || typeof parser.parse !== 'function') return false;
    const parse = parser.parse.bind(parser);
    return { ...parser, parse: async (file: FileInfo) => door.admit(await parse(file)) };
  };
  const file = { order: 1, canRead: true, read: ({ url }: FileInfo) => door.read(url) };
  try {
    return await new $RefParser().bundle(from, {
      parse: { json: bounded(json), yaml: bounded(yaml) },
      resolve: { http: false, file },
    });
  } catch (error) {
    // The parser wraps a refusal in an error of its own, and its messages quote the document below the first line.
    const [first = ''] = (door.refusal() ?? reasonOf(error)).split('\n');
    throw new UnreadableDescription(first.replace(/\.$/, ''));
  }
}

/** Reads the files of a description, and refuses what exceeds the limits. */
function createDoor(read: DescriptionSource['read']) {
  const { documents, megabytes, references, depth: deepest } = descriptionLimits;
  const most = megabytes * 1024 * 1024;
  const used = { documents: 0, text: 0, values: 0, references: 0 };
  let refusal: string | undefined;
  const refuseIf = (applies: boolean, why: string): void => {
    if (applies) refusal ??= why;
    if (refusal !== undefined) throw new Error(refusal);
  };
  return {
    /** Returns why it refused the description, if it did. */
    refusal: () => refusal,
    async read(from: string): Promise<Buffer> {
      refuseIf(++used.documents > documents, `it consists of more than ${documents} documents`);
      const text = await read(from).catch((error: unknown) => {
        refuseIf(true, reasonOf(error));
        throw error;
      });
      used.text += text.length;
      refuseIf(used.text > most, `with the files that it refers to, it has more than ${megabytes} MB`);
      return Buffer.from(text);
    },
    /** Returns the document. An alias counts each time it is used. */
    admit(document: unknown): unknown {
      const left = [{ value: document, depth: 0 }];
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const { value, depth } = one;
        used.values += valueSize + (typeof value === 'string' ? value.length : 0);
        refuseIf(used.values > most, `with its aliases, it has more than ${megabytes} MB`);
        refuseIf(depth > deepest, `it is nested more than ${deepest} deep`);
        if (typeof value !== 'object' || value === null) continue;
        for (const [name, member] of Object.entries(value)) {
          used.values += name.length;
          if (name === '$ref') used.references++;
          left.push({ value: member, depth: depth + 1 });
        }
        refuseIf(used.references > references, `it has more than ${references} references`);
      }
      return document;
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'its references form too long a chain';
  return error instanceof Error ? error.message : String(error);
}
