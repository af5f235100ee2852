import type { Defect, Variant } from '../../../reference-server/change.ts';
import { UsageError } from '../../config/messages.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { catalog, requirementsVersion, sections } from '../../spec/catalog.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { wrap } from '../../text/layout.ts';
import { joined, padded, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { commands } from '../commands.ts';
import { asked, loadShownChecks, violatedRequirements } from '../requirements.ts';
import { jsonText, type Page, pageOf, type Surroundings } from '../surroundings.ts';

/** `list`: prints the requirements by section, the added ones last, or the servers that `serve` can start. */
export async function list(flags: Flags, surroundings: Surroundings): Promise<number> {
  const values = optionValues(commands.list.options, flags);
  const contents = ['level', 'defects', 'variants'].filter(
    (name) => flags[name] !== undefined && flags[name] !== false,
  );
  if (contents.length > 1)
    throw new UsageError(
      `${contents.map((name) => `--${name}`).join(' and ')} exclude each other. Give one of them.`,
    );
  const json = values.on('json');
  const page = pageOf(surroundings, 70, 110);
  surroundings.stdout.write(
    values.on('defects')
      ? await defectsText(json, page)
      : values.on('variants')
        ? await variantsText(json, page)
        : requirementsText(
            await loadShownChecks(values.list('check'), surroundings.redact),
            values.value('level'),
            json,
            page,
          ),
  );
  return 0;
}

function requirementsText(
  added: Awaited<ReturnType<typeof loadShownChecks>>,
  level: Requirement['level'] | undefined,
  json: boolean,
  page: Page,
): Shown {
  const selected = (requirements: readonly Requirement[]) =>
    requirements.filter((row) => level === undefined || row.level === level);
  const known = sections.map(({ title, requirements }) => ({ title, rows: selected(requirements) }));
  const own = added.map(({ suite, requirements }) => ({ title: suite.title, rows: selected(requirements) }));
  const rowsOf = (parts: typeof known) => parts.flatMap(({ rows }) => rows);
  if (json)
    return jsonText({
      requirementsVersion,
      requirements: rowsOf([...known, ...own]).map(({ traits: _inner, ...row }) => row),
    });
  const parts = [...known, ...own]
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) =>
      joined([
        page.paint('bold', printable(title)),
        ...rows.flatMap((row) => requirementLines(row, page.width)),
      ]),
    );
  const beside = own.length === 0 ? '' : shown` and ${rowsOf(own).length} that were added`;
  return shown`${joined(parts, '\n\n')}\n\n${rowsOf(known).length} requirements of ledger ${requirementsVersion}${beside}, required where no other level is named.\nnpx petstore-conformance explain ID tells more of one.\n`;
}

const idWidth = Math.max(...catalog.map(({ id }) => id.length)) + 2;

function requirementLines(row: Requirement, width: number): Shown[] {
  const lead = shown`  ${padded(printable(row.id), idWidth)}`;
  const level = row.level === 'required' ? '' : `${row.level}: `;
  const needed = row.asked === undefined ? '' : ` (${asked[row.asked].words})`;
  return wrap(printable(`${level}${row.title}${needed}`), width - lead.length).map(
    (line, index) => shown`${index === 0 ? lead : padded(shown``, lead.length)}${line}`,
  );
}

async function defectsText(json: boolean, page: Page): Promise<Shown> {
  const { defects } = await import('../../../reference-server/defects/index.ts');
  // JSON leaves out what is a function: the change.
  if (json) return jsonText({ defects });
  const described = defects.filter(({ needs = [] }) => needs.includes('description')).length;
  return joined([
    ...defects.flatMap((one) => serverLines(one, `fails ${violatedRequirements(one)}`, page)),
    shown``,
    ...wrap(
      shown`${defects.length} servers with one mistake each, and the requirements that a run finds broken. The gallery runs ${defects.length - described} of them; ${described} are wrong in the interface description alone, which a run reads with --description.`,
      page.width,
    ),
    shown`npx petstore-conformance serve --defect ID starts one.\n`,
  ]);
}

async function variantsText(json: boolean, page: Page): Promise<Shown> {
  const { variants } = await import('../../../reference-server/variants/index.ts');
  if (json) return jsonText({ variants });
  const warns = ({ warnings }: Variant) =>
    warnings.length === 0 ? undefined : `warns of ${warnings.join(', ')}`;
  return joined([
    ...variants.flatMap((one) => serverLines(one, warns(one), page)),
    shown``,
    ...wrap(
      shown`${variants.length} servers that are unlike the reference server and keep the specification all the same.`,
      page.width,
    ),
    shown`npx petstore-conformance serve --variant ID starts one.\n`,
  ]);
}

/** Lists the id of a server, its title, and its effect on a run. */
function serverLines(
  { id, title }: Defect | Variant,
  effect: string | undefined,
  { width, paint }: Page,
): Shown[] {
  const indented = (text: string) => wrap(printableWhole(text), width - 4).map((line) => shown`    ${line}`);
  return [
    paint('bold', printableWhole(id)),
    ...indented(title),
    ...(effect === undefined ? [] : indented(effect).map((line) => paint('dim', line))),
  ];
}
