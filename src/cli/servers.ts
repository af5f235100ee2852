import type { Defect, Variant } from '../../reference-server/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { advice, nearest, quoted, UsageError } from '../config/messages.ts';
import type { OptionValues } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import { wrap } from '../text/layout.ts';
import { joined, printableWhole, type Shown, shown } from '../text/shown.ts';
import type { OptionsOf } from './commands.ts';
import { asked } from './rows.ts';
import { jsonText, type Page } from './surroundings.ts';

/** What `--defect` and `--variant` change about the reference server; both may be given. */
export function findChanges(values: OptionValues<OptionsOf<'serve'>>) {
  const [defect, variant] = [values.text('defect')?.text, values.text('variant')?.text];
  return definedOnly({
    variant: variant === undefined ? undefined : find(variant, 'variant', variants, defects),
    defect: defect === undefined ? undefined : find(defect, 'defect', defects, variants),
  });
}

function find<One extends Defect | Variant>(
  id: string,
  kind: 'defect' | 'variant',
  all: readonly One[],
  others: readonly (Defect | Variant)[],
): One {
  const found = all.find((one) => one.id === id);
  if (found !== undefined) return found;
  const other = kind === 'defect' ? 'variant' : 'defect';
  const near = others.some((one) => one.id === id) ? [`--${other} ${id}`] : nearIds(id, all);
  throw new UsageError(
    `there is no ${kind} ${quoted(id)}.${advice(near)}\n` +
      `npx petstore-conformance list --${kind}s shows all ${all.length}.`,
  );
}

/** A requirement stands for the servers that break it, or warn of it. */
function nearIds(id: string, all: readonly (Defect | Variant)[]): string[] {
  const rowsOf = (one: Defect | Variant) => ('requirements' in one ? one.requirements : one.warnings);
  const bearing = all.filter((one) => rowsOf(one).includes(id)).map((one) => one.id);
  return bearing.length > 0
    ? bearing.slice(0, 3)
    : nearest(
        id,
        all.map((one) => one.id),
        3,
      );
}

/** What `serve --defect` or `serve --variant` takes: ids, titles, and what a run says of each. */
export function serversText(kind: 'defects' | 'variants', json: boolean, { width, paint }: Page): Shown {
  // What is a function (the change itself) JSON leaves out.
  if (json) return jsonText(kind === 'defects' ? { defects } : { variants });
  const indented = (text: string) => wrap(printableWhole(text), width - 4).map((line) => shown`    ${line}`);
  const linesOf = (one: Defect | Variant): Shown[] => [
    paint('bold', printableWhole(one.id)),
    ...indented(one.title),
    ...effectsOf(one).flatMap((effect) => indented(effect).map((line) => paint('dim', line))),
  ];
  const described = defects.filter(({ needs = [] }) => needs.includes('description')).length;
  const [all, said] =
    kind === 'defects'
      ? [
          defects,
          `${defects.length} servers with one mistake each, and the requirements that a run finds broken. The gallery runs ${defects.length - described} of them; ${described} are wrong in the interface description alone, which a run reads with --description.`,
        ]
      : [
          variants,
          `${variants.length} servers that are unlike the reference server and keep the specification all the same.`,
        ];
  return joined([
    ...all.flatMap(linesOf),
    shown``,
    ...wrap(printableWhole(said), width),
    shown`npx petstore-conformance serve ${kind === 'defects' ? '--defect' : '--variant'} ID starts one.\n`,
  ]);
}

function effectsOf(one: Defect | Variant): readonly string[] {
  if ('requirements' in one) return [`fails ${brokenRows(one)}`];
  return one.warnings.length === 0 ? [] : [`warns of ${one.warnings.join(', ')}`];
}

/** The rows that a run finds broken, and what it must be given for that. */
export function brokenRows({ requirements, needs = [] }: Pick<Defect, 'requirements' | 'needs'>): string {
  const words = needs.map((need) => asked[need].words);
  return `${requirements.join(', ')}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}
