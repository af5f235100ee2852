import { isWithKey } from '../exchange/credentials.ts';
import { type HttpRequest, presentations } from '../exchange/exchange.ts';
import { classify } from '../payloads/classify.ts';
import { namedOperations } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { called, faultOf, type Place, shown } from './blame.ts';

/**
 * Requests as custom code makes them, checked before they are queued. `creates` is how many of them may create something on
 * a service that keeps the specification.
 */
export function createMadeRequests(place: Place, newName: () => string, creates = 0) {
  const names: string[] = [];
  let createsLeft = creates;

  return {
    /** A name of the run; a body that holds it is found again by it. */
    name(): string {
      const name = newName();
      names.push(name);
      return name;
    },
    /** Calls what makes one request, again where it is asked for again. Throws a CheckFault where it makes none that can be sent. */
    from(make: () => HttpRequest): () => HttpRequest {
      let counted = false;
      return () => {
        const request = called(place, make);
        const problem = requestProblem(request);
        if (problem !== undefined) throw faultOf(place, `made a request that cannot be sent: ${problem}`);
        // What is sent once more after a passing fault was counted before.
        if (!counted && isMeantToCreate(request) && --createsLeft < 0)
          throw faultOf(place, `creates more than the ${creates} that its \`creates\` declares`);
        counted = true;
        return { ...request, ...definedOnly({ mark: request.mark ?? markIn(request, names) }) };
      };
    },
  };
}

/** The name in the body by which the lists are searched for it. */
function markIn({ body }: HttpRequest, names: readonly string[]): string | undefined {
  if (body === undefined || names.length === 0) return undefined;
  const text = Buffer.from(body).toString('latin1');
  return names.find((name) => text.includes(name));
}

function isMeantToCreate(request: HttpRequest): boolean {
  const { operation, body = new Uint8Array(), contentType = 'application/json' } = request;
  if (operation !== 'createCategory' || !isWithKey(request) || contentType !== 'application/json')
    return false;
  return classify(body).kind === 'valid';
}

/** Why a request that code of a user made cannot be sent, in a clause; undefined where it can. */
function requestProblem(request: unknown): string | undefined {
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
