import type { Finding, PayloadEvidence, RecordedExchange } from '../model/report.ts';
import { field, gutter, type Page, paragraph, unbrokenField } from './block.ts';
import { printable } from './escape.ts';
import { counted, listed, number } from './layout.ts';

/** The longest command that is printed, always whole and on one line; longer ones are left to report.json. */
const longestCommand = 4_000;
/** As much of a drawn body as is printed. */
const longestBody = 400;
/** From this many requirements on, a block keeps to what differs from server to server. */
const many = 10;
const listedPlaces = 4;
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
  const { curl, exchange, payload } = finding;
  return [
    ...(curl === undefined ? [] : commandLines(page, curl)),
    ...field(page, 'Expected', finding.expected),
    ...field(page, 'Received', finding.received),
    ...(exchange === undefined ? [] : answerLines(page, finding, exchange)),
    ...(payload === undefined ? [] : payloadLines(page, payload, brief)),
    ...timelineLines(page, finding),
    ...field(page, 'Seen', seen(finding), 1_000),
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
  return timeline.flatMap((row, index) => {
    const { atMs, status, limit, remaining, reset, retryAfter } = row;
    const text = [
      `${(atMs / 1000).toFixed(2)} s`.padStart(9),
      `${status ?? 'no answer'}`.padEnd(4),
      remaining === undefined ? 'no usable numbers' : `${remaining} of ${limit ?? '?'} left`,
      ...(reset === undefined ? [] : [`Reset ${reset}`]),
      ...(retryAfter === undefined ? [] : [`Retry-After "${retryAfter}"`]),
    ].join('  ');
    return field(page, index === 0 ? 'Proof' : '', text);
  });
}

function seen({ count, places }: Finding): string {
  const where = places.map(({ place, count: times }) =>
    times === 1 || times === count ? place : `${place} (${times})`,
  );
  const times = count === 1 ? 'once' : counted(count, 'time');
  return where.length === 0 ? times : `${times}: ${listed(where, listedPlaces)}`;
}

/** What came back: the head's lines that the requirement is about, or the beginning of the body. */
function answerLines(page: Page, { requirement, received }: Finding, exchange: RecordedExchange): string[] {
  const { response, fault } = exchange;
  if (response === undefined) {
    return fault === undefined || fault === received ? [] : field(page, 'Answer', fault);
  }
  const head = `${response.status} ${response.reason}`.trimEnd();
  const evidence = /^(headers|limit|http)\./.test(requirement)
    ? telling(response.headers)
    : excerpt(exchange.request.method, response);
  return field(page, 'Answer', [head, ...evidence].join(' · '));
}

const tellingNames = /^(x-ratelimit-.*|retry-after|date)$/i;

function telling(headers: readonly (readonly [string, string])[]): string[] {
  const lines = headers
    .filter(([name]) => tellingNames.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? ['none of the rate-limit headers'] : lines;
}

/** A body that was read from the list may be other people's; it stays in report.json. */
function excerpt(method: string, response: NonNullable<RecordedExchange['response']>): string[] {
  if (method === 'GET' && response.status < 300) return [];
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const body = response.body === '' ? 'no body' : `${response.body}${response.cut ? '…' : ''}`;
  return type === undefined ? [body] : [type, body];
}
