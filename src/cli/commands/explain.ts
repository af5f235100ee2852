import { defects } from '../../../reference-server/defects/index.ts';
import { explainOptions } from '../../config/command-tables.ts';
import { advice, quoted, UsageError } from '../../config/messages.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import type { AddedChecks } from '../../kit/added-checks.ts';
import { type Description, describeSuites } from '../../run/describe.ts';
import { type Example, exampleOf, type ShownExchange } from '../../spec/examples.ts';
import { isRequirementId, ledger, requirement, sections, similarIds } from '../../spec/ledger.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { wrap } from '../../text/layout.ts';
import {
  joined,
  padded,
  printable,
  printableJsonText,
  printableWhole,
  type Shown,
  shown,
} from '../../text/shown.ts';
import { columnsOf, type Paint, painter, wantsColour } from '../../text/terminal.ts';
import { askedWords, idsOf, loadCheckFiles, withoutSecrets } from '../rows.ts';
import type { Surroundings } from '../surroundings.ts';

/** `explain ID`: one row of the ledger, what bears on it, and how it looks kept and broken; as JSON too. */
export async function explain(flags: Flags, { stdout, env, redact }: Surroundings): Promise<number> {
  const id = String(flags['id']);
  const values = optionValues(explainOptions, flags);
  const added = withoutSecrets(await loadCheckFiles(values.list('check')), redact);
  if (!isRequirementId(id) && !idsOf(added).includes(id)) throw new UsageError(unknownId(id));
  const explanation = explanationOf(id, added);
  if (values.on('json')) {
    stdout.write(printableJsonText(`${JSON.stringify(explanation, null, 2)}\n`));
    return 0;
  }
  const width = Math.min(100, Math.max(60, columnsOf(stdout, env)));
  stdout.write(explanationText(explanation, { width, paint: painter(wantsColour(stdout, env)) }));
  return 0;
}

function unknownId(id: string): string {
  const inSection = ledger.filter((row) => row.id.startsWith(`${id}.`)).map((row) => row.id);
  const near = inSection.length > 0 ? inSection.slice(0, 3) : similarIds(id);
  return `no requirement is called ${quoted(id)}.${advice(near)}\nnpx petstore-conformance list shows all of them.`;
}

/** A mistake that breaks a requirement, as the gallery has it. */
export interface Slip {
  readonly defect: string;
  readonly title: string;
  /** How it comes about. */
  readonly story: string;
}

/** All that is known of one requirement. */
export interface Explanation {
  readonly requirement: Requirement;
  readonly section: string;
  readonly checkedBy: readonly Omit<Description, 'requirement'>[];
  /** What servers get wrong here; those that break nothing else come first. */
  readonly slips: readonly Slip[];
  /** It kept and it broken, on the wire; none where nothing can be sent for it. */
  readonly example?: Omit<Example, 'requirement'>;
}

/** What there is to say of the requirement with this id, which the ledger must have, or what was added to it. */
export function explanationOf(id: string, added: readonly AddedChecks[] = []): Explanation {
  const own = added.find(({ requirements }) => requirements.some((one) => one.id === id));
  const row = own?.requirements.find((one) => one.id === id) ?? requirement(id);
  const checkedBy = describeSuites(added)
    .filter((described) => described.requirement === id)
    .map(({ kind, title }) => ({ kind, title }));
  const slips = defects
    .filter(({ requirements }) => requirements.includes(id))
    .sort((a, b) => a.requirements.length - b.requirements.length)
    .map(({ id: defect, title, story }) => ({ defect, title, story }));
  const { requirement: _id, ...example } = exampleOf(id) ?? { requirement: id };
  return {
    requirement: row,
    section: own?.suite.title ?? sections.find(({ requirements }) => requirements.includes(row))?.title ?? '',
    checkedBy,
    slips,
    ...(Object.keys(example).length === 0 ? {} : { example }),
  };
}

/** Where an explanation is printed to. */
export interface ExplanationPage {
  /** In columns. */
  readonly width: number;
  readonly paint: Paint;
}

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

const askedOptions: Readonly<Record<NonNullable<Requirement['asked']>, string>> = {
  description: '--description FILE',
  plan: '--plan free',
  thorough: '--profile thorough',
  concurrency: '--concurrency 6',
};

