import { counted, listed, number } from '../../text/layout.ts';
import { printable, type Shown, shown } from '../../text/shown.ts';
import type { Entry } from '../content.ts';
import {
  alsoCorrectWords,
  bodyWords,
  comparedWords,
  failureWords,
  knownWords,
  occurrencesWords,
  originWords,
  responseWords,
  rowWords,
  seedWords,
  sourceWords,
  timelineLabel,
} from '../evidence.ts';
import type { Finding, PayloadEvidence } from '../model/report.ts';
import { emptyLine, field, type Page, paragraph, unbrokenField } from './block.ts';

/** The longest command that is printed; longer ones are only in report.json. */
const longestCommand = 4_000;
/** Maximum printed length of a generated body, and of a one-line finding. */
const longestBody = 400;
const longestInLine = 120;
/** From this many requirements on, blocks are brief. */
const many = 10;
const listedInstances = 6;

const badges = { FAIL: ['bold', 'white', 'bgRed'], WARN: ['bold', 'black', 'bgYellow'] } as const;

/** Renders a block for each requirement: sentence, causes, fix, and the command that `checkOf` returns. */
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
          ? field(page, 'Also received', alsoWords(finding), 1_000)
          : [emptyLine, ...causeLines(page, finding, brief)],
      ),
      ...(brief ? [] : fields(page, 'Also correct', alsoCorrectWords(first), 1_000)),
      emptyLine,
      ...(brief ? [] : field(page, 'Impact', impact, 1_000)),
      ...field(page, 'How to fix', fix, 1_000),
      ...(software === undefined ? [] : field(page, 'Software', software, 1_000)),
      ...(checkOf === undefined ? [] : unbrokenField(page, 'Verify with', checkOf(id), longestCommand)),
    ];
  });
}

/** Renders a line for each finding, for warnings next to failures. */
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

/** Checks whether one line is enough for another cause: it expects the same and has no evidence of its own. */
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
    ...(known === true ? field(page, 'Known', knownWords) : []),
    ...fields(page, 'Response', responseWords(finding)),
    ...(compared === undefined
      ? []
      : [
          ...commandLines(page, 'Compared with', compared.curl),
          ...fields(page, 'Its response', compared.response),
        ]),
    ...(payload === undefined ? [] : payloadLines(page, payload, brief)),
    ...timeline.flatMap((row, index) => field(page, index === 0 ? timelineLabel : '', rowWords(row))),
    ...field(page, 'Occurrences', occurrencesWords(finding), 1_000),
    ...(instances.length === 0 ? [] : field(page, 'Cases', listed(instances, listedInstances), 1_000)),
    ...fields(
      page,
      'Seed',
      [seedWords(finding)].filter((words) => words !== undefined),
    ),
  ];
}

/** Renders a whole command or none: part of one looks as if it could be copied. */
function commandLines(page: Page, label: string, curl: string): Shown[] {
  if (curl.length <= longestCommand) return unbrokenField(page, label, curl, longestCommand);
  const length = number(curl.length);
  return field(page, label, `${length} characters long: see \`curl\` of this finding in report.json`);
}

/** Renders where the body of the request comes from: the search for a smaller one. */
function payloadLines(page: Page, { found, smallest, tries }: PayloadEvidence, brief: boolean): Shown[] {
  if (found === smallest && tries === 0) return [];
  const after = tries === 0 ? '' : ` (${counted(tries, 'try', 'tries')})`;
  const words = found === smallest ? 'no smaller body fails' : 'reduced to the body of the request';
  return [
    ...field(page, 'Payload', `${words}${after}`),
    ...(found === smallest || brief
      ? []
      : field(page, 'First found', printable(bodyWords(found), longestBody), Number.POSITIVE_INFINITY)),
  ];
}

function fields(page: Page, label: string, all: readonly string[], longest?: number): Shown[] {
  return all.flatMap((text) => field(page, label, text, longest));
}
