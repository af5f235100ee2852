import type { Defect, Variant } from '../../reference-server/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { serveOptions } from '../config/command-tables.ts';
import { quoted } from '../config/quoted.ts';
import { advice, nearest } from '../config/suggest.ts';
import { UsageError } from '../config/usage-error.ts';
import type { OptionValues } from '../config/values.ts';

interface Chosen {
  readonly defect?: Defect;
  readonly variant?: Variant;
}

/** What `--defect` and `--variant` change about the reference server; both may be given. */
export function findChanges(values: OptionValues<typeof serveOptions>): Chosen {
  const defect = values.text('defect')?.text;
  const variant = values.text('variant')?.text;
  return {
    ...(variant === undefined ? {} : { variant: find(variant, 'variant', variants, defects) }),
    ...(defect === undefined ? {} : { defect: find(defect, 'defect', defects, variants) }),
  };
}

type Kind = 'defect' | 'variant';

function find<One extends Defect | Variant>(
  id: string,
  kind: Kind,
  all: readonly One[],
  others: readonly (Defect | Variant)[],
): One {
  const found = all.find((one) => one.id === id);
  if (found !== undefined) return found;
  const other: Kind = kind === 'defect' ? 'variant' : 'defect';
  const near = others.some((one) => one.id === id) ? [`--${other} ${id}`] : nearIds(id, all);
  throw new UsageError(
    `there is no ${kind} ${quoted(id)}.${advice(near)}\n` +
      `npx petstore-conformance list --${kind}s shows all ${all.length}.`,
  );
}

/** A requirement stands for the servers that break it, or warn of it. */
function nearIds(id: string, all: readonly (Defect | Variant)[]): string[] {
  const bearing = all.filter((one) => rowsOf(one).includes(id));
  const ids = all.map((one) => one.id);
  return bearing.length > 0 ? bearing.slice(0, 3).map((one) => one.id) : nearest(id, ids, 3);
}

function rowsOf(one: Defect | Variant): readonly string[] {
  return 'requirements' in one ? one.requirements : one.warnings;
}
