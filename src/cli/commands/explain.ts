import { defects } from '../../../reference-server/defects/index.ts';
import type { AddedChecks } from '../../checks/custom-checks.ts';
import { advice, quoted, UsageError } from '../../config/messages.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { describeSuites } from '../../engine/select.ts';
import { catalog, isRequirementId, requirement, sections, similarIds } from '../../spec/catalog.ts';
import { exampleOf, type ShownExchange } from '../../spec/examples.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { wrap } from '../../text/layout.ts';
import { joined, padded, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { commands } from '../commands.ts';
import { asked, idsOf, loadShownChecks } from '../requirements.ts';
import { jsonText, type Page, pageOf, type Surroundings } from '../surroundings.ts';

/** `explain ID`: describes a requirement, its checks, and how it looks passing and failing. */
export async function explain(flags: Flags, surroundings: Surroundings): Promise<number> {
  const { stdout, redact } = surroundings;
  const id = String(flags['id']);
  const values = optionValues(commands.explain.options, flags);
  const added = await loadShownChecks(values.list('check'), redact);
  if (!isRequirementId(id) && !idsOf(added).includes(id)) throw new UsageError(unknownId(id));
  const explanation = explanationOf(id, added);
  stdout.write(
    values.on('json') ? jsonText(explanation) : explanationText(explanation, pageOf(surroundings, 60, 100)),
  );
  return 0;
}

function unknownId(id: string): string {
  const inSection = catalog.filter((row) => row.id.startsWith(`${id}.`)).map((row) => row.id);
  const near = inSection.length > 0 ? inSection.slice(0, 3) : similarIds(id);
  return `no requirement is called ${quoted(id)}.${advice(near)}\nnpx petstore-conformance list shows all of them.`;
}

/** Collects all that is known of a requirement of the catalog, or of an added one. */
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
    // The defects of the gallery; those that violate nothing else come first.
    commonMistakes: defects
      .filter(({ requirements }) => requirements.includes(id))
      .sort((a, b) => a.requirements.length - b.requirements.length)
      .map(({ id: defect, title, story }) => ({ defect, title, story })),
    // None if no request concerns the requirement.
    ...(Object.keys(example).length === 0 ? {} : { example }),
  };
}

type Explanation = ReturnType<typeof explanationOf>;

const labelWidth = 11;
/** The most slips and checks that are shown; `--json` has all. */
const mostSlips = 4;
const mostChecks = 8;

const levelWords: Readonly<Record<Requirement['level'], string>> = {
  required: 'required: breaking it makes a service non-conforming',
  advisory: 'advisory: a warning, which fails a run with --fail-on advisory only',
  observed: 'observed: noted, never judged, for the specification leaves it open',
  'not-testable': 'not testable from outside',
};

/** Writes an explanation for people. */
function explanationText(explanation: Explanation, page: Page): Shown {
  const { requirement: row, commonMistakes } = explanation;
  const lines = [
    page.paint('bold', printable(row.id)),
    ...wrap(printable(row.title), page.width),
    shown``,
    ...facts(row).flatMap(([label, text]) => field(page, label, printableWhole(text))),
    ...commonMistakes
      .slice(0, mostSlips)
      .flatMap(({ title, story }, index) =>
        field(page, index === 0 ? 'Slips' : '', printableWhole(`${title}. ${story}`), [shown`· `, shown`  `]),
      ),
    ...checkedBy(page, explanation),
    ...examples(page, explanation),
  ];
  return shown`${joined(lines)}\n`;
}

function facts(row: Requirement): (readonly [label: string, text: string])[] {
  const excluded = row.level === 'not-testable';
  return [
    ['Level', levelWords[row.level]],
    ['Source', row.source],
    ...(row.sentence === undefined ? [] : [['Says', `“${row.sentence}”`] as const]),
    ...(row.asked === undefined ? [] : [['Looked at', `only ${asked[row.asked].words}`] as const]),
    ['Asks', row.asks],
    [excluded ? 'Why not' : 'Means', row.impact],
    [excluded || row.level === 'observed' ? 'Note' : 'Fix', row.fix],
    ...Object.entries(row.outcomes ?? {}).map(
      ([outcome, { impact, fix }]) =>
        [`${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}`, `${impact} ${fix}`] as const,
    ),
    ...(row.software === undefined ? [] : [['Known of', row.software] as const]),
  ];
}

function checkedBy(page: Page, { requirement: row, checkedBy: checks }: Explanation): Shown[] {
  if (checks.length === 0)
    return row.level === 'not-testable' ? [] : field(page, 'Checked', shown`by nothing yet`);
  const titles = [...new Set(checks.map(({ kind, title }) => `${kind}: ${title}`))];
  const more = titles.length - mostChecks;
  const listed = more > 1 ? [...titles.slice(0, mostChecks), `and ${more} more (--json)`] : titles;
  const options = row.asked === undefined ? '' : ` ${asked[row.asked].options}`;
  return [
    ...listed.flatMap((title, index) => field(page, index === 0 ? 'Checked by' : '', printableWhole(title))),
    command(page, 'Alone', `npx petstore-conformance run --base-url URL${options} --only ${row.id}`),
  ];
}

function examples(page: Page, { example: { passing, failing } = {} }: Explanation): Shown[] {
  const lines: Shown[] = [];
  if (passing !== undefined) {
    const label = failing === undefined ? 'Seen' : 'Passing';
    lines.push(
      shown``,
      ...field(page, label, shown`what the reference server answers`),
      ...exchangeLines(page, passing),
    );
  }
  if (failing !== undefined)
    lines.push(
      shown``,
      ...field(page, 'Failing', shown`with the mistake ${printableWhole(failing.defect)}`),
      ...(failing.exchange === undefined ? [] : exchangeLines(page, failing.exchange)),
      ...field(page, 'Expected', printable(failing.expected)),
      ...field(page, 'Received', printable(failing.received)),
      command(page, 'Try it', `npx petstore-conformance serve --defect ${failing.defect}`),
    );
  return lines;
}

/** Shows a request and its response line by line. */
function exchangeLines(page: Page, { request, response, fault = 'no answer' }: ShownExchange): Shown[] {
  const linesOf = (first: string, { headers, body }: Partial<NonNullable<typeof response>>) => [
    first,
    ...(headers ?? []).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [body === '' ? '(no body)' : body]),
  ];
  const sent = linesOf(`${request.method} ${request.path}`, request);
  const received = linesOf(
    response === undefined ? fault : `${response.status} ${response.reason}`.trimEnd(),
    response ?? {},
  );
  const wire = (mark: Shown) => (line: string) =>
    field(page, undefined, printable(line), [shown`${page.paint('dim', mark)} `, shown`  `]);
  return [...sent.flatMap(wire(shown`>`)), ...received.flatMap(wire(shown`<`))];
}

/** Shows a text with its label, or indented; the marks, of one width, precede the first and the other lines. */
function field(
  page: Page,
  label: string | undefined,
  text: Shown,
  [first, others]: readonly [Shown, Shown] = [shown``, shown``],
): Shown[] {
  return wrap(text, page.width - labelWidth - others.length).map(
    (line, index) =>
      shown`${lead(page, index === 0 ? label : label && '')}${index === 0 ? first : others}${line}`,
  );
}

/** Shows a command, which is never broken: it has to be copied in one piece. */
const command = (page: Page, label: string, text: string): Shown =>
  shown`${lead(page, label)}${printableWhole(text)}`;

function lead({ paint }: Page, label: string | undefined): Shown {
  const text = padded(printable(label ?? ''), labelWidth);
  return label === undefined ? text : paint('dim', text);
}
