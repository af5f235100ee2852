import { isLoopback } from '../exchange/address.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { ledger } from '../spec/ledger.ts';
import type { Report } from './model/report.ts';
import { addressOf, authorizationWords, type Recorder } from './record/record.ts';
import type { Redactor } from './record/redact.ts';

/** A word of a command as a shell takes it. */
const plainWord = /^[\w./:@%+=,-]+$/;

/**
 * The command that shows whether a requirement is mended, the key apart: with as few requests as that takes where
 * report.json is at `reportPath`, or else by a run of that requirement alone, with the options that it needs.
 */
export function checkCommand(id: string, report: Report, reportPath?: string): string {
  return ['npx', 'petstore-conformance', ...wordsOf(id, report, reportPath)].map(shellWord).join(' ');
}

function wordsOf(id: string, report: Report, reportPath: string | undefined): readonly string[] {
  const { target, configuration, requirements } = report;
  const isAdded = requirements.some((row) => row.id === id && row.section !== undefined);
  const files = isAdded ? (configuration.checks ?? []).flatMap((file) => ['--check', file]) : [];
  const { plan, profile, description } = configuration;
  // What a description says is read from it, and no request of the report shows it again.
  const isDescribed = ledger.some((row) => row.id === id && row.asked === 'description');
  if (reportPath !== undefined && !isDescribed) {
    // A report is no leave to send the key to another machine: the command has to name it.
    const isNamed = configuration.targetName !== undefined || !isLoopback(hostOf(target));
    return ['replay', reportPath, ...(isNamed ? targetWords(report) : []), '--finding', id, ...files];
  }
  return [
    ...['run', ...targetWords(report)],
    ...(plan === undefined ? [] : ['--plan', plan]),
    ...(profile === 'thorough' ? ['--profile', profile] : []),
    ...(description === undefined ? [] : ['--description', description]),
    ...files,
    ...['--only', id],
  ];
}

/** The target by its name, with which its key goes, or else by its address. */
function targetWords({ target, configuration: { targetName, configFile } }: Report): string[] {
  if (targetName === undefined) {
    const isOpen = target.startsWith('http:') && !isLoopback(hostOf(target));
    return ['--base-url', target, ...(isOpen ? ['--allow-http'] : [])];
  }
  return [...(configFile === undefined ? [] : ['--config', configFile]), '--target', targetName];
}

/** The host of an address; a report may hold any text in its place. */
function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).hostname : '';
}

function shellWord(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

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