/** An explanation as a text for people: first the sentence, then how to tell, then what it looks like. */
export function explanationText(explanation: Explanation, page: ExplanationPage): Shown {
  const { requirement: row } = explanation;
  const lines = [
    page.paint('bold', printable(row.id)),
    ...wrap(printable(row.title), page.width),
    shown``,
    ...facts(row).flatMap(([label, text]) => field(page, label, text)),
    ...slips(page, explanation.slips),
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
    ...(row.asked === undefined ? [] : [['Looked at', `only ${askedWords[row.asked]}`] as const]),
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

function slips(page: ExplanationPage, all: readonly Slip[]): Shown[] {
  return all
    .slice(0, mostSlips)
    .flatMap(({ title, story }, index) => item(page, index === 0 ? 'Slips' : '', `${title}. ${story}`));
}

function checkedBy(page: ExplanationPage, { requirement: row, checkedBy: bearing }: Explanation): Shown[] {
  if (bearing.length === 0) return row.level === 'excluded' ? [] : field(page, 'Checked', 'by nothing yet');
  const titles = [...new Set(bearing.map(({ kind, title }) => `${kind}: ${title}`))];
  const more = titles.length - mostChecks;
  const told = more > 1 ? [...titles.slice(0, mostChecks), `and ${more} more (--json)`] : titles;
  return [
    ...told.flatMap((title, index) => field(page, index === 0 ? 'Checked by' : '', title)),
    ...command(page, 'Alone', `npx petstore-conformance run --base-url URL${asking(row)} --only ${row.id}`),
  ];
}

/** What a run of the row alone has to be told beside. */
function asking({ asked }: Requirement): string {
  return asked === undefined ? '' : ` ${askedOptions[asked]}`;
}

function examples(page: ExplanationPage, { example }: Explanation): Shown[] {
  if (example === undefined) return [];
  const { passing, failing } = example;
  return [
    ...(passing === undefined
      ? []
      : [
          shown``,
          ...field(page, failing === undefined ? 'Seen' : 'Passing', 'what the reference server answers'),
          ...exchangeLines(page, passing),
        ]),
    ...(failing === undefined
      ? []
      : [
          shown``,
          ...field(page, 'Failing', `with the mistake ${failing.defect}`),
          ...(failing.exchange === undefined ? [] : exchangeLines(page, failing.exchange)),
          ...field(page, 'Expected', printable(failing.expected)),
          ...field(page, 'Received', printable(failing.received)),
          ...command(page, 'Try it', `npx petstore-conformance serve --defect ${failing.defect}`),
        ]),
  ];
}

/** A request and its answer, line by line as they went. */
function exchangeLines(page: ExplanationPage, { request, response, fault }: ShownExchange): Shown[] {
  const sent = [
    `${request.method} ${request.path}`,
    ...request.headers.map(header),
    ...(request.body === undefined ? [] : [request.body === '' ? '(no body)' : request.body]),
  ];
  const came =
    response === undefined
      ? [fault ?? 'no answer']
      : [
          `${response.status} ${response.reason}`.trimEnd(),
          ...response.headers.map(header),
          response.body === '' ? '(no body)' : response.body,
        ];
  return [...sent.flatMap((line) => wire(page, '>', line)), ...came.flatMap((line) => wire(page, '<', line))];
}

function header([name, value]: readonly [string, string]): string {
  return `${name}: ${value}`;
}

function wire(page: ExplanationPage, direction: string, text: string): Shown[] {
  return wrap(printable(text), page.width - labelWidth - 2).map(
    (line, index) =>
      shown`${padded(shown``, labelWidth)}${index === 0 ? page.paint('dim', printable(direction)) : ' '} ${line}`,
  );
}

function field(page: ExplanationPage, label: string, text: string): Shown[] {
  return wrap(printableWhole(text), page.width - labelWidth).map(
    (line, index) => shown`${lead(page, index === 0 ? label : '')}${line}`,
  );
}

function item(page: ExplanationPage, label: string, text: string): Shown[] {
  return wrap(printableWhole(text), page.width - labelWidth - 2).map(
    (line, index) => shown`${lead(page, index === 0 ? label : '')}${index === 0 ? '· ' : '  '}${line}`,
  );
}

/** A command is never broken: it has to be copied in one piece. */
function command(page: ExplanationPage, label: string, text: string): Shown[] {
  return [shown`${lead(page, label)}${printableWhole(text)}`];
}

function lead({ paint }: ExplanationPage, label: string): Shown {
  return paint('dim', padded(printable(label), labelWidth));
}
