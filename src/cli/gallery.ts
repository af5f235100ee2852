import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Given, OptionValues } from './option-values.ts';
import { quoted } from './quoted.ts';
import { didYouMean } from './suggest.ts';
import { UsageError } from './usage-error.ts';

interface NamedChange {
  readonly id: string;
  readonly title: string;
  readonly change: Change;
}

/** What `--defect` and `--variant` change about the reference server; both may be given. */
export function findChanges(values: OptionValues): readonly NamedChange[] {
  return [
    find(values.text('variant'), 'variant', variants),
    find(values.text('defect'), 'defect', defects),
  ].filter((found) => found !== undefined);
}

function find(given: Given | undefined, kind: string, all: readonly NamedChange[]): NamedChange | undefined {
  if (given === undefined) return undefined;
  const found = all.find(({ id }) => id === given.text);
  if (found !== undefined) return found;
  const ids = all.map(({ id }) => id);
  throw new UsageError(
    `there is no ${kind} ${quoted(given.text)}.${didYouMean(given.text, ids)}\nThere are: ${ids.join(', ')}.`,
  );
}
