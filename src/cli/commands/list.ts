import { listOptions } from '../../config/command-tables.ts';
import { UsageError } from '../../config/messages.ts';
import { type Flags, type OptionValues, optionValues } from '../../config/values.ts';
import type { AddedChecks } from '../../kit/added-checks.ts';
import { ledger, ledgerVersion, sections } from '../../spec/ledger.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { wrap } from '../../text/layout.ts';
import { joined, padded, printable, printableJsonText, type Shown, shown } from '../../text/shown.ts';
import { columnsOf, painter, wantsColour } from '../../text/terminal.ts';
import { askedWords, loadCheckFiles, withoutSecrets } from '../rows.ts';
import type { Surroundings } from '../surroundings.ts';

const idWidth = Math.max(...ledger.map(({ id }) => id.length)) + 2;

/** `list`: the ledger by section, or the rows of one level, or the gallery that `serve` can start; as JSON too. */
export async function list(flags: Flags, surroundings: Surroundings): Promise<number> {
  const values = optionValues(listOptions, flags);
  const asked = ['level', 'defects', 'variants'].filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (asked.length > 1)
    throw new UsageError(
      `${asked.map((name) => `--${name}`).join(' and ')} exclude each other. Give one of them.`,
    );
  if (!values.on('defects') && !values.on('variants'))
    return listRows(
      values,
      withoutSecrets(await loadCheckFiles(values.list('check')), surroundings.redact),
      surroundings,
    );
  const { galleryText } = await import('../servers.ts');
  const { stdout, env } = surroundings;
  const page = { width: widthOf(columnsOf(stdout, env)), paint: painter(wantsColour(stdout, env)) };
  stdout.write(galleryText(values.on('defects') ? 'defects' : 'variants', values.on('json'), page));
  return 0;
}

/** The ledger, and behind it what was added, as sections of their own. */
function listRows(
  values: OptionValues<typeof listOptions>,
  added: readonly AddedChecks[],
  { stdout, env }: Surroundings,
): number {
  const level = values.value('level');
  const wanted = (row: Requirement): boolean => level === undefined || row.level === level;
  const own = added.map(({ suite, requirements }) => ({ title: suite.title, requirements }));
  const all = [...sections, ...own];
  const rows = all.flatMap(({ requirements }) => requirements).filter(wanted);
  if (values.on('json')) {
    const requirements = rows.map(({ traits: _inner, ...row }) => row);
    stdout.write(
      printableJsonText(`${JSON.stringify({ ledgerVersion, requirements }, null, 2)}
`),
    );
    return 0;
  }
  const paint = painter(wantsColour(stdout, env));
  const width = widthOf(columnsOf(stdout, env));
  const parts = all
    .map(({ title, requirements }) => ({ title, rows: requirements.filter(wanted) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) =>
      joined([paint('bold', printable(title)), ...rows.flatMap((row) => rowLines(row, width))]),
    );
  const ofOwn = own.flatMap(({ requirements }) => requirements).filter(wanted).length;
  const beside = own.length === 0 ? '' : shown` and ${ofOwn} that were added`;
  stdout.write(
    shown`${joined(parts, '\n\n')}\n\n${rows.length - ofOwn} requirements of ledger ${ledgerVersion}${beside}, required where no other level is named.\nnpx petstore-conformance explain ID tells more of one.\n`,
  );
  return 0;
}

function widthOf(columns: number): number {
  return Math.min(110, Math.max(70, columns));
}

function rowLines(row: Requirement, width: number): Shown[] {
  const lead = shown`  ${padded(printable(row.id), idWidth)}`;
  const level = row.level === 'required' ? '' : `${row.level}: `;
  const asked = row.asked === undefined ? '' : ` (${askedWords[row.asked]})`;
  return wrap(printable(`${level}${row.title}${asked}`), width - lead.length).map(
    (line, index) => shown`${index === 0 ? lead : padded(shown``, lead.length)}${line}`,
  );
}
