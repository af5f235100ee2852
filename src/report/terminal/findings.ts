import { counted, number } from '../../text/layout.ts';
import { printable, type Shown, shown } from '../../text/shown.ts';
import type { Entry } from '../content.ts';
import {
  alsoCorrectWords,
  bodyPlacesWords,
  bodyWords,
  casesWords,
  comparedWords,
  failureWords,
  knownWords,
  moreWords,
  occurrencesWords,
  responseWords,
  rowWords,
  seedWords,
  sourceWords,
  timelineLabel,
  timesWords,
  whereWords,
} from '../evidence.ts';
import type { Finding, PayloadEvidence } from '../model/report.ts';
import { cutTo, emptyLine, field, type Page, paragraph, table, unbrokenField } from './block.ts';

/** The longest command that is printed; longer ones are only in report.json. */
const longestCommand = 4_000;
/** Maximum printed length of a generated body, and of a one-line finding. */
const longestBody = 400;
const longestInLine = 120;
/** From this many requirements on, a table comes first, and only the first three have more than a few lines. */
const many = 4;
const mostMain = 3;
const listedInstances = 6;
/** The newest responses of the limiter that `main` shows. */
const rowsOfMain = 2;

const badges = { FAIL: ['bold', 'white', 'bgRed'], WARN: ['bold', 'black', 'bgYellow'] } as const;

type Badge = keyof typeof badges;

interface BlockOptions {
  /** Returns the command that verifies the fix of a requirement. */
  readonly checkOf?: (id: string) => string;
  /** Shows all evidence, however many requirements there are. */
  readonly verbose?: boolean;
}

export const isMany = ({ length }: readonly Entry[]): boolean => length >= many;

/** Renders a line for each of many requirements: what happened, and how often. */
export function overview(page: Page, entries: readonly Entry[]): Shown[] {
  if (!isMany(entries)) return [];
  const rows = entries.flatMap(({ id, findings, first }) =>
    first === undefined ? [] : [[id, receivedWords(findings, first), timesWords(first)] as const],
  );
  return [...table(page, rows), shown``];
}

/** Returns what was received first, and where: "status 200 (GET /categories, and 1 more response)". */
function receivedWords(findings: readonly Finding[], first: Finding): string {
  const more = moreWords(findings);
  const where = [whereWords(first), ...(more === '' ? [] : [`and ${more}`])].filter((words) => words !== '');
  return where.length === 0 ? first.received : `${first.received} (${where.join(', ')})`;
}

/** Renders a block for each requirement: sentence, causes, fix, and the command that verifies it. */
export function findingBlocks(
  page: Page,
  badge: Badge,
  entries: readonly Entry[],
  { checkOf, verbose = false }: BlockOptions = {},
): Shown[] {
  const isWhole = verbose || (badge === 'FAIL' && !isMany(entries));
  const blocks = entries.flatMap((entry, index) => {
    if (entry.first === undefined) return [];
    const head = shown`${page.paint([...badges[badge]], shown` ${badge} `)} ${page.paint('bold', printable(entry.id))}`;
    const verify = checkOf && unbrokenField(page, 'Verify with', checkOf(entry.id), longestCommand);
    const isBrief = !isWhole && index >= mostMain;
    return [
      ...(index === 0 || (isBrief && index > mostMain) ? [] : [shown``]),
      ...(isBrief
        ? briefBlock(page, head, entry, entry.first)
        : [head, ...block(page, entry, entry.first, isWhole, badge), ...(verify ?? [])]),
    ];
  });
  const isShort = !isWhole && entries.length > mostMain && checkOf !== undefined;
  return isShort ? [...blocks, ...paragraph(page, '--verbose prints the full evidence.')] : blocks;
}

/** Renders all evidence, or what most people need. */
function block(
  page: Page,
  { findings, impact, fix, software }: Entry,
  first: Finding,
  isWhole: boolean,
  badge: Badge,
): Shown[] {
  const isAdvice = badge === 'WARN' && !isWhole;
  const gap = isWhole ? [emptyLine] : [];
  return [
    ...paragraph(page, first.title),
    ...(isWhole ? field(page, 'Source', sourceWords(first), 1_000) : []),
    ...findings.flatMap((finding) =>
      finding !== first && addsLittle(finding, first)
        ? field(page, 'Also received', alsoWords(finding, isWhole), 1_000, { color: 'red' })
        : [...gap, ...causeLines(page, finding, isWhole)],
    ),
    ...(isAdvice ? [] : fields(page, 'Also correct', alsoCorrectWords(first), { isCut: !isWhole })),
    ...gap,
    ...(isAdvice ? [] : field(page, 'Impact', impact, 1_000)),
    ...field(page, 'How to fix', fix, 1_000),
    ...(software === undefined ? [] : field(page, 'Software', software, 1_000)),
  ];
}

