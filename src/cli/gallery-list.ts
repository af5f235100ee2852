import type { Defect, Variant } from '../../reference-server/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Paint } from '../report/colour.ts';
import { wrap } from '../report/layout.ts';

interface Page {
  readonly width: number;
  readonly paint: Paint;
}

const neededWords = {
  plan: 'with --plan',
  description: 'with an interface description: not available yet',
  thorough: 'with --profile thorough',
} as const;

/** What `serve --defect` or `serve --variant` takes: ids, titles, and what a run says of each. */
export function galleryText(kind: 'defects' | 'variants', json: boolean, page: Page): string {
  if (json) return `${JSON.stringify({ [kind]: kind === 'defects' ? defects : variants }, null, 2)}\n`;
  const option = kind === 'defects' ? '--defect' : '--variant';
  const entries: readonly Entry[] = kind === 'defects' ? defects.map(defectEntry) : variants.map(variantEntry);
  const said =
    kind === 'defects'
      ? `${defects.length} servers with one mistake each; a run fails in the requirements that stand below it.`
      : `${variants.length} servers that are unlike the reference server and keep the specification all the same.`;
  return [
    ...entries.flatMap((entry) => entryLines(entry, page)),
    '',
    ...wrap(said, page.width),
    `npx petstore-conformance serve ${option} ID starts one.`,
    '',
  ].join('\n');
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly effect: string;
}

function defectEntry({ id, title, requirements, needs = [] }: Defect): Entry {
  const asked = needs.length === 0 ? '' : ` (${needs.map((need) => neededWords[need]).join(', ')})`;
  return { id, title, effect: `fails ${requirements.join(', ')}${asked}` };
}

function variantEntry({ id, title, warnings }: Variant): Entry {
  return { id, title, effect: warnings.length === 0 ? '' : `warns of ${warnings.join(', ')}` };
}

function entryLines({ id, title, effect }: Entry, { width, paint }: Page): string[] {
  const indented = (text: string) => wrap(text, width - 4).map((line) => `    ${line}`);
  return [
    paint('bold', id),
    ...indented(title),
    ...(effect === '' ? [] : indented(effect).map((line) => paint('dim', line))),
  ];
}
