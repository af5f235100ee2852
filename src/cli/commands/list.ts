import { UsageError } from '../../config/messages.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { ledger, ledgerVersion, sections } from '../../spec/ledger.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { wrap } from '../../text/layout.ts';
import { joined, padded, printable, type Shown, shown } from '../../text/shown.ts';
import { commands } from '../commands.ts';
import { asked, loadCheckFiles, withoutSecrets } from '../rows.ts';
import { jsonText, pageOf, type Surroundings } from '../surroundings.ts';

const idWidth = Math.max(...ledger.map(({ id }) => id.length)) + 2;

/**
 * `list`: the ledger by section, and behind it what was added, or the rows of one level, or the gallery that `serve` can
 * start; as JSON too.
 */
export async function list(flags: Flags, surroundings: Surroundings): Promise<number> {
  const values = optionValues(commands.list.options, flags);
  const contents = ['level', 'defects', 'variants'].filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (contents.length > 1)
    throw new UsageError(
      `${contents.map((name) => `--${name}`).join(' and ')} exclude each other. Give one of them.`,
    );
  const { stdout, redact } = surroundings;
  const page = pageOf(surroundings, 70, 110);
  if (values.on('defects') || values.on('variants')) {
    const { serversText } = await import('../servers.ts');
    stdout.write(serversText(values.on('defects') ? 'defects' : 'variants', values.on('json'), page));
    return 0;
  }
  const added = withoutSecrets(await loadCheckFiles(values.list('check')), redact);
  const level = values.value('level');
  const wanted = (row: Requirement): boolean => level === undefined || row.level === level;
  const own = added.map(({ suite, requirements }) => ({ title: suite.title, requirements }));
  const chosen = [...sections, ...own].map(({ title, requirements }) => ({
    title,
    rows: requirements.filter(wanted),
  }));
  const rows = chosen.flatMap((section) => section.rows);
  if (values.on('json')) {
    const requirements = rows.map(({ traits: _inner, ...row }) => row);
    stdout.write(jsonText({ ledgerVersion, requirements }));
    return 0;
  }
  const parts = chosen
    .filter((section) => section.rows.length > 0)
    .map((section) =>
      joined([
        page.paint('bold', printable(section.title)),
        ...section.rows.flatMap((row) => rowLines(row, page.width)),
      ]),
    );
  const ofOwn = own.flatMap(({ requirements }) => requirements).filter(wanted).length;
  const beside = own.length === 0 ? '' : shown` and ${ofOwn} that were added`;
  stdout.write(
    shown`${joined(parts, '\n\n')}\n\n${rows.length - ofOwn} requirements of ledger ${ledgerVersion}${beside}, required where no other level is named.\nnpx petstore-conformance explain ID tells more of one.\n`,
  );
  return 0;
}

function rowLines(row: Requirement, width: number): Shown[] {
  const lead = shown`  ${padded(printable(row.id), idWidth)}`;
  const level = row.level === 'required' ? '' : `${row.level}: `;
  const needed = row.asked === undefined ? '' : ` (${asked[row.asked].words})`;
  return wrap(printable(`${level}${row.title}${needed}`), width - lead.length).map(
    (line, index) => shown`${index === 0 ? lead : padded(shown``, lead.length)}${line}`,
  );
}
