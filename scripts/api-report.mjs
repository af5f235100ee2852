/**
 * Compares the built types with the files in tests/api/interface/ (one per package entry) and exits with status 1 if they
 * differ. With `--write`, updates the files after an intended change.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = resolve(import.meta.dirname, '..');
const write = process.argv.includes('--write');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.entries(exports).filter(([, files]) => typeof files.types === 'string');

/** Errors: a type that is referenced but not exported, and a broken TSDoc link. */
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
 * Types that entries reference, and types that they export. They are compared for all entries together, because a type may
 * come from another entry of the package. Names are qualified, because the reference server and the kit use some of the same
 * names.
 */
const referenced = [];
const exported = new Set();
/** Inferred from the table of options; docs/reference/command-line.md documents it. */
const inferred = ['SharedOptions', 'OptionSettings'];
const qualified = (types, symbol) => `${types.split('/')[2]} ${symbol}`;

const scratch = mkdtempSync(join(tmpdir(), 'petstore-api-'));
try {
  const wrong = entries.filter(([entry, files]) => !report(entry, files.types));
  const forgotten = referenced.filter(({ symbol }) => !exported.has(symbol));
  for (const { line } of forgotten) console.error(line);
  if (wrong.length + forgotten.length > 0) {
    console.error(
      'The public interface differs from tests/api/interface/. If the change is intended: npm run write -- api',
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Compares or writes the report of one entry. Returns false on an error or a difference. */
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
        reportFolder: scratch,
        reportTempFolder: join(scratch, 'temp'),
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
  const errors = [];
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      message.handled = true;
      if (message.logLevel !== 'error') return;
      const line = message.formatMessageWithLocation(root);
      const symbol = /The symbol "(\w+)"/.exec(message.text)?.[1];
      if (message.messageId === 'ae-forgotten-export' && inferred.includes(symbol)) return;
      if (message.messageId === 'ae-forgotten-export')
        referenced.push({ line, symbol: qualified(types, symbol) });
      else errors.push(line);
    },
  });
  for (const line of errors) console.error(line);
  // The report is a Markdown page with one block of code. The comments in this block say only that everything is public, and
  // which items have no docstring.
  const [, block = ''] =
    /^```ts\n+([\s\S]*?)^```$/m.exec(readFileSync(config.reportTempFilePath, 'utf8')) ?? [];
  const text = block
    .replaceAll(/^ *\/\/ .*\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trimStart();
  // A type with two names is declared first, then exported under each.
  for (const [, symbol] of text.matchAll(/^export (?:(?:abstract )?[a-z]+ |\{ )(\w+)/gm))
    exported.add(qualified(types, symbol));
  const file = join(root, 'tests/api/interface', `${name}.txt`);
  const isSame = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (!isSame && write) writeFileSync(file, text);
  if (!isSame) console.error(`tests/api/interface/${name}.txt ${write ? 'was written' : 'is out of date'}.`);
  return errors.length === 0 && (write || isSame);
}

function tsconfigFor(types) {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return { compilerOptions: { ...compilerOptions, noEmit: true }, files: [types] };
}
