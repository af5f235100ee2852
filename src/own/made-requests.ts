import type { HttpRequest } from '../exchange/exchange.ts';
import { isWithKey } from '../pacing/requests.ts';
import { classify } from '../payloads/classify.ts';
import { faultOf, type Place, thrownBy } from './blame.ts';
import { bounded } from './bounded.ts';
import { requestProblem } from './request-problem.ts';

/** Requests as code of a user makes them, checked before they are queued. */
export interface MadeRequests {
  /** A name of the run; a body that holds it is found again by it. */
  readonly name: () => string;
  /** Calls what makes one request, again where it is asked for again. Throws a CheckFault where it makes none that can be sent. */
  readonly from: (make: () => HttpRequest) => () => HttpRequest;
}

/** `creates` is how many of them may create something on a service that keeps the specification. */
export function createMadeRequests(place: Place, creates: number, newName: () => string): MadeRequests {
  const names: string[] = [];
  let createsLeft = creates;

  return {
    name() {
      const name = newName();
      names.push(name);
      return name;
    },
    from(make) {
      let counted = false;
      return () => {
        const request = made(make);
        // What is sent once more after a passing fault was counted before.
        if (!counted) spend(request);
        counted = true;
        return request;
      };
    },
  };

  function made(make: () => HttpRequest): HttpRequest {
    let request: HttpRequest;
    try {
      request = bounded(place, make);
    } catch (error) {
      throw thrownBy(place, error);
    }
    const problem = requestProblem(request);
    if (problem !== undefined) throw faultOf(place, `made a request that cannot be sent: ${problem}`);
    return { ...request, ...markOf(request, names) };
  }

  function spend(request: HttpRequest): void {
    if (isMeantToCreate(request) && --createsLeft < 0)
      throw faultOf(place, `creates more than the ${creates} that its \`creates\` declares`);
  }
}

/** The name in the body by which the lists are searched for it. */
function markOf({ body, mark }: HttpRequest, names: readonly string[]): Pick<HttpRequest, 'mark'> {
  if (mark !== undefined || body === undefined || names.length === 0) return {};
  const text = Buffer.from(body).toString('latin1');
  const found = names.find((name) => text.includes(name));
  return found === undefined ? {} : { mark: found };
}

function isMeantToCreate(request: HttpRequest): boolean {
  const { operation, body = new Uint8Array(), contentType = 'application/json' } = request;
  if (operation !== 'createCategory' || !isWithKey(request) || contentType !== 'application/json')
    return false;
  return classify(body).kind === 'valid';
}
