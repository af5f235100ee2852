import { isLoopback } from '../exchange/address.ts';
import { describeAuthorization } from '../exchange/credentials.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { quotedWord, shellWord } from '../text/layout.ts';
import { type Report, usualSeed } from './model/report.ts';
import type { Recorder } from './record/record.ts';

// The commands that a report shows: curl to repeat a request, and the kit's own to verify a fix.

/** A longer body is replaced by a file name, in bytes. */
const longestBody = 4_000;

/**
 * Writes a curl command that repeats a request, with the key as a variable. Words are redacted before they are quoted:
 * cutting out a secret that contains a quote would otherwise break the quoting.
 */
export function curlOf(request: HttpRequest, recorder: Recorder): string {
  const { base, extraHeaders, redact } = recorder;
  const shown = (word: string) => quotedWord(redact.inPlaces(word));
  const address = redact.inPlaces(addressOf(base, request.path));
  const authorization = authorizationWords(request, recorder);
  const { body, contentType = 'application/json' } = request;
  return [
    ...['curl', '-i'],
    ...tlsWords(recorder).map((word) => (word.startsWith('--') ? word : shown(word))),
    // curl would otherwise expand brackets into several URLs and resolve `..`.
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(address) ? ['--path-as-is'] : []),
    ...(authorization === undefined ? [] : ['-H', `"Authorization: ${authorization}"`]),
    ...extraHeaders.flatMap(([name]) => ['-H', shown(`${name}: …`)]),
    ...(body === undefined
      ? []
      : ['-H', shown(`Content-Type: ${contentType}`), ...dataWords(body, recorder)]),
    quotedWord(address),
  ].join(' ');
}

/** Returns curl's options for TLS. */
function tlsWords({ base, tlsFiles: { ca, cert, certKey } = {} }: Recorder): string[] {
  if (base.protocol !== 'https:') return [];
  // curl reads a password after a colon, except after the letter of a drive.
  const certificate = cert?.replace(/(?<!^[A-Za-z](?=:[\\/])):/g, '\\:');
  return [...option('--cacert', ca), ...option('--cert', certificate), ...option('--key', certKey)];
}

function dataWords(body: Uint8Array, { redact }: Recorder): string[] {
  // A shell word cannot contain NUL.
  if (body.length > longestBody || body.includes(0))
    return ['--data-binary', `@body-of-${body.length}-bytes`];
  const text = redact.inPlaces(Buffer.from(body).toString('latin1'));
  // --data-binary reads `@name` as a file name.
  const option = text.startsWith('@') ? '--data-raw' : '--data-binary';
  if (/^[\x20-\x7e]*$/.test(text)) return [option, quotedWord(text)];
  const escaped = text.replace(/[^\x20-\x7e]|['\\]/g, (byte) =>
    byte === "'" || byte === '\\' ? `\\${byte}` : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return [option, `$'${escaped}'`];
}

/** Returns the Authorization header with the key replaced by its variable. */
export function authorizationWords(
  { credential, variation }: HttpRequest,
  { keyVariable = 'PETSTORE_API_KEY' }: Recorder,
): string | undefined {
  return describeAuthorization(credential, variation)?.replaceAll('PETSTORE_API_KEY', keyVariable);
}

/** Returns the URL of a path below the base URL. */
export function addressOf(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, '')}${path}`;
}

/** Writes the command that verifies a fix, the same in every format: a run of that requirement only, without reports. */
export function checkCommand(id: string, report: Report): string {
  const { target, configuration, requirements } = report;
  const { plan, profile, description, seed, targetName, configFile, checks = [] } = configuration;
  const { ca, cert, certKey } = configuration;
  const tls = target.startsWith('https:')
    ? [...option('--ca', ca), ...option('--cert', cert), ...option('--cert-key', certKey)]
    : [];
  const isLocal = URL.canParse(target) && isLoopback(new URL(target).hostname);
  const allowHttp = target.startsWith('http:') && !isLocal ? ['--allow-http'] : [];
  const isAdded = requirements.some((one) => one.id === id && one.section !== undefined);
  return [
    ...['npx', 'petstore-conformance', 'run'],
    // A named target has its own key.
    ...(targetName === undefined
      ? ['--base-url', target, ...allowHttp]
      : [...option('--config', configFile), '--target', targetName]),
    ...tls,
    ...option('--plan', plan),
    ...(profile === 'standard' ? [] : ['--profile', profile]),
    ...(seed === usualSeed ? [] : ['--seed', String(seed)]),
    ...option('--description', description),
    ...(isAdded ? checks.flatMap((file) => ['--check', file]) : []),
    // A run overwrites its reports, and replay needs the findings of this one.
    ...['--reporter', 'terminal', '--only', id],
  ]
    .map(shellWord)
    .join(' ');
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}
