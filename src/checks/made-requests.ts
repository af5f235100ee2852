import { isWithKey } from '../engine/pacing/requests.ts';
import { type HttpRequest, presentations } from '../exchange/exchange.ts';
import { classify } from '../payloads/classify.ts';
import { namedOperations } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { called, faultOf, type Place, shown } from './faults.ts';

/** Validates the requests of custom code before they are queued. At most `creates` of them may create a category. */
export function createMadeRequests(place: Place, newName: () => string, creates = 0) {
  const names: string[] = [];
  let createsLeft = creates;

  return {
    /** Returns a name that is unique in the run; a body that holds it is found again by it. */
    name(): string {
      const name = newName();
      names.push(name);
      return name;
    },
    /** Returns a function that makes one request, again for each retry. It throws a CheckFault if that cannot be sent. */
    from(make: () => HttpRequest): () => HttpRequest {
      let isCounted = false;
      return () => {
        const request = called(place, make);
        const problem = requestProblem(request);
        if (problem !== undefined) throw faultOf(place, `made a request that cannot be sent: ${problem}`);
        // A retry was counted before.
        if (!isCounted && isMeantToCreate(request) && --createsLeft < 0)
          throw faultOf(place, `creates more than the ${creates} that its \`creates\` declares`);
        isCounted = true;
        const body = Buffer.from(request.body ?? []).toString('latin1');
        const mark = request.mark ?? names.find((name) => body.includes(name));
        return { ...request, ...definedOnly({ mark }) };
      };
    },
  };
}

function isMeantToCreate(request: HttpRequest): boolean {
  const { operation, body = new Uint8Array(), contentType = 'application/json' } = request;
  if (operation !== 'createCategory' || !isWithKey(request) || contentType !== 'application/json')
    return false;
  return classify(body).kind === 'valid';
}

/** Says why a request cannot be sent; undefined if it can. */
function requestProblem(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null) return `a request is ${shown(request)}`;
  const { method, path, operation, presentation, body, contentType } = request as Partial<HttpRequest>;
  if (method !== 'GET' && method !== 'POST') return `the method is ${shown(method)}, neither GET nor POST`;
  // The key travels with the path, so it must stay below the base address.
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
