import { type Exchange, isServed, statusOf } from '../src/exchange/exchange.ts';
import { isCreation, meaningOf } from '../src/exchange/picks.ts';
import type { RefusalId } from '../src/payloads/classify.ts';
import { bodySize, isLarge } from '../src/readings/outcomes.ts';

/** Whether an answer keeps the row; `undefined` where it is not the row's to judge, else what was expected. */
export type Look = (exchange: Exchange) => 'kept' | string | undefined;

/** The rows whose bodies are answered 400 and nothing else. */
const refusals = [
  'invalid.name-missing',
  'invalid.name-type',
  'invalid.description-type',
  'invalid.body-type',
  'invalid.body-empty',
] as const;

export type PlainRefusal = (typeof refusals)[number];

/** What is to be answered 400 and nothing else: a body that violates this row. */
export function refused(exchange: Exchange, requirement: PlainRefusal): ReturnType<Look> {
  if (!violates(exchange, requirement)) return undefined;
  if (requirement === 'invalid.body-empty' && isBlank(exchange)) {
    // Accepted, white space stands for no body; another refusal than 400 is how the server meets what is no JSON.
    return isServed(exchange) ? 'status 400' : undefined;
  }
  const status = statusOf(exchange);
  return status === 400 || (status === 413 && isLarge(exchange)) ? 'kept' : 'status 400';
}

/** Of what stands for no body: white space, and not nothing at all. */
function isBlank(exchange: Exchange): boolean {
  return bodySize(exchange) > 0;
}

/** Cut short and other formats are answered 400; what a lenient parser may accept is at least answered 400 or 201. */
export function malformed(exchange: Exchange): ReturnType<Look> {
  const status = statusOf(exchange);
  const blank = violates(exchange, 'invalid.body-empty') && isBlank(exchange) && !isServed(exchange);
  if (blank || violates(exchange, 'invalid.body-malformed')) return status === 400 ? 'kept' : 'status 400';
  if (!violates(exchange, 'invalid.body-lenient')) return undefined;
  return status === 400 || status === 201 ? undefined : 'status 400';
}

/** What a lenient parser accepts should be refused; another status is body-malformed's to judge. */
export function lenient(exchange: Exchange): ReturnType<Look> {
  if (!violates(exchange, 'invalid.body-lenient')) return undefined;
  const status = statusOf(exchange);
  if (status === 400) return 'kept';
  return status === 201 ? 'status 400' : undefined;
}

/** Whatever a service makes of such bytes, it says so: it neither breaks nor cuts the connection. */
export function undecodable(exchange: Exchange): ReturnType<Look> {
  if (!violates(exchange, 'invalid.body-bytes')) return undefined;
  const status = statusOf(exchange) ?? 0;
  return isServed(exchange) || (status >= 400 && status < 500) ? 'kept' : 'any 2xx or 4xx';
}

function violates(exchange: Exchange, requirement: RefusalId): boolean {
  const meaning = isCreation(exchange) ? meaningOf(exchange) : undefined;
  return meaning?.kind === 'violates' && meaning.requirement === requirement;
}

/** The rows that judge refused bodies, with what each makes of an answer. */
const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ...refusals.map((id) => [id, (exchange: Exchange) => refused(exchange, id)] as const),
  ['invalid.body-malformed', malformed],
  ['invalid.body-lenient', lenient],
  ['invalid.body-bytes', undecodable],
]);

/** The row that an answer to a refused body breaks, or undefined where it breaks none: what a smaller body must break, too. */
export function brokenRow(exchange: Exchange): string | undefined {
  if (statusOf(exchange) === 401) return undefined;
  for (const [row, look] of looks) {
    const result = look(exchange);
    if (result !== undefined && result !== 'kept') return row;
  }
  return undefined;
}
