import type { Defect, Variant } from '../../reference-server/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { serveOptions } from '../config/command-tables.ts';
import { advice, nearest, quoted, UsageError } from '../config/messages.ts';
import type { OptionValues } from '../config/values.ts';
import { wrap } from '../text/layout.ts';
import { joined, printableJsonText, printableWhole, type Shown, shown } from '../text/shown.ts';
import type { Paint } from '../text/terminal.ts';
import { askedWords } from './rows.ts';

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

interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/** What `serve --defect` or `serve --variant` takes: ids, titles, and what a run says of each. */
export function galleryText(kind: 'defects' | 'variants', json: boolean, page: Page): Shown {
  // What is a function (the change itself) JSON leaves out.
  if (json)
    return printableJsonText(
      `${JSON.stringify({ [kind]: kind === 'defects' ? defects : variants }, null, 2)}\n`,
    );
  const option = kind === 'defects' ? '--defect' : '--variant';
  const entries: readonly Entry[] =
    kind === 'defects' ? defects.map(defectEntry) : variants.map(variantEntry);
  const described = defects.filter(({ needs = [] }) => needs.includes('description')).length;
  const said =
    kind === 'defects'
      ? `${defects.length} servers with one mistake each, and the requirements that a run finds broken. The gallery runs ${defects.length - described} of them; ${described} are wrong in the interface description alone, which a run reads with --description.`
      : `${variants.length} servers that are unlike the reference server and keep the specification all the same.`;
  return joined([
    ...entries.flatMap((entry) => entryLines(entry, page)),
    shown``,
    ...wrap(printableWhole(said), page.width),
    shown`npx petstore-conformance serve ${option} ID starts one.\n`,
  ]);
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly effect: string;
}

/** The rows that a run finds broken, and what it must be given for that. */
export function brokenRows({ requirements, needs = [] }: Pick<Defect, 'requirements' | 'needs'>): string {
  const asked = needs.map((need) => askedWords[need]);
  return `${requirements.join(', ')}${asked.length === 0 ? '' : ` (${asked.join(', ')})`}`;
}

function defectEntry({ id, title, requirements, needs = [] }: Defect): Entry {
  return { id, title, effect: `fails ${brokenRows({ requirements, needs })}` };
}

function variantEntry({ id, title, warnings }: Variant): Entry {
  return { id, title, effect: warnings.length === 0 ? '' : `warns of ${warnings.join(', ')}` };
}

function entryLines({ id, title, effect }: Entry, { width, paint }: Page): Shown[] {
  const indented = (text: string) => wrap(printableWhole(text), width - 4).map((line) => shown`    ${line}`);
  return [
    paint('bold', printableWhole(id)),
    ...indented(title),
    ...(effect === '' ? [] : indented(effect).map((line) => paint('dim', line))),
  ];
}
