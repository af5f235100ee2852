/**
 * The public interface of the package as text, an entry a file, in docs/api/. Without arguments: ends with 1 where the types
 * that were built are others than those files say. With `--write`: writes them anew, for a change that is meant.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = resolve(import.meta.dirname, '..');
const write = process.argv.includes('--write');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.entries(exports).filter(([, files]) => typeof files.types === 'string');

/** What no report may hold: a type that is mentioned and cannot be imported, or docs that are no TSDoc. */
const messages = {
  compilerMessageReporting: { default: { logLevel: 'error' } },
  extractorMessageReporting: {
    default: { logLevel: 'none' },
    'ae-forgotten-export': { logLevel: 'error' },
    'ae-unresolved-link': { logLevel: 'error' },
  },
  tsdocMessageReporting: { default: { logLevel: 'none' } },
};

/**
 * What entries mention, and what they export: a type may be imported from another entry of the package. The reference server
 * has names of its own for what the kit calls the same.
 */
const mentioned = [];
const exported = new Set();
/** Made of the table of options; docs/options.md and schemas/config.schema.json hold what is in it. */
const inferred = ['SharedOptions'];
const qualified = (types, symbol) => `${types.split('/')[2]} ${symbol}`;

const scratch = mkdtempSync(join(tmpdir(), 'petstore-api-'));
try {
  const wrong = entries.filter(([entry, files]) => !report(entry, files.types));
  const forgotten = mentioned.filter(({ symbol }) => !exported.has(symbol));
  for (const { line } of forgotten) console.error(line);
  if (wrong.length + forgotten.length > 0) {
    console.error('The public interface is not as docs/api/ says. Where that is meant: npm run api:write');
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Compares or writes the report of one entry, and returns whether all is well. */
function report(entry, types) {
  const name = entry === '.' ? 'index' : entry.slice(2);
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, types),
      compiler: { overrideTsconfig: tsconfigFor(types) },
      apiReport: {
        enabled: true,
        includeForgottenExports: false,
        reportFileName: `${name}.api.md`,
        reportFolder: join(root, 'docs/api'),
        reportTempFolder: scratch,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages,
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
  const complaints = [];
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    messageCallback(message) {
      message.handled = true;
      if (message.logLevel !== 'error') return;
      const line = message.formatMessageWithLocation(root);
      const symbol = /The symbol "(\w+)"/.exec(message.text)?.[1];
      if (message.messageId === 'ae-forgotten-export' && inferred.includes(symbol)) return;
      if (message.messageId === 'ae-forgotten-export')
        mentioned.push({ line, symbol: qualified(types, symbol) });
      else complaints.push(line);
    },
  });
  for (const line of complaints) console.error(line);
  const text = readFileSync(config.reportTempFilePath, 'utf8');
  // A type with two names is declared first, and then exported by each.
  for (const [, symbol] of text.matchAll(/^export (?:(?:abstract )?[a-z]+ |\{ )(\w+)/gm))
    exported.add(qualified(types, symbol));
  if (apiReportChanged) console.error(`docs/api/${name}.api.md ${write ? 'was written' : 'is out of date'}.`);
  return complaints.length === 0 && (write || !apiReportChanged);
}

function tsconfigFor(types) {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return { compilerOptions: { ...compilerOptions, noEmit: true }, files: [types] };
}
