import { isLoopback } from '../exchange/address.ts';
import { describeAuthorization } from '../exchange/credentials.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { catalog } from '../spec/catalog.ts';
import type { Report } from './model/report.ts';
import type { Recorder } from './record/record.ts';

/** The seed of a run without `--seed`. */
export const usualSeed = 20_110_716;

// The commands that a report shows: curl to repeat a request, and the kit's own to verify a fix.

/** A longer body is replaced by a file name, in bytes. */
const longestBody = 4_000;

/**
 * Writes a curl command that repeats a request, with the key as a variable. Words are redacted before they are quoted:
 * cutting out a secret that contains a quote would otherwise break the quoting.
 */
export function curlOf(request: HttpRequest, recorder: Recorder): string {
  const { base, extraHeaders, redact } = recorder;
  const shown = (word: string) => quoted(redact.inPlaces(word));
  const address = redact.inPlaces(addressOf(base, request.path));
  const authorization = authorizationWords(request, recorder);
  const { body, contentType = 'application/json' } = request;
  return [
    ...['curl', '-i'],
    // curl would otherwise expand brackets into several URLs and resolve `..`.
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
  // A shell word cannot contain NUL.
  if (body.length > longestBody || body.includes(0))
    return ['--data-binary', `@body-of-${body.length}-bytes`];
  const text = redact.inPlaces(Buffer.from(body).toString('latin1'));
  // --data-binary reads `@name` as a file name.
  const option = text.startsWith('@') ? '--data-raw' : '--data-binary';
  if (/^[\x20-\x7e]*$/.test(text)) return [option, quoted(text)];
  const escaped = text.replace(/[^\x20-\x7e]|['\\]/g, (byte) =>
    byte === "'" || byte === '\\' ? `\\${byte}` : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return [option, `$'${escaped}'`];
}

/** Returns the Authorization header with the key replaced by its variable. */
export function authorizationWords(
  { credential }: HttpRequest,
  { keyVariable = 'PETSTORE_API_KEY' }: Recorder,
): string | undefined {
  return describeAuthorization(credential)?.replaceAll('PETSTORE_API_KEY', keyVariable);
}

/** Returns the URL of a path below the base URL. */
export function addressOf(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, '')}${path}`;
}

/**
 * Writes the command that verifies a fix: `replay` if report.json is at `reportPath`, otherwise a run of that requirement
 * only.
 */
export function checkCommand(id: string, report: Report, reportPath?: string): string {
  const { target, configuration, requirements } = report;
  const { plan, profile, seed, description, targetName, configFile, checks = [] } = configuration;
  const isLocal = URL.canParse(target) && isLoopback(new URL(target).hostname);
  const allowHttp = target.startsWith('http:') && !isLocal ? ['--allow-http'] : [];
  // A named target has its own key.
  const targetWords =
    targetName === undefined
      ? ['--base-url', target, ...allowHttp]
      : [...option('--config', configFile), '--target', targetName];
  const isAdded = requirements.some((one) => one.id === id && one.section !== undefined);
  const files = isAdded ? checks.flatMap((file) => ['--check', file]) : [];
  // `replay` has no request to repeat for the description: only a run reads it again.
  const isDescribed = catalog.some((one) => one.id === id && one.asked === 'description');
  const words =
    reportPath !== undefined && !isDescribed
      ? // A report alone must not send the key to another machine, so the command names the target.
        ['replay', reportPath, ...(targetName === undefined && isLocal ? [] : targetWords), '--finding', id]
      : [
          ...['run', ...targetWords, ...option('--plan', plan)],
          ...(profile === 'thorough' ? ['--profile', profile] : []),
          ...option('--description', description),
          // Another seed would generate other bodies.
          ...(seed === usualSeed ? [] : ['--seed', String(seed)]),
        ];
  const last = words[0] === 'run' ? [...files, '--only', id] : files;
  return ['npx', 'petstore-conformance', ...words, ...last]
    .map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : quoted(word)))
    .join(' ');
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}

/** Quotes a string as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
