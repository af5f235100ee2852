import type { ComponentChildren } from 'preact';
import type { Evidence } from '../../spec/requirement.ts';
import { counted, number } from '../../text/layout.ts';
import { findMember, partOf } from '../evidence.ts';
import type { Finding, RecordedExchange } from '../model/report.ts';
import { comparedWhen } from '../rows.ts';
import { lines, safe, TextFigure } from './parts.tsx';

/** Maximum length of a header value, in code points: a longer value would push the body out of sight. */
const longestValue = 300;

/** Renders the exchange of a finding, with what is wrong marked, and the exchange that it is compared with. */
export function Exchanges({ finding }: { readonly finding: Finding }) {
  const { exchange, wrong, comparedWith, listed } = finding;
  const captions = [`Compared with (${comparedWhen(finding)})`, 'Its response'] as const;
  return (
    <>
      {exchange && <Pair captions={['Request', 'Response']} exchange={exchange} wrong={wrong} />}
      {comparedWith && <Pair captions={captions} exchange={comparedWith.exchange} wrong="other responses" />}
      {comparedWith && listed && (
        <TextFigure caption="In the list">
          <mark>{lines(listed)}</mark>
        </TextFigure>
      )}
    </>
  );
}

function Pair(props: {
  readonly captions: readonly [request: string, response: string];
  readonly exchange: RecordedExchange;
  readonly wrong: Evidence;
}) {
  const { captions, exchange, wrong } = props;
  return (
    <div class="exchange">
      <div>
        <TextFigure caption={captions[0]}>{request(exchange)}</TextFigure>
        <MoreHeaders headers={exchange.request.headers.filter(([name]) => !tellsOfRequest.test(name))} />
      </div>
      <div>
        <TextFigure caption={`${captions[1]}, after ${number(exchange.tookMs)} ms`}>
          {response(exchange, wrong)}
        </TextFigure>
        <MoreHeaders
          headers={exchange.response?.headers.filter(([name]) => !isShownFirst(name, wrong)) ?? []}
        />
      </div>
    </div>
  );
}

/** The headers that say what a request or a response is. Other headers are folded, unless they are wrong. */
const tellsOfRequest = /^(authorization|content-type|transfer-encoding)$/i;
const tellsOfResponse = /^(content-type|x-ratelimit-.*|retry-after|location|www-authenticate)$/i;

function isShownFirst(name: string, wrong: Evidence): boolean {
  return tellsOfResponse.test(name) || isWrongHeader(name, wrong);
}

function isWrongHeader(name: string, wrong: Evidence): boolean {
  return typeof wrong === 'object' && 'headers' in wrong && isNamed(name, wrong.headers);
}

/** Maximum number of headers that are shown. Few servers send more, but hostile servers send thousands. */
const mostHeaders = 20;

function MoreHeaders({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  if (headers.length === 0) return null;
  return (
    <details class="more">
      <summary>{counted(headers.length, 'more header')}</summary>
      <p class="soft">
        {headers.slice(0, mostHeaders).map(([name, value]) => (
          <>
            {safe(name)}: {safe(value, longestValue)}
            <br />
          </>
        ))}
        {headers.length > mostHeaders
          ? `and ${headers.length - mostHeaders} more, which report.json has`
          : null}
      </p>
    </details>
  );
}

function request({ request: { method, url, headers, body } }: RecordedExchange): ComponentChildren {
  return [
    <b>
      {safe(method)} {safe(url)}
    </b>,
    headers
      .filter(([name]) => tellsOfRequest.test(name))
      .map(([name, value]) => headerLine(name, value, false)),
    body === undefined ? null : ['\n\n', body === '' ? <i>(an empty body)</i> : lines(body)],
  ];
}

function response({ response, fault }: RecordedExchange, wrong: Evidence): ComponentChildren {
  if (response === undefined) return <mark>{safe(fault ?? 'no response')}</mark>;
  const head = safe(`${response.status} ${response.reason}`.trimEnd());
  const names = typeof wrong === 'object' && 'headers' in wrong ? wrong.headers : undefined;
  const isMissing = names !== undefined && !response.headers.some(([name]) => isWrongHeader(name, wrong));
  return [
    wrong === 'status' ? <mark>{head}</mark> : <b>{head}</b>,
    response.headers
      .filter(([name]) => isShownFirst(name, wrong))
      .map(([name, value]) => headerLine(name, value, isWrongHeader(name, wrong))),
    isMissing ? ['\n', <mark>(no {names.join(', ')} header)</mark>] : null,
    '\n\n',
    bodyOf(response, wrong),
  ];
}

function headerLine(name: string, value: string, isMarked: boolean): ComponentChildren {
  const line = [<span class="name">{safe(name)}</span>, ': ', safe(value, longestValue)];
  return ['\n', isMarked ? <mark>{line}</mark> : line];
}

/** Maximum length of a body, in characters: a longer body would push the rest of the finding out of sight. */
const longestBody = 1_500;

function bodyOf(response: NonNullable<RecordedExchange['response']>, wrong: Evidence): ComponentChildren {
  const shown = partOf(response, longestBody);
  const member = typeof wrong === 'object' && 'member' in wrong ? wrong.member : undefined;
  const isMarked = wrong === 'body' || member !== undefined;
  if (shown === '') return isMarked ? <mark>(no body)</mark> : <i>(no body)</i>;
  if (!isMarked) return lines(shown);
  const found = findMember(shown, member);
  if (found === null) return <mark>{lines(shown)}</mark>;
  const end = found.index + found[0].length;
  return [lines(shown.slice(0, found.index)), <mark>{lines(found[0])}</mark>, lines(shown.slice(end))];
}

/** Checks whether a header has one of these names, which may end in `*`. */
function isNamed(name: string, names: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return names.some((one) => (one.endsWith('*') ? lower.startsWith(one.slice(0, -1)) : lower === one));
}
