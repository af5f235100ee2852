import type { HttpRequest } from '../../exchange/exchange.ts';
import { addressOf, authorizationWords, type Recorder } from './record.ts';
import type { Redactor } from './redact.ts';

/** Longer bodies are named, not written out, in bytes. */
const longestBody = 4_000;

/**
 * A command line that sends the request again; the key is taken from its variable. Each word is redacted before it is
 * quoted: a secret that holds a quote would otherwise take the quoting of the line with it.
 */
export function curlOf(request: HttpRequest, recorder: Recorder): string {
  const { base, extraHeaders, redact } = recorder;
  const shown = (text: string) => quoted(redact.inPlaces(text));
  const address = redact.inPlaces(addressOf(base, request.path));
  const words = ['curl', '-i', ...asItStands(address)];
  const authorization = authorizationWords(request, recorder);
  if (authorization !== undefined) {
    words.push('-H', `"Authorization: ${authorization}"`);
  }
  for (const [name] of extraHeaders) words.push('-H', shown(`${name}: …`));
  if (request.body !== undefined) {
    words.push('-H', shown(`Content-Type: ${request.contentType ?? 'application/json'}`));
    words.push(...bodyWords(request.body, redact));
  }
  words.push(quoted(address));
  return words.join(' ');
}

/** What keeps curl from making other addresses of this one: of brackets it makes many, and it resolves `..`. */
function asItStands(address: string): string[] {
  return [
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(address) ? ['--path-as-is'] : []),
  ];
}

function bodyWords(body: Uint8Array, redact: Redactor): string[] {
  // No word of a shell holds a NUL.
  if (body.length > longestBody || body.includes(0))
    return ['--data-binary', `@body-of-${body.length}-bytes`];
  const text = redact.inPlaces(Buffer.from(body).toString('latin1'));
  // Behind --data-binary a text that begins with @ would be the name of a file.
  return [text.startsWith('@') ? '--data-raw' : '--data-binary', bodyWord(text)];
}

function bodyWord(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return quoted(text);
  const escaped = text.replace(/[^\x20-\x7e]|['\\]/g, (byte) =>
    byte === "'" || byte === '\\' ? `\\${byte}` : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped}'`;
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