/** Renders what happened, and the first sentence of the fix. */
function briefBlock(page: Page, head: Shown, { id, findings, fix }: Entry, first: Finding): Shown[] {
  const { title, expected } = first;
  const [firstStep = fix] = /^.*?\.(?= [A-Z]|$)/.exec(fix) ?? [];
  return [
    shown`${head}  ${cutTo(page.width - id.length - 9, printable(title))}`,
    ...field(page, 'Expected', expected, undefined, { color: 'green' }),
    ...field(page, 'Received', receivedWords(findings, first), undefined, { color: 'red' }),
    ...waiverLines(page, first),
    ...field(page, 'How to fix', firstStep, 1_000),
  ];
}

/** Renders a line for each finding, for warnings next to failures; without the places if there are `manyFailures`. */
export function warningLines(page: Page, entries: readonly Entry[], manyFailures: boolean): Shown[] {
  return entries.flatMap(({ findings }) =>
    findings.flatMap((finding) => {
      const { requirement, payload } = finding;
      const sent =
        payload === undefined ? '' : `; sent ${printable(bodyWords(payload.smallest), longestInLine)}`;
      const text = `${requirement}: ${failureWords(finding)}${sent} (${manyFailures ? timesWords(finding) : occurrencesWords(finding)})`;
      return paragraph(page, text, 2, 1_000);
    }),
  );
}

/** Checks whether one line is enough for another cause: it expects the same and has no evidence of its own. */
function addsLittle({ payload, timeline, comparedWith, expected }: Finding, first: Finding): boolean {
  const hasProof = [payload, timeline, comparedWith].some((proof) => proof !== undefined);
  return !hasProof && expected === first.expected;
}

/** Without the full evidence, the cases stand for the places: both name the request. */
function alsoWords(finding: Finding, isWhole: boolean): string {
  const { received, instances } = finding;
  const cases = casesWords(instances, listedInstances);
  if (!isWhole)
    return `${received}, ${cases === undefined ? occurrencesWords(finding) : `${timesWords(finding)}: ${cases}`}`;
  const inCases = cases === undefined ? '' : ` (${cases})`;
  return [`${received}, ${occurrencesWords(finding)}${inCases}`, ...responseWords(finding)].join(' · ');
}

function causeLines(page: Page, finding: Finding, isWhole: boolean): Shown[] {
  const { expected, received, known, curl, payload, timeline = [], instances } = finding;
  const compared = isWhole ? comparedWords(finding) : undefined;
  const response = responseWords(finding).filter((words) => isWhole || !received.includes(words));
  return [
    ...(curl === undefined ? [] : commandLines(page, 'Request', curl)),
    ...field(page, 'Expected', expected, undefined, { color: 'green' }),
    ...field(page, 'Received', received, undefined, { color: 'red' }),
    ...fields(page, 'In the body', [bodyPlacesWords(finding) ?? []].flat()),
    ...(known === true ? field(page, 'Known', knownWords) : []),
    ...waiverLines(page, finding),
    ...fields(page, 'Response', response),
    ...(compared === undefined
      ? []
      : [
          ...commandLines(page, 'Compared with', compared.curl),
          ...fields(page, 'Its response', compared.response),
        ]),
    ...(payload === undefined ? [] : payloadLines(page, payload, isWhole)),
    ...timeline
      .slice(isWhole ? 0 : -rowsOfMain)
      .flatMap((row, index) => field(page, index === 0 ? timelineLabel : '', rowWords(row))),
    ...field(page, 'Occurrences', occurrencesWords(finding), 1_000, { isCut: !isWhole }),
    ...(isWhole ? fields(page, 'Cases', [casesWords(instances, listedInstances) ?? []].flat()) : []),
    ...fields(
      page,
      'Seed',
      [seedWords(finding)].filter((words) => words !== undefined),
    ),
  ];
}

function waiverLines(page: Page, { waiverExpired }: Finding): Shown[] {
  return waiverExpired === undefined ? [] : field(page, 'Waiver', waiverExpired, 1_000);
}

/** Renders a whole command or none: part of one looks as if it could be copied. */
function commandLines(page: Page, label: string, curl: string): Shown[] {
  if (curl.length <= longestCommand) return unbrokenField(page, label, curl, longestCommand);
  const length = number(curl.length);
  return field(page, label, `${length} characters long: see \`curl\` of this finding in report.json`);
}

/** Renders where the body of the request comes from: the search for a smaller one. */
function payloadLines(page: Page, { found, smallest, tries }: PayloadEvidence, isWhole: boolean): Shown[] {
  if (found === smallest && tries === 0) return [];
  const after = tries === 0 ? '' : ` (${counted(tries, 'try', 'tries')})`;
  const words = found === smallest ? 'no smaller body fails' : 'reduced to the body of the request';
  return [
    ...field(page, 'Payload', `${words}${after}`),
    ...(found === smallest || !isWhole
      ? []
      : field(page, 'First found', printable(bodyWords(found), longestBody), Number.POSITIVE_INFINITY)),
  ];
}

function fields(
  page: Page,
  label: string,
  all: readonly string[],
  { isCut = false }: { readonly isCut?: boolean } = {},
): Shown[] {
  return all.flatMap((text) => field(page, label, text, isCut ? undefined : 1_000, { isCut }));
}
