import { defects } from '../../../reference-server/defects/index.ts';
import type { AddedChecks } from '../../checks/added-checks.ts';
import { advice, quoted, UsageError } from '../../config/messages.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { describeSuites } from '../../engine/select.ts';
import { exampleOf, type ShownExchange } from '../../spec/examples.ts';
import { isRequirementId, ledger, requirement, sections, similarIds } from '../../spec/ledger.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { wrap } from '../../text/layout.ts';
import { joined, padded, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { commands } from '../commands.ts';
import { asked, idsOf, loadCheckFiles, withoutSecrets } from '../rows.ts';
import { jsonText, type Page, pageOf, type Surroundings } from '../surroundings.ts';

/** `explain ID`: one row of the ledger, what bears on it, and how it looks kept and broken; as JSON too. */
export async function explain(flags: Flags, surroundings: Surroundings): Promise<number> {
  const { stdout, redact } = surroundings;
  const id = String(flags['id']);
  const values = optionValues(commands.explain.options, flags);
  const added = withoutSecrets(await loadCheckFiles(values.list('check')), redact);
  if (!isRequirementId(id) && !idsOf(added).includes(id)) throw new UsageError(unknownId(id));
  const explanation = explanationOf(id, added);
  stdout.write(
    values.on('json') ? jsonText(explanation) : explanationText(explanation, pageOf(surroundings, 60, 100)),
  );
  return 0;
}

function unknownId(id: string): string {
  const inSection = ledger.filter((row) => row.id.startsWith(`${id}.`)).map((row) => row.id);
  const near = inSection.length > 0 ? inSection.slice(0, 3) : similarIds(id);
  return `no requirement is called ${quoted(id)}.${advice(near)}\nnpx petstore-conformance list shows all of them.`;
}

/** All that is known of a requirement, which the ledger must have, or what was added to it. */
function explanationOf(id: string, added: readonly AddedChecks[]) {
  const own = added.find(({ requirements }) => requirements.some((one) => one.id === id));
  const row = own?.requirements.find((one) => one.id === id) ?? requirement(id);
  const { requirement: _id, ...example } = exampleOf(id) ?? { requirement: id };
  return {
    requirement: row,
    section: own?.suite.title ?? sections.find(({ requirements }) => requirements.includes(row))?.title ?? '',
    checkedBy: describeSuites(added)
      .filter((described) => described.requirement === id)
      .map(({ kind, title }) => ({ kind, title })),
    // What servers get wrong here, as the gallery has it; those that break nothing else come first.
    slips: defects
      .filter(({ requirements }) => requirements.includes(id))
      .sort((a, b) => a.requirements.length - b.requirements.length)
      .map(({ id: defect, title, story }) => ({ defect, title, story })),
    // It kept and it broken, on the wire; none where nothing can be sent for it.
    ...(Object.keys(example).length === 0 ? {} : { example }),
  };
}

type Explanation = ReturnType<typeof explanationOf>;

const labelWidth = 11;
/** As many mistakes, and as many checks, as are told; `--json` has all. */
const mostSlips = 4;
const mostChecks = 8;

const levelWords: Readonly<Record<Requirement['level'], string>> = {
  required: 'required: breaking it makes a service non-conforming',
  advisory: 'advisory: a warning, which fails a run with --fail-on advisory only',
  observed: 'observed: noted, never judged, for the specification leaves it open',
  excluded: 'excluded: not tested from outside',
};

/** An explanation as a text for people: first the sentence, then how to tell, then what it looks like. */
function explanationText(explanation: Explanation, page: Page): Shown {
  const { requirement: row, slips } = explanation;
  const lines = [
    page.paint('bold', printable(row.id)),
    ...wrap(printable(row.title), page.width),
    shown``,
    ...facts(row).flatMap(([label, text]) => field(page, label, text)),
    ...slips
      .slice(0, mostSlips)
      .flatMap(({ title, story }, index) =>
        field(page, index === 0 ? 'Slips' : '', `${title}. ${story}`, ['· ', '  ']),
      ),
    ...checkedBy(page, explanation),
    ...examples(page, explanation),
  ];
  return shown`${joined(lines)}\n`;
}

function facts(row: Requirement): (readonly [label: string, text: string])[] {
  const excluded = row.level === 'excluded';
  return [
    ['Level', levelWords[row.level]],
    ['Source', row.source],
    ...(row.sentence === undefined ? [] : [['Says', `“${row.sentence}”`] as const]),
    ...(row.asked === undefined ? [] : [['Looked at', `only ${asked[row.asked].words}`] as const]),
    ['Asks', row.asks],
    [excluded ? 'Why not' : 'Means', row.means],
    [excluded || row.level === 'observed' ? 'Note' : 'Mend', row.mend],
    ...Object.entries(row.outcomes ?? {}).map(
      ([outcome, { means, mend }]) =>
        [`${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}`, `${means} ${mend}`] as const,
    ),
    ...(row.software === undefined ? [] : [['Known of', row.software] as const]),
  ];
}

function checkedBy(page: Page, { requirement: row, checkedBy: bearing }: Explanation): Shown[] {
  if (bearing.length === 0) return row.level === 'excluded' ? [] : field(page, 'Checked', 'by nothing yet');
  const titles = [...new Set(bearing.map(({ kind, title }) => `${kind}: ${title}`))];
  const more = titles.length - mostChecks;
  const told = more > 1 ? [...titles.slice(0, mostChecks), `and ${more} more (--json)`] : titles;
  const beside = row.asked === undefined ? '' : ` ${asked[row.asked].options}`;
  return [
    ...told.flatMap((title, index) => field(page, index === 0 ? 'Checked by' : '', title)),
    command(page, 'Alone', `npx petstore-conformance run --base-url URL${beside} --only ${row.id}`),
  ];
}

function examples(page: Page, { example: { passing, failing } = {} }: Explanation): Shown[] {
  const lines: Shown[] = [];
  if (passing !== undefined)
    lines.push(
      shown``,
      ...field(page, failing === undefined ? 'Seen' : 'Passing', 'what the reference server answers'),
      ...exchangeLines(page, passing),
    );
  if (failing !== undefined)
    lines.push(
      shown``,
      ...field(page, 'Failing', `with the mistake ${failing.defect}`),
      ...(failing.exchange === undefined ? [] : exchangeLines(page, failing.exchange)),
      ...field(page, 'Expected', printable(failing.expected)),
      ...field(page, 'Received', printable(failing.received)),
      command(page, 'Try it', `npx petstore-conformance serve --defect ${failing.defect}`),
    );
  return lines;
}

/** A request and its answer, line by line as they went. */
function exchangeLines(page: Page, { request, response, fault }: ShownExchange): Shown[] {
  const header = ([name, value]: readonly [string, string]) => `${name}: ${value}`;
  const body = (text: string | undefined) => (text === '' ? '(no body)' : text);
  const sent = [`${request.method} ${request.path}`, ...request.headers.map(header), body(request.body)];
  const came =
    response === undefined
      ? [fault ?? 'no answer']
      : [
          `${response.status} ${response.reason}`.trimEnd(),
          ...response.headers.map(header),
          body(response.body),
        ];
  const wire = (mark: string) => (line: string | undefined) =>
    line === undefined
      ? []
      : labelled(page, undefined, printable(line), [shown`${page.paint('dim', printable(mark))} `, '  ']);
  return [...sent.flatMap(wire('>')), ...came.flatMap(wire('<'))];
}

type Marks = readonly [first: Shown | '' | '· ', others: '' | '  '];

function field(page: Page, label: string, text: string, marks?: Marks): Shown[] {
  return labelled(page, label, printableWhole(text), marks);
}

/** A text beside its label; `marks` of one width stand before its lines. */
function labelled(
  page: Page,
  label: string | undefined,
  text: Shown,
  [first, others]: Marks = ['', ''],
): Shown[] {
  return wrap(text, page.width - labelWidth - others.length).map(
    (line, index) =>
      shown`${lead(page, index === 0 ? label : label && '')}${index === 0 ? first : others}${line}`,
  );
}

/** A command is never broken: it has to be copied in one piece. */
function command(page: Page, label: string, text: string): Shown {
  return shown`${lead(page, label)}${printableWhole(text)}`;
}

function lead({ paint }: Page, label: string | undefined): Shown {
  return label === undefined
    ? padded(shown``, labelWidth)
    : paint('dim', padded(printable(label), labelWidth));
}
