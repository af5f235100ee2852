import type { Finding, PayloadEvidence } from '../model/report.ts';
import { field, gutter, type Page, paragraph, unbrokenField } from './block.ts';
import { printable } from './escape.ts';
import { answerWords, rowWords, seenWords } from './evidence-words.ts';
import { counted, listed, number } from './layout.ts';

/** The longest command that is printed, always whole and on one line; longer ones are left to report.json. */
const longestCommand = 4_000;
/** As much of a drawn body as is printed. */
const longestBody = 400;
/** From this many requirements on, a block keeps to what differs from server to server. */
const many = 10;
const listedInstances = 6;

const badges = { FAIL: ['bold', 'white', 'bgRed'], WARN: ['bold', 'black', 'bgYellow'] } as const;

/** One block for each requirement: its sentence, every cause with the request that shows it, and how to mend it. */
export function findingBlocks(
  page: Page,
  badge: keyof typeof badges,
  findings: ReadonlyMap<string, readonly Finding[]>,
): string[] {
  const brief = findings.size >= many || badge === 'WARN';
  return [...findings].flatMap(([id, causes], index) => {
    const [first] = causes;
    if (first === undefined) return [];
    const painted = page.paint([...badges[badge]], ` ${badge} `);
    return [
      ...(index === 0 ? [] : ['']),
      `${painted} ${page.paint('bold', printable(id))}`,
      ...paragraph(page, first.title),
      ...field(page, 'Source', `${first.source} (${first.level})`),
      ...causes.flatMap((cause) => [gutter.trimEnd(), ...causeLines(page, cause, brief)]),
      gutter.trimEnd(),
      ...(brief ? [] : field(page, 'Means', first.means, 1_000)),
      ...field(page, 'Mend', first.mend, 1_000),
    ];
  });
}

function causeLines(page: Page, finding: Finding, brief: boolean): string[] {
  const { curl, payload } = finding;
  return [
    ...(curl === undefined ? [] : commandLines(page, curl)),
    ...field(page, 'Expected', finding.expected),
    ...field(page, 'Received', finding.received),
    ...answerWords(finding).flatMap((answer) => field(page, 'Answer', answer)),
    ...(payload === undefined ? [] : payloadLines(page, payload, brief)),
    ...timelineLines(page, finding),
    ...field(page, 'Seen', seenWords(finding), 1_000),
    ...(finding.instances.length === 0
      ? []
      : field(page, 'Cases', listed(finding.instances, listedInstances), 1_000)),
  ];
}

function commandLines(page: Page, curl: string): string[] {
  if (curl.length <= longestCommand) return unbrokenField(page, 'Request', curl, longestCommand);
  // Half a command is worth nothing, and looks as if it could be copied.
  const length = number(curl.length);
  return field(page, 'Request', `a command of ${length} characters: \`curl\` of this finding in report.json`);
}

/** The body as it was drawn, the smallest that fails in the same way, and the command that sends that again. */
function payloadLines(page: Page, payload: PayloadEvidence, brief: boolean): string[] {
  const { found, smallest, tries, replay } = payload;
  const after = tries === 0 ? '' : ` (after ${counted(tries, 'try', 'tries')})`;
  const same = found === smallest;
  return [
    ...(brief && !same ? [] : bodyLines(page, 'Found', found, '')),
    ...(same ? [] : bodyLines(page, 'Smallest', smallest, after)),
    ...(same && tries > 0 ? field(page, 'Smallest', `the same${after}`) : []),
    ...unbrokenField(page, 'Repeat', replay, longestCommand),
  ];
}

/** A body is cut on its own, so that what stands behind it is always seen. */
function bodyLines(page: Page, label: string, body: string, behind: string): string[] {
  const shown = body === '' ? 'no body' : printable(body, longestBody);
  return field(page, label, `${shown}${behind}`, Number.POSITIVE_INFINITY);
}

/** The answers that prove it, one a line: when, what was answered, and what the limiter showed. */
function timelineLines(page: Page, { timeline = [] }: Finding): string[] {
  return timeline.flatMap((row, index) => field(page, index === 0 ? 'Proof' : '', rowWords(row)));
}
