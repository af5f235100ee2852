import { readTargets, standardConfigFile } from '../config/file.ts';
import { reporterNames } from '../report/reporter.ts';
import { catalog } from '../spec/catalog.ts';
import type { Suggestions } from './parser.ts';

/** Collects what a shell completes besides the choices of options. */
export async function suggest(): Promise<Suggestions> {
  const [{ defects }, { variants }] = await Promise.all([
    import('../../reference-server/defects/index.ts'),
    import('../../reference-server/variants/index.ts'),
  ]);
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  const tested = idsOf(catalog.filter(({ level }) => level !== 'not-testable'));
  const patterns = [...new Set(tested.map((id) => `${id.split('.')[0]}.*`)), ...tested];
  const targets = targetsHere();
  return {
    'run.only': patterns,
    'run.reporter': reporterNames,
    'run.seed': ['random', 'date'],
    'run.target': targets,
    'replay.target': targets,
    'replay.finding': tested,
    'report.reporter': reporterNames,
    'judge.only': patterns,
    'judge.reporter': reporterNames,
    'waive.finding': tested,
    'serve.defect': idsOf(defects),
    'serve.variant': idsOf(variants),
    'explain.id': idsOf(catalog),
    'gallery.only': idsOf([...defects, ...variants]),
  };
}

/** Returns the targets of the usual configuration. If it cannot be read, returns none: the next run reports why. */
function targetsHere(): readonly string[] {
  try {
    return Object.keys(readTargets(standardConfigFile) ?? {});
  } catch {
    return [];
  }
}
