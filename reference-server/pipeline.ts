import type { Incoming } from './incoming.ts';
import type { Parts, Visit } from './parts.ts';
import { errorReply, problem, unauthorized } from './problem.ts';
import type { HeaderLine, HttpResponse, Reply } from './response.ts';
import type { Route } from './routing.ts';

/**
 * Takes one request through the whole server: route, identity, limit, operation, response. "Every API response includes the
 * headers" of the limit (Limits, rule 1), so every response is built here, even the response to a request that HTTP itself
 * forbids. For such a request, `refusal` is the route. `now` returns epoch milliseconds. Throws ConnectionLost.
 */
export async function responseTo(
  incoming: Incoming,
  refusal: Route | undefined,
  parts: Parts,
  now: () => number,
): Promise<HttpResponse> {
  const route = refusal ?? parts.route(incoming.method, incoming.path, parts.basePath);
  const identity = parts.identify(incoming, parts, route);
  const visit: Visit = { incoming, route, identity, parts };
  const bucket = parts.bucket(incoming, identity, route);
  let usage = parts.limiter.take(bucket, incoming.at);
  const reply = usage.allowed ? await serve(visit) : parts.tooMany(usage, incoming.at, visit);
  // A slow upload may outlast the window in which it was counted.
  if (usage.allowed && now() >= usage.shown.resetAt) usage = parts.limiter.show(bucket, now());
  const headers = [
    ...generalHeaders(reply, now()),
    ...parts.rateHeaders(usage, now(), visit),
    ...reply.headers,
  ];
  const body = reply.json === undefined ? new Uint8Array() : parts.encode(reply.json);
  return parts.finish({ status: reply.status, headers, body }, visit);
}

/** Serves a request within the limit. "Every operation listed above requires" the key; an unknown path does not. */
async function serve(visit: Visit): Promise<Reply> {
  const { route, identity, parts } = visit;
  if (route.kind === 'refused') return errorReply(route.problem, parts.errorJson, route.headers);
  if (route.kind === 'unknown')
    return errorReply(problem(404, 'not_found', 'This path does not exist.'), parts.errorJson);
  if (route.kind === 'wrong-method') {
    const error = problem(405, 'method_not_allowed', 'This path does not allow the method.');
    return errorReply(error, parts.errorJson, [['Allow', route.allow]]);
  }
  if (route.kind === 'description') {
    return { status: 200, headers: [], json: parts.description(parts.basePath) };
  }
  if (identity.kind === 'nobody') return unauthorized(identity.why, parts.errorJson);
  return parts.operations[route.operation](visit);
}

function generalHeaders(reply: Reply, now: number): readonly HeaderLine[] {
  const date: HeaderLine = ['Date', new Date(now).toUTCString()];
  const cache: HeaderLine = ['Cache-Control', 'no-store'];
  return reply.json === undefined ? [date, cache] : [date, cache, ['Content-Type', 'application/json']];
}
