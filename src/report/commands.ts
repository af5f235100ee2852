import { isUtf8 } from 'node:buffer';
import { usualSeed } from '../config/options.ts';
import { isLoopback } from '../exchange/address.ts';
import { curlWordsOf } from '../exchange/credentials.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { isAdded } from '../spec/operations.ts';
import { quotedWord, shellWord } from '../text/layout.ts';
import { printableWhole } from '../text/shown.ts';
import { onlyFor } from './conditions.ts';
import { cautionOf } from './configuration.ts';
import type { Report } from './model/report.ts';
import type { Recorder } from './record/record.ts';

// The commands that a report shows: curl to repeat a request, and the kit's own to verify a fix.

/** Maximum length of a command, in characters. Part of a command would be useless, so no report may cut one. */
export const longestCommand = 4_000;

/**
 * Writes a curl command that repeats a request, with the key as a variable, or a comment that says why there is no command.
 * All POSIX shells pass the same bytes to curl.
 */
export function curlOf(request: HttpRequest, recorder: Recorder): string {
  const { method, body, framing } = request;
  if (holdsSecret(request, recorder)) return noCurl('it would show a secret');
  const address = addressOf(recorder.base, request.path);
  const headers = headersOf(request, recorder);
  const files = tlsFilesOf(recorder);
  if (![address, ...headers, ...files.map(([, path]) => path)].every(isPlain))
    return noCurl('the request has control characters outside of its body');
  const credential = curlWordsOf(request.credential, request.variation);
  if (credential === undefined)
    return noCurl('the request sends a changed key, so use the command under Verify with');
  if (framing === 'short')
    return noCurl('curl cannot end a body early, so use the command under Verify with');
  const hasData = body !== undefined && framing !== 'none';
  const { piped, words } = hasData ? dataOf(body) : { piped: [], words: [] };
  const command = [
    ...piped,
    // Without --globoff and --path-as-is, curl would expand brackets into several URLs and resolve `..`.
    ...['curl', '-i', '--globoff'],
    ...(/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(address) ? ['--path-as-is'] : []),
    ...files.flatMap(([name, path]) => [name, quotedWord(path)]),
    ...(method === (hasData ? 'POST' : 'GET') ? [] : ['-X', method]),
    ...credential,
    ...headers.flatMap((header) => ['-H', quotedWord(header)]),
    ...words,
    quotedWord(address),
  ].join(' ');
  if (command.length <= longestCommand) return command;
  return noCurl(`it would have ${command.length} characters, but replay sends the request again`);
}

/** Returns a comment without any character that is special in a shell: an interactive zsh runs comments as commands. */
export function noCurl(reason: string): string {
  return `# no curl command: ${reason}`;
}

/**
 * Checks whether text can be pasted in single quotes. A control character may end a paste, and invisible characters are escaped
 * when they are shown.
 */
function isPlain(text: string): boolean {
  return printableWhole(text) === text;
}

/**
 * Returns the header lines of a request that may decide the response. Values of the user's own headers are left to the user,
 * because they may be secret.
 */
function headersOf(request: HttpRequest, recorder: Recorder): string[] {
  const { body, contentType = 'application/json', framing } = request;
  return [
    // Frameworks choose the format of their errors based on this header.
    'Accept: application/json',
    ...recorder.extraHeaders.map(([name]) => `${name}: …`),
    ...(body === undefined ? [] : [`Content-Type: ${contentType}`]),
    // With this header, curl sends the body in chunks.
    ...(framing === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
  ];
}

/** Returns curl's options for the TLS files. */
function tlsFilesOf({ base, tlsFiles: { ca, cert, certKey } = {} }: Recorder): [string, string][] {
  if (base.protocol !== 'https:') return [];
  // curl treats what follows a colon as a password, except after a drive letter.
  const certificate = cert?.replace(/(?<!^[A-Za-z](?=:[\\/])):/g, '\\:');
  const files = { '--cacert': ca, '--cert': certificate, '--key': certKey };
  return Object.entries(files).flatMap(([name, path]): [string, string][] =>
    path === undefined ? [] : [[name, path]],
  );
}

/** Returns curl's arguments for a body, and the command that writes a body with bytes that cannot be pasted. */
function dataOf(body: Uint8Array): { piped: string[]; words: string[] } {
  const bytes = Buffer.from(body);
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes) || !isPlain(text))
    return {
      piped: ['printf', `'${printfFormat(bytes.toString('latin1'))}'`, '|'],
      words: ['--data-binary', '@-'],
    };
  // --data-binary reads `@name` as a file name.
  return { piped: [], words: [text.startsWith('@') ? '--data-raw' : '--data-binary', quotedWord(text)] };
}

/**
 * Writes bytes as a format for printf. The format does not begin with a hyphen, which would be an option, and has no `##`.
 */
function printfFormat(bytes: string): string {
  return bytes.replace(/[^\x20-\x7e]|[%\\']|^-|(?<=#)#/g, (byte) =>
    byte === '%' || byte === '\\' ? byte + byte : `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}

/** Checks whether a request contains a secret, which only a custom check can put there. */
function holdsSecret(request: HttpRequest, recorder: Recorder): boolean {
  const { path, contentType, body = new Uint8Array() } = request;
  const text = Buffer.from(body).toString('utf8');
  return (
    shownPath(request, recorder) !== path ||
    shownContentType(request, recorder) !== contentType ||
    recorder.redact.header(text) !== text
  );
}

/** Returns the path of a request as reports show it. Only a custom check can put a secret into a path. */
export function shownPath({ path, operation }: HttpRequest, { redact }: Recorder): string {
  return operation === 'elsewhere' || isAdded(operation) ? redact.header(path) : path;
}

/** Returns the Content-Type of a request as reports show it. The Content-Type may come from a custom check. */
export function shownContentType({ contentType }: HttpRequest, { redact }: Recorder): string | undefined {
  return contentType === undefined ? undefined : redact.header(contentType);
}

/** Returns the URL of a path below the base URL. */
export function addressOf(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, '')}${path}`;
}

/**
 * Writes the command that verifies a fix, the same in every format. It writes no report files, and tests these requirements
 * and all others whose requests showed the failure.
 */
export function checkCommand(ids: readonly string[], report: Report): string {
  const { target, configuration, requirements, findings } = report;
  const { plan, profile, description, seed, checks = [] } = configuration;
  const { ca, cert, certKey } = configuration;
  const tls = target.startsWith('https:')
    ? [...option('--ca', ca), ...option('--cert', cert), ...option('--cert-key', certKey)]
    : [];
  const isLocal = URL.canParse(target) && isLoopback(new URL(target).hostname);
  const allowHttp = target.startsWith('http:') && !isLocal ? ['--allow-http'] : [];
  const only = [...ids, ...onlyFor(findings.filter(({ requirement }) => ids.includes(requirement)))];
  const isAdded = requirements.some((one) => only.includes(one.id) && one.section !== undefined);
  return [
    ...['npx', 'petstore-conformance', 'run'],
    ...['--base-url', target, ...allowHttp],
    ...tls,
    ...option('--plan', plan),
    ...(profile === 'standard' ? [] : ['--profile', profile]),
    ...cautionOf(configuration),
    ...(seed === usualSeed ? [] : ['--seed', String(seed)]),
    ...option('--description', description),
    ...(isAdded ? checks.flatMap((file) => ['--check', file]) : []),
    // A run overwrites its reports, and replay needs the findings of this report.
    ...['--reporter', 'terminal', '--only', [...new Set(only)].join()],
  ]
    .map(shellWord)
    .join(' ');
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}
