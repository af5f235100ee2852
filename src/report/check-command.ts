import { isLoopback } from '../exchange/address.ts';
import { ledger } from '../spec/ledger.ts';
import type { Report } from './model/report.ts';

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
