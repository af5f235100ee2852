import { isLoopback } from '../exchange/address.ts';
import { describeAuthorization } from '../exchange/credentials.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { catalog } from '../spec/catalog.ts';
import type { Report } from './model/report.ts';
import type { Recorder } from './record/record.ts';

// The commands that a report shows: one sends a request again, one checks whether a requirement is fixed.

/** Longer bodies are named, not written out, in bytes. */
const longestBody = 4_000;

/**
 * Writes a curl command that sends a request again, with the key as its variable. Each word is redacted before it is
 * quoted: a secret that holds a quote would otherwise take the quoting of the line with it.
 */
export function curlOf(request: HttpRequest, recorder: Recorder): string {
  const { base, extraHeaders, redact } = recorder;
  const shown = (text: string) => quoted(redact.inPlaces(text));
  const address = redact.inPlaces(addressOf(base, request.path));
  const authorization = authorizationWords(request, recorder);
  const { body, contentType = 'application/json' } = request;
  return [
    ...['curl', '-i'],
    // Keeps curl from making several addresses of brackets, and from resolving `..`.
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(address) ? ['--path-as-is'] : []),
    ...(authorization === undefined ? [] : ['-H', `"Authorization: ${authorization}"`]),
    ...extraHeaders.flatMap(([name]) => ['-H', shown(`${name}: …`)]),
    ...(body === undefined
      ? []
      : ['-H', shown(`Content-Type: ${contentType}`), ...dataWords(body, recorder)]),
    quoted(address),
  ].join(' ');
}

function dataWords(body: Uint8Array, { redact }: Recorder): string[] {
  // No word of a shell holds a NUL.
  if (body.length > longestBody || body.includes(0))
    return ['--data-binary', `@body-of-${body.length}-bytes`];
  const text = redact.inPlaces(Buffer.from(body).toString('latin1'));
  // After --data-binary, a text that begins with @ would name a file.
  const option = text.startsWith('@') ? '--data-raw' : '--data-binary';
  if (/^[\x20-\x7e]*$/.test(text)) return [option, quoted(text)];
  const escaped = text.replace(/[^\x20-\x7e]|['\\]/g, (byte) =>
    byte === "'" || byte === '\\' ? `\\${byte}` : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return [option, `$'${escaped}'`];
}

/** Returns the Authorization header as records and shells name it: the key is the variable that holds it. */
export function authorizationWords(
  { credential }: HttpRequest,
  { keyVariable = 'PETSTORE_API_KEY' }: Recorder,
): string | undefined {
  return describeAuthorization(credential)?.replaceAll('PETSTORE_API_KEY', keyVariable);
}

/** Returns the address of a path below the base address. */
export function addressOf(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, '')}${path}`;
}

/**
 * Writes the command that shows whether a requirement is fixed: `replay` where report.json is at `reportPath`, or else a
 * run of that requirement alone, with the options that it needs.
 */
export function checkCommand(id: string, report: Report, reportPath?: string): string {
  const { target, configuration, requirements } = report;
  const { plan, profile, description, targetName, configFile, checks = [] } = configuration;
  const isLocal = URL.canParse(target) && isLoopback(new URL(target).hostname);
  const allowHttp = target.startsWith('http:') && !isLocal ? ['--allow-http'] : [];
  // The name of a target brings its key along.
  const targetWords =
    targetName === undefined
      ? ['--base-url', target, ...allowHttp]
      : [...option('--config', configFile), '--target', targetName];
  const isAdded = requirements.some((row) => row.id === id && row.section !== undefined);
  const files = isAdded ? checks.flatMap((file) => ['--check', file]) : [];
  // A description is read again: no request of the report shows what it says.
  const isDescribed = catalog.some((row) => row.id === id && row.asked === 'description');
  const words =
    reportPath !== undefined && !isDescribed
      ? // A report alone must not send the key to another machine, so the command names the target.
        ['replay', reportPath, ...(targetName === undefined && isLocal ? [] : targetWords), '--finding', id]
      : [
          ...['run', ...targetWords, ...option('--plan', plan)],
          ...(profile === 'thorough' ? ['--profile', profile] : []),
          ...option('--description', description),
        ];
  const last = words[0] === 'run' ? [...files, '--only', id] : files;
  return ['npx', 'petstore-conformance', ...words, ...last]
    .map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : quoted(word)))
    .join(' ');
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}

/** Quotes a text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
