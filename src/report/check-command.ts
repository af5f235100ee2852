import type { Report } from '../model/report.ts';

/** A word of a command as a shell takes it. */
const plainWord = /^[\w./:@%+=,-]+$/;

/**
 * The command that shows whether a requirement is mended, the key apart: with as few requests as that takes where
 * report.json is at `reportPath`, or else by a run of that requirement alone, with the options that it needs.
 */
export function checkCommand(id: string, report: Report, reportPath?: string): string {
  return ['npx', 'petstore-conformance', ...wordsOf(id, report, reportPath)].map(shellWord).join(' ');
}

function wordsOf(
  id: string,
  { target, configuration, requirements }: Report,
  reportPath: string | undefined,
): readonly string[] {
  const isAdded = requirements.some((row) => row.id === id && row.section !== undefined);
  const files = isAdded ? (configuration.checks ?? []).flatMap((file) => ['--check', file]) : [];
  if (reportPath !== undefined) return ['replay', reportPath, '--finding', id, ...files];
  const { plan, profile, description } = configuration;
  return [
    ...['run', '--base-url', target],
    ...(plan === undefined ? [] : ['--plan', plan]),
    ...(profile === 'thorough' ? ['--profile', profile] : []),
    ...(description === undefined ? [] : ['--description', description]),
    ...files,
    ...['--only', id],
  ];
}

function shellWord(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
