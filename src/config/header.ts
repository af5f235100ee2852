import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';
import type { Given } from './values.ts';

/** What the kit sets by itself, what frames the message, and what would be a second credential. */
const reserved = new Set([
  'authorization',
  'proxy-authorization',
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'accept-encoding',
  'transfer-encoding',
  'connection',
  'proxy-connection',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

/** Reads `NAME: VALUE` options; values are never shown, for they may be secret. */
export function readHeaders(given: readonly Given[], key: string | undefined): (readonly [string, string])[] {
  const seen = new Set<string>();
  return given.map((one) => {
    const [name, value] = readHeader(one, key);
    if (seen.has(name.toLowerCase())) throw new UsageError(`${one.from} names ${name} twice. Give it once.`);
    seen.add(name.toLowerCase());
    return [name, value] as const;
  });
}

function readHeader({ text, from }: Given, key: string | undefined): readonly [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new UsageError(`${from} takes 'NAME: VALUE'; this one has no name or no colon.`);
  const name = text.slice(0, colon);
  const value = text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
    throw new UsageError(
      `${from}: ${quoted(name)} is no name of a header: letters, digits and - may stand there.`,
    );
  }
  if (reserved.has(name.toLowerCase())) {
    throw new UsageError(`${from}: ${name} is set by the kit itself. Leave it out.`);
  }
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
    throw new UsageError(`${from}: the value of ${name} holds a control character, or one outside Latin-1.`);
  }
  if (key !== undefined && key.length >= 4 && value.includes(key)) {
    throw new UsageError(`${from}: ${name} holds the key. It is sent in Authorization, and nowhere else.`);
  }
  return [name, value];
}
