import { unmet } from '../src/checks/expectations.ts';
import type { Exchange } from '../src/exchange/exchange.ts';
import { describeValue, typeName } from '../src/exchange/shapes.ts';
import type { JsonValue } from '../src/json/read.ts';
import { sameText } from '../src/readings/origins.ts';
import type { Creations } from '../src/readings/readings.ts';

/** How a value that came back is told. */
export type ShownText = (value: JsonValue | undefined) => {
  readonly words: string;
  /** The request that the text came from, where it is another one's. */
  readonly sender?: Exchange;
};

/** Meets the text that was sent, blanks around it and its normal form apart, or ends in a finding. */
export function expectText(
  field: string,
  sent: string,
  received: JsonValue | undefined,
  shown: ShownText = (value) => ({ words: describeValue(value) }),
): void {
  if (typeof received === 'string' && sameText(sent, received)) return;
  const cause =
    typeof received === 'string' ? `${field} is another text` : `${field} is ${typeName(received)}`;
  const { words, sender } = shown(received);
  unmet(`${field} ${describeValue(sent)}`, words, cause, sender);
}

/** A value, and whose text it is: what is kept from one request to the next may be told to anybody. */
export function whoseText(
  value: JsonValue | undefined,
  exchange: Exchange,
  { senderOf }: Creations,
): ReturnType<ShownText> {
  const words = describeValue(value);
  const found = typeof value === 'string' ? senderOf(value, exchange) : undefined;
  if (found === undefined) return { words };
  return { words: `${words}, which ${found.words} had sent`, sender: found.exchange };
}
