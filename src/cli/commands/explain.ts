import type { Requirement } from '../../model/requirement.ts';
import { type Paint, painter, wantsColour } from '../../report/colour.ts';
import { wrap } from '../../report/layout.ts';
import { describeSuites } from '../../run/describe.ts';
import { isRequirementId, ledger, requirement, similarIds } from '../../spec/ledger.ts';
import { askedWords } from '../asked-words.ts';
import type { Flags } from '../option-values.ts';
import { quoted } from '../quoted.ts';
import type { Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';

const labelWidth = 11;

const levelWords: Readonly<Record<Requirement['level'], string>> = {
  required: 'required: breaking it makes a service non-conforming',
  advisory: 'advisory: a warning, which fails a run with --fail-on advisory only',
  observed: 'observed: noted, never judged, for the specification leaves it open',
  excluded: 'excluded: not tested from outside',
};

/** `explain ID`: one row of the ledger, and the checks and rules that bear on it. */
export function explain(flags: Flags, { stdout, env }: Surroundings): number {
  const id = String(flags['id']);
  if (!isRequirementId(id)) throw new UsageError(unknownId(id));
  const row = requirement(id);
  const paint = painter(wantsColour(stdout, env));
  const width = Math.min(100, Math.max(60, stdout.columns ?? 80));
  const lines = [
    paint('bold', row.id),
    ...wrap(row.title, width),
    '',
    ...fields(row).flatMap(([label, text]) => fieldLines(paint, label, text, width)),
    ...checkedBy(paint, row, width),
  ];
  stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function fields(row: Requirement): (readonly [label: string, text: string])[] {
  const excluded = row.level === 'excluded';
  return [
    ['Level', levelWords[row.level]],
    ['Source', row.source],
    ...(row.asked === undefined ? [] : [['Looked at', `only ${askedWords[row.asked]}`] as const]),
    ['Asks', row.asks],
    [excluded ? 'Why not' : 'Means', row.means],
    [excluded || row.level === 'observed' ? 'Note' : 'Mend', row.mend],
  ];
}

function checkedBy(paint: Paint, row: Requirement, width: number): string[] {
  const bearing = describeSuites().filter((described) => described.requirement === row.id);
  if (bearing.length === 0) {
    return row.level === 'excluded' ? [] : fieldLines(paint, 'Checked', 'by nothing yet', width);
  }
  const titles = [...new Set(bearing.map(({ kind, title }) => `${kind}: ${title}`))];
  return [
    ...titles.flatMap((title, index) => fieldLines(paint, index === 0 ? 'Checked by' : '', title, width)),
    `${paint('dim', 'Alone'.padEnd(labelWidth))}npx petstore-conformance run --base-url URL --only ${row.id}`,
  ];
}

function fieldLines(paint: Paint, label: string, text: string, width: number): string[] {
  return wrap(text, width - labelWidth).map(
    (line, index) => paint('dim', (index === 0 ? label : '').padEnd(labelWidth)) + line,
  );
}

function unknownId(id: string): string {
  const inSection = ledger.filter((row) => row.id.startsWith(`${id}.`)).map((row) => row.id);
  const near = inSection.length > 0 ? inSection.slice(0, 3) : similarIds(id);
  const advice = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `no requirement is called ${quoted(id)}.${advice}\nnpx petstore-conformance list shows all of them.`;
}
