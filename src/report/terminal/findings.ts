import { counted, listed, number } from '../../text/layout.ts';
import { printable, type Shown, shown } from '../../text/shown.ts';
import type { Entry } from '../content.ts';
import {
  answerWords,
  bodyWords,
  comparedWords,
  keptWords,
  originWords,
  rowWords,
  seenWords,
  sourceWords,
} from '../evidence.ts';
import type { Finding, PayloadEvidence } from '../model/report.ts';
import { emptyLine, field, type Page, paragraph, unbrokenField } from './block.ts';

/** The longest command that is printed, always whole and on one line; longer ones are left to report.json. */
const longestCommand = 4_000;
/** As much of a drawn body as is printed. */
const longestBody = 400;
/** The same where a finding has one line. */
const longestInLine = 120;
/** From this many requirements on, a block keeps to what differs from server to server. */
const many = 10;
const listedInstances = 6;

const badges = { FAIL: ['bold', 'white', 'bgRed'], WARN: ['bold', 'black', 'bgYellow'] } as const;

/**
 * One block for each requirement: its sentence, every cause with the request that shows it, how to mend it, and,
 * where `checkOf` gives one, the command that shows whether it is mended.
 */
export function findingBlocks(
  page: Page,
  badge: keyof typeof badges,
  entries: readonly Entry[],
  checkOf?: (id: string) => string,
): Shown[] {
  const brief = entries.length >= many || badge === 'WARN';
  return entries.flatMap(({ id, findings, first, means, mend, software }, index) => {
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
      ...(brief ? [] : fields(page, 'Kept', keptWords(first), 1_000)),
      emptyLine,
      ...(brief ? [] : field(page, 'Means', means, 1_000)),
      ...field(page, 'Mend', mend, 1_000),
      ...(software === undefined ? [] : field(page, 'Software', software, 1_000)),
      ...(checkOf === undefined ? [] : unbrokenField(page, 'Check', checkOf(id), longestCommand)),
    ];
  });
}

/** Warnings in a line each, for where failures come first. */
export function warningLines(page: Page, entries: readonly Entry[]): Shown[] {
  return entries.flatMap(({ findings }) =>
    findings.flatMap((finding) => {
      const { requirement, expected, received, payload } = finding;
      const sent =
        payload === undefined ? '' : `; sent ${printable(bodyWords(payload.smallest), longestInLine)}`;
      const text = `${requirement}: expected ${expected}, received ${received}${sent} (${seenWords(finding)})`;
      return paragraph(page, text, 2, 1_000);
    }),
  );
}

/** Whether a further cause is told in a line: what was expected is the same, and no drawn body or proof shows it. */
function addsLittle(finding: Finding, { expected }: Finding): boolean {
  const { payload, timeline, comparedWith } = finding;
  return (
    [payload, timeline, comparedWith].every((proof) => proof === undefined) && finding.expected === expected
  );
}

function alsoWords(finding: Finding): string {
  const { received, instances } = finding;
  const cases = instances.length === 0 ? '' : ` (${listed(instances, listedInstances)})`;
  return [`${received}, ${seenWords(finding)}${cases}`, ...answerWords(finding)].join(' · ');
}

function causeLines(page: Page, finding: Finding, brief: boolean): Shown[] {
  const { expected, received, known, curl, payload, timeline = [], instances } = finding;
  return [
    ...(curl === undefined ? [] : commandLines(page, 'Request', curl)),
    ...field(page, 'Expected', expected),
    ...field(page, 'Received', received),
    ...(known === true ? field(page, 'Known', 'the baseline holds it, too') : []),
    ...fields(page, 'Answer', answerWords(finding)),
    ...(brief ? [] : comparedLines(page, finding)),
    ...(payload === undefined ? [] : payloadLines(page, payload, brief)),
    // The answers that prove it, one a line.
    ...timeline.flatMap((row, index) => field(page, index === 0 ? 'Proof' : '', rowWords(row))),
    ...field(page, 'Seen', seenWords(finding), 1_000),
    ...(instances.length === 0 ? [] : field(page, 'Cases', listed(instances, listedInstances), 1_000)),
  ];
}

/** What the answer is held against, where it proves nothing alone. */
function comparedLines(page: Page, finding: Finding): Shown[] {
  const compared = comparedWords(finding);
  if (compared === undefined) return [];
  return [...commandLines(page, compared.when, compared.curl), ...fields(page, 'Answer', compared.answer)];
}

function commandLines(page: Page, label: string, curl: string): Shown[] {
  if (curl.length <= longestCommand) return unbrokenField(page, label, curl, longestCommand);
  // Half a command is worth nothing, and looks as if it could be copied.
  const length = number(curl.length);
  return field(page, label, `a command of ${length} characters: \`curl\` of this finding in report.json`);
}

/** The body as it was drawn, where a smaller one was found: that is the one of the request. */
function payloadLines(page: Page, { found, smallest, tries }: PayloadEvidence, brief: boolean): Shown[] {
  const after = tries === 0 ? '' : ` (after ${counted(tries, 'try', 'tries')})`;
  if (found === smallest)
    return tries === 0 ? [] : field(page, 'Smallest', `that of the request: none smaller was found${after}`);
  return [
    ...(brief
      ? []
      : field(page, 'Found', printable(bodyWords(found), longestBody), Number.POSITIVE_INFINITY)),
    ...field(page, 'Smallest', `that of the request${after}`),
  ];
}

function fields(page: Page, label: string, texts: readonly string[], longest?: number): Shown[] {
  return texts.flatMap((text) => field(page, label, text, longest));
}
