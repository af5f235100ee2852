import type { Evidence } from '../../spec/requirement.ts';
import { number } from '../../text/layout.ts';
import type { Finding, RecordedExchange } from '../model/report.ts';
import { Pre } from './scroll.tsx';
import { Lines, Text } from './text.tsx';
import { isNamed, wrongPlaceOf } from './wrong-place.ts';

/** A longer header value would push the body out of sight, in code points; the whole stands in report.json. */
const longestValue = 300;

/** The request and the answer of a finding as they went over the wire, the wrong place marked. */
export function Exchange({ finding }: { readonly finding: Finding }) {
  const { exchange } = finding;
  if (exchange === undefined) return null;
  return (
    <div class="exchange">
      <figure>
        <figcaption>Request</figcaption>
        <Request exchange={exchange} />
      </figure>
      <figure>
        <figcaption>Answer, after {number(exchange.tookMs)} ms</figcaption>
        <Answer exchange={exchange} wrong={wrongPlaceOf(finding)} />
      </figure>
    </div>
  );
}

/** A request as it was sent, the key apart. */
export function Request({ exchange }: { readonly exchange: RecordedExchange }) {
  const { method, url, headers, body } = exchange.request;
  return (
    <Pre>
      <b>
        <Text>{method}</Text> <Text>{url}</Text>
      </b>
      {headers.map(([name, value]) => (
        <HeaderLine name={name} value={value} />
      ))}
      {body === undefined ? null : (
        <>
          {'\n\n'}
          {body === '' ? <i>(an empty body)</i> : <Lines>{body}</Lines>}
        </>
      )}
    </Pre>
  );
}

/** An answer as it came, the wrong place marked. */
export function Answer({
  exchange,
  wrong,
}: {
  readonly exchange: RecordedExchange;
  readonly wrong: Evidence;
}) {
  const { response, fault } = exchange;
  if (response === undefined)
    return (
      <Pre>
        <mark>
          <Text>{fault ?? 'no answer'}</Text>
        </mark>
      </Pre>
    );
  const head = `${response.status} ${response.reason}`.trimEnd();
  const names = typeof wrong === 'object' && 'headers' in wrong ? wrong.headers : undefined;
  const missing =
    names !== undefined && !response.headers.some(([name]) => isNamed(name, names))
      ? '(the header line that is asked for is not here)'
      : undefined;
  return (
    <Pre>
      {wrong === 'status' ? (
        <mark>
          <Text>{head}</Text>
        </mark>
      ) : (
        <b>
          <Text>{head}</Text>
        </b>
      )}
      {response.headers.map(([name, value]) => (
        <HeaderLine name={name} value={value} marked={names !== undefined && isNamed(name, names)} />
      ))}
      {missing === undefined ? null : (
        <>
          {'\n'}
          <mark>{missing}</mark>
        </>
      )}
      {'\n\n'}
      <Body body={response.body} cut={response.cut} wrong={wrong} />
    </Pre>
  );
}

function HeaderLine({
  name,
  value,
  marked = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly marked?: boolean;
}) {
  const line = (
    <>
      <span class="name">
        <Text>{name}</Text>
      </span>
      : <Text most={longestValue}>{value}</Text>
    </>
  );
  return (
    <>
      {'\n'}
      {marked ? <mark>{line}</mark> : line}
    </>
  );
}

function Body({
  body,
  cut,
  wrong,
}: {
  readonly body: string;
  readonly cut: boolean;
  readonly wrong: Evidence;
}) {
  const end = cut ? '…' : '';
  const member = typeof wrong === 'object' && 'member' in wrong ? wrong.member : undefined;
  const isMarked = wrong === 'body' || member !== undefined;
  if (body === '') return isMarked ? <mark>(no body)</mark> : <i>(no body)</i>;
  if (!isMarked) return <Lines>{body + end}</Lines>;
  const span = member === undefined ? undefined : memberIn(body, member);
  if (span === undefined)
    return (
      <mark>
        <Lines>{body + end}</Lines>
      </mark>
    );
  return (
    <>
      <Lines>{body.slice(0, span.start)}</Lines>
      <mark>
        <Lines>{body.slice(span.start, span.end)}</Lines>
      </mark>
      <Lines>{body.slice(span.end) + end}</Lines>
    </>
  );
}

/** Where a member with a plain value stands in a JSON text, for marking only. */
function memberIn(body: string, name: string): { start: number; end: number } | undefined {
  const member = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]+)`).exec(body);
  return member === null ? undefined : { start: member.index, end: member.index + member[0].length };
}
