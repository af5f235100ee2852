import { type HttpRequest, presentations } from '../exchange/exchange.ts';
import { namedOperations } from '../spec/operations.ts';
import { shown } from './blame.ts';

/** Why a request that code of a user made cannot be sent, in a clause; undefined where it can. */
export function requestProblem(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null) return `a request is ${shown(request)}`;
  const { method, path, operation, presentation, body, contentType } = request as Partial<HttpRequest>;
  if (method !== 'GET' && method !== 'POST') return `the method is ${shown(method)}, neither GET nor POST`;
  // Behind the base address and nowhere else: the key travels with it.
  if (typeof path !== 'string' || !/^\/[!-~]*$/.test(path) || path.includes('#'))
    return `the path is ${shown(path)}; it begins with a slash, and holds no blank and no fragment`;
  if (/(^|\/)(\.|%2e){1,2}([/?]|$)/i.test(path)) return `the path ${shown(path)} leaves the base address`;
  const named = namedOperations.find(({ id }) => id === operation);
  if (named === undefined && operation !== 'elsewhere') return `the operation is ${shown(operation)}`;
  if (named !== undefined && (named.method !== method || named.path !== path))
    return `${method} ${path} is not the operation ${named.id}`;
  if (presentation === undefined || !presentations.includes(presentation))
    return `the presentation is ${shown(presentation)}; there are ${presentations.join(', ')}`;
  if (body !== undefined && !(body instanceof Uint8Array)) return `the body is ${shown(body)}, not bytes`;
  if (contentType !== undefined && !/^[ -~]+$/.test(String(contentType)))
    return `the Content-Type is ${shown(contentType)}`;
  return undefined;
}
