import { counted, listed, number } from '../../text/layout.ts';
import { printable, type Shown, shown } from '../../text/shown.ts';
import type { Entry } from '../content.ts';
import {
  alsoCorrectWords,
  bodyWords,
  comparedWords,
  failureWords,
  occurrencesWords,
  originWords,
  responseWords,
  rowWords,
  sourceWords,
} from '../evidence.ts';
import type { Finding, PayloadEvidence } from '../model/report.ts';
import { emptyLine, field, type Page, paragraph, unbrokenField } from './block.ts';

/** The longest command that is printed, always whole and on one line; longer ones are left to report.json. */
const longestCommand = 4_000;
/** How much of a generated body is printed, and how much where a finding has one line. */
const longestBody = 400;
const longestInLine = 120;
/** From this many requirements on, a block keeps to what differs from server to server. */
const many = 10;
const listedInstances = 6;

const badges = { FAIL: ['bold', 'white', 'bgRed'], WARN: ['bold', 'black', 'bgYellow'] } as const;

/**
 * Renders a block for each requirement: its sentence, every cause with its request, how to fix it, and the command that
 * `checkOf` gives.
 */
export function findingBlocks(
  page: Page,
  badge: keyof typeof badges,
  entries: readonly Entry[],
  checkOf?: (id: string) => string,
): Shown[] {
  const brief = entries.length >= many || badge === 'WARN';
  return entries.flatMap(({ id, findings, first, impact, fix, software }, index) => {
    if (first === undefined) return [];
    const painted = page.paint([...badges[badge]], shown` ${badge} `);
    return [
      ...(index === 0 ? [] : [shown``]),
      shown`${painted} ${page.paint('bold', printable(id))}`,
      ...paragraph(page, first.title),
      ...field(page, 'Source', brief ? originWords(first) : sourceWords(first), 1_000),
      ...findings.flatMap((finding) =>
        finding !== first && addsLittle(finding, first)
          ? field(page, 'Also', alsoWords(finding), 1_000)
          : [emptyLine, ...causeLines(page, finding, brief)],
      ),
      ...(brief ? [] : fields(page, 'Kept', alsoCorrectWords(first), 1_000)),
      emptyLine,
      ...(brief ? [] : field(page, 'Means', impact, 1_000)),
      ...field(page, 'Fix', fix, 1_000),
      ...(software === undefined ? [] : field(page, 'Software', software, 1_000)),
      ...(checkOf === undefined ? [] : unbrokenField(page, 'Check', checkOf(id), longestCommand)),
    ];
  });
}

/** Renders a line for each finding, for warnings beside failures. */
export function warningLines(page: Page, entries: readonly Entry[]): Shown[] {
  return entries.flatMap(({ findings }) =>
    findings.flatMap((finding) => {
      const { requirement, payload } = finding;
      const sent =
        payload === undefined ? '' : `; sent ${printable(bodyWords(payload.smallest), longestInLine)}`;
      const text = `${requirement}: ${failureWords(finding)}${sent} (${occurrencesWords(finding)})`;
      return paragraph(page, text, 2, 1_000);
    }),
  );
}

/** One line is enough for a further cause that expects the same and has no evidence of its own. */
function addsLittle({ payload, timeline, comparedWith, expected }: Finding, first: Finding): boolean {
  const hasProof = [payload, timeline, comparedWith].some((proof) => proof !== undefined);
  return !hasProof && expected === first.expected;
}

function alsoWords(finding: Finding): string {
  const { received, instances } = finding;
  const cases = instances.length === 0 ? '' : ` (${listed(instances, listedInstances)})`;
  return [`${received}, ${occurrencesWords(finding)}${cases}`, ...responseWords(finding)].join(' · ');
}

function causeLines(page: Page, finding: Finding, brief: boolean): Shown[] {
  const { expected, received, known, curl, payload, timeline = [], instances } = finding;
  const compared = brief ? undefined : comparedWords(finding);
  return [
    ...(curl === undefined ? [] : commandLines(page, 'Request', curl)),
    ...field(page, 'Expected', expected),
    ...field(page, 'Received', received),
    ...(known === true ? field(page, 'Known', 'the baseline holds it, too') : []),
    ...fields(page, 'Responded', responseWords(finding)),
    ...(compared === undefined
      ? []
      : [
          ...commandLines(page, compared.when, compared.curl),
          ...fields(page, 'Responded', compared.response),
        ]),
    ...(payload === undefined ? [] : payloadLines(page, payload, brief)),
    ...timeline.flatMap((row, index) => field(page, index === 0 ? 'Proof' : '', rowWords(row))),
    ...field(page, 'Seen', occurrencesWords(finding), 1_000),
    ...(instances.length === 0 ? [] : field(page, 'Cases', listed(instances, listedInstances), 1_000)),
  ];
}

/** Renders a whole command: half of one is useless, and looks as if it could be copied. */
function commandLines(page: Page, label: string, curl: string): Shown[] {
  if (curl.length <= longestCommand) return unbrokenField(page, label, curl, longestCommand);
  const length = number(curl.length);
  return field(page, label, `a command of ${length} characters: \`curl\` of this finding in report.json`);
}

/** Renders the body as first found; a smaller one is that of the request. */
function payloadLines(page: Page, { found, smallest, tries }: PayloadEvidence, brief: boolean): Shown[] {
  const after = tries === 0 ? '' : ` (after ${counted(tries, 'try', 'tries')})`;
  if (found === smallest)
    return tries === 0 ? [] : field(page, 'Smallest', `that of the request: none smaller was found${after}`);
  const first = printable(bodyWords(found), longestBody);
  return [
    ...(brief ? [] : field(page, 'Found', first, Number.POSITIVE_INFINITY)),
    ...field(page, 'Smallest', `that of the request${after}`),
  ];
}

function fields(page: Page, label: string, texts: readonly string[], longest?: number): Shown[] {
  return texts.flatMap((text) => field(page, label, text, longest));
}
