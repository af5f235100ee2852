import { isFields, shown } from './place.ts';

/** A description that cannot be read; the message says what is wrong with it, and where. */
export class UnreadableDescription extends Error {}

/** Where a description and the files that it refers to are read from. */
export interface DescriptionSource {
  /** The path or address of the description itself. */
  readonly from: string;
  /** The text of it, or of a file that it refers to; throws an error whose message says why it cannot be had. */
  readonly read: (from: string) => Promise<string>;
}

/**
 * Reads an OpenAPI 3.0 or 3.1 description, JSON or YAML, with the files that it refers to. Throws an
 * UnreadableDescription. The parser is loaded only here, for few runs need it.
 */
export async function loadDescription({ from, read }: DescriptionSource): Promise<unknown> {
  const { $RefParser } = await import('@apidevtools/json-schema-ref-parser');
  let refused: string | undefined;
  const reader = {
    order: 1,
    canRead: true,
    async read({ url }: { url: string }): Promise<Buffer> {
      try {
        return Buffer.from(await read(url));
      } catch (error) {
        refused ??= messageOf(error);
        throw error;
      }
    },
  };
  let document: unknown;
  try {
    document = await new $RefParser().bundle(from, { resolve: { http: false, file: reader } });
  } catch (error) {
    throw new UnreadableDescription(refused ?? messageOf(error));
  }
  const { openapi, swagger } = isFields(document) ? document : {};
  if (/^3\.[01](\.|$)/.test(String(openapi))) return document;
  const version = openapi ?? swagger;
  const kind = version === undefined ? 'no OpenAPI description' : `of version ${shown(version)}`;
  throw new UnreadableDescription(`it is ${kind}; OpenAPI 3.0 or 3.1 is needed`);
}

/** The first line: below it, the parser shows the text around a mistake. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').replace(/\.$/, '');
}
