import { basename, dirname } from 'node:path';
import { quoted } from '../config/quoted.ts';
import { UsageError } from '../config/usage-error.ts';
import { loadDefault, UnloadableModule } from '../module/load-default.ts';
import { whyNoReporter } from '../report/guest.ts';
import type { Reporter } from '../report/reporter.ts';
import { type AskedReporter, type ChosenReporter, type ReporterModule, refuseDoubles } from './reporters.ts';

const wanted = { entry: 'petstore-conformance', example: 'export default { name, file, render }' };

/** Loads the reporters that are files of the user's; their code runs. Throws a UsageError. */
export async function loadReporters(asked: readonly AskedReporter[]): Promise<readonly ChosenReporter[]> {
  const chosen: ChosenReporter[] = [];
  for (const one of asked) chosen.push('module' in one ? await load(one) : one);
  const from = asked.find((one) => 'module' in one)?.from;
  if (from !== undefined) refuseDoubles(chosen, from);
  return chosen;
}

async function load({ module, path, folder, from }: ReporterModule): Promise<ChosenReporter> {
  const own = await reporterIn(module, from);
  const name = path === undefined ? own.file : basename(path);
  return {
    name: own.name,
    own,
    byName: true,
    ...(name === undefined ? {} : { file: { folder: path === undefined ? folder : dirname(path), name } }),
  };
}

async function reporterIn(module: string, from: string): Promise<Reporter> {
  const shown = `${from}: ${quoted(module)}`;
  let exported: unknown;
  try {
    exported = await loadDefault(module, wanted);
  } catch (error) {
    if (!(error instanceof UnloadableModule)) throw error;
    const [first = '', ...rest] = error.message.split('\n');
    throw new UsageError([`${shown} ${first}${first.endsWith('?') ? '' : '.'}`, ...rest].join('\n'));
  }
  const problem = whyNoReporter(exported);
  if (problem === undefined) return exported as Reporter;
  throw new UsageError(
    `${shown}: what it exports by default ${problem}.\nA reporter is { name, file?, render(report) }.`,
  );
}
