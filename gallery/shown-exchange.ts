import type { RecordedExchange, Report } from '../src/report/model/report.ts';
import type { ShownExchange } from '../src/spec/examples.ts';

/** As much of a body as a reader wants to see. */
const mostOfBody = 240;
/** What answers have whatever the requirement; `Date` is shown where times are what it is about. */
const ordinary =
  /^(date|connection|keep-alive|content-length|transfer-encoding|etag|server|vary|cache-control)$/i;
const ofLimiter = /^((x-)?rate-?limit.*|retry-after)$/i;
/** What stands for the letters that all names of a run begin with. */
const exampleMark = 'kitqzabcde';

/** An exchange of a run as an example of a requirement: what the row is about, and nothing that is drawn for a run. */
export function shownExchange(
  { request, response, fault }: RecordedExchange,
  run: Pick<Report, 'runMark'>,
  requirement: string,
): ShownExchange {
  const text = (body: string): string => {
    const whole = withoutMark(body, run);
    return whole.length > mostOfBody ? `${whole.slice(0, mostOfBody)}…` : whole;
  };
  return {
    request: {
      method: request.method,
      path: withoutMark(request.again.path, run),
      headers: request.headers.filter(([name]) => /^(authorization|content-type)$/i.test(name)),
      ...(request.body === undefined ? {} : { body: text(request.body) }),
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            reason: response.reason,
            headers: response.headers.filter(([name]) => isShown(name, requirement)),
            body: text(response.body),
          },
        }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** A text without the letters that were drawn for the names of its run. */
export function withoutMark(text: string, { runMark }: Pick<Report, 'runMark'>): string {
  return text.replaceAll(runMark, exampleMark);
}

function isShown(name: string, requirement: string): boolean {
  if (ofLimiter.test(name)) return /^(headers|limit)\./.test(requirement);
  if (/^www-authenticate$/i.test(name)) return requirement.startsWith('auth.');
  if (/^date$/i.test(name)) return /^(http\.date|headers\.reset|limit\.retry)/.test(requirement);
  return !ordinary.test(name);
}
