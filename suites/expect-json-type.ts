import { unmet } from '../src/checks/expectations.ts';
import { jsonOf } from '../src/exchange/answer.ts';
import type { Answer } from '../src/exchange/exchange.ts';
import { mediaType } from '../src/exchange/headers.ts';
import { typeName } from '../src/exchange/shapes.ts';

/** Meets the media type application/json, whatever its parameters and case, or ends in a finding. */
export function expectJsonType(answer: Answer): void {
  const type = mediaType(answer.outcome.response.headers);
  if (type === 'application/json') return;
  const what = typeName(jsonOf(answer) ?? null);
  unmet(
    'the media type application/json',
    type === undefined ? `no Content-Type, or several (the body is a JSON ${what})` : `"${type}"`,
    type === undefined ? 'there is no Content-Type' : 'the Content-Type is another',
  );
}
