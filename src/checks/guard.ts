import { isWithKey, variations } from '../exchange/credentials.ts';
import { credentials, type HttpRequest } from '../exchange/exchange.ts';
import type { Fold, FoldResult } from '../exchange/finding.ts';
import { Stopped } from '../exchange/stopped.ts';
import { classify } from '../payloads/classify.ts';
import { namedOperations } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { bounded } from './bounded.ts';
import type { Check, CheckOrRule, Probe } from './built-in.ts';
import {
  called,
  faultOf,
  frozen,
  isHandedOrNone,
  isRecord,
  isText,
  type Place,
  shown,
  thrownBy,
} from './faults.ts';
import type {
  CustomCheck,
  CustomCheckNeeds,
  CustomCheckOrRule,
  CustomProbe,
  CustomTools,
  Facts,
} from './vocabulary.ts';

/**
 * Wraps the checks, probes and rules of a file. Their exceptions become faults of `from`, and they cannot change data of
 * others. A check that does nothing for `longestIdleMs` is ended.
 */
export function guardChecks(
  checks: readonly CustomCheckOrRule[],
  from: string,
  longestIdleMs: number,
): CheckOrRule[] {
  const probes = new Map<CustomProbe, Probe>();
  return checks.map(guarded);

  function guarded(given: CustomCheckOrRule): CheckOrRule {
    const { requirement, title } = given;
    const place = { from, requirement, title };
    switch (given.kind) {
      case 'probe':
        return probeOf(given);
      case 'check': {
        const run = runGuarded(given, { place, longestIdleMs, probeOf });
        return { kind: 'check', requirement, title, needs: needsOf(given.needs), run };
      }
      case 'everyResponse': {
        let own: Facts | undefined;
        return {
          ...given,
          on: (exchange) => called(place, () => given.on(frozen(exchange))) === true,
          judge(exchange, facts) {
            own ??= factsOf(facts);
            const known = own;
            atOnce(place, () => given.judge(frozen(exchange), known));
          },
        };
      }
      case 'wholeRun':
        return { ...given, start: (facts) => foldOf(() => given.start(factsOf(facts)), place) };
    }
  }

  function probeOf(given: CustomProbe): Probe {
    const known = probes.get(given);
    if (known !== undefined) return known;
    const { kind, requirement, title, needs, make } = given;
    const probe: Probe = {
      ...{ kind, requirement, title, needs: needsOf(needs) },
      make({ name, random }) {
        const requests = createMadeRequests({ from, requirement, title }, name, needs.creates);
        return requests.from(() => make({ name: requests.name, random }))();
      },
    };
    probes.set(given, probe);
    return probe;
  }

  function needsOf({ after, uses, ...needs }: CustomCheckNeeds) {
    return { ...needs, ...definedOnly({ after: after && probeOf(after), uses: uses?.map(probeOf) }) };
  }
}

interface Guard {
  readonly place: Place;
  readonly longestIdleMs: number;
  readonly probeOf: (probe: CustomProbe) => Probe;
}

/**
 * Runs a custom check. It ends with the check, or earlier: if one of its requests cannot be sent, if the run is
 * interrupted, or if the check is idle for too long. After that, none of its requests is sent.
 */
function runGuarded(check: CustomCheck, { place, longestIdleMs, probeOf }: Guard): Check['run'] {
  return ({ name, random, instance, facts, send, probe, wait, signal }) =>
    new Promise((resolve, reject) => {
      const requests = createMadeRequests(place, name, check.needs.creates);
      let hasEnded = false;
      let inFlight = 0;
      let timer: NodeJS.Timeout | undefined;

      const end = (error?: Error): void => {
        hasEnded = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', interrupt);
        if (error === undefined) resolve();
        else reject(error);
      };
      const interrupt = (): void => end(new Stopped('interrupted', 'the run was interrupted'));
      const waitForAct = (): void => {
        if (hasEnded) return;
        const what = `sent nothing and waited for nothing within ${longestIdleMs / 1_000} s and was ended`;
        timer = setTimeout(() => end(faultOf(place, what)), longestIdleMs);
      };
      // Ends the check even if it catches the exception, because a check that keeps trying would never end.
      const act = async <Result>(begin: () => Promise<Result>): Promise<Result> => {
        if (hasEnded) return never();
        clearTimeout(timer);
        inFlight++;
        try {
          const result = await begin();
          return hasEnded ? await never() : result;
        } catch (error) {
          end(thrownBy(place, error));
          return never();
        } finally {
          inFlight--;
          if (inFlight === 0) waitForAct();
        }
      };
      const tools: CustomTools = Object.freeze({
        name: requests.name,
        random,
        instance: (text: string) => instance(String(text)),
        facts: factsOf(facts),
        send: (make) => act(async () => frozen(await send(requests.from(make)))),
        probe: (wanted) => act(async () => frozen(await probe(probeOf(wanted)))),
        wait: (ms, reason) => act(() => wait(Number(ms) || 0, String(reason))),
      } satisfies CustomTools);
      const execute = async (): Promise<void> => {
        try {
          await bounded(place, () => check.run(tools));
        } catch (error) {
          end(thrownBy(place, error));
        }
        if (inFlight > 0) end(faultOf(place, 'ended before its requests or waits: is an `await` missing?'));
        end();
      };

      signal?.addEventListener('abort', interrupt);
      if (signal?.aborted) interrupt();
      waitForAct();
      void execute();
    });
}

/** Returns a new promise each time, because a shared one would keep every waiter in memory. */
function never(): Promise<never> {
  return new Promise(() => {});
}

/** Copies the facts of the run, so that custom code cannot change them for others. */
function factsOf({ base, plan, description, holdsKey }: Facts): Facts {
  return Object.freeze({
    base: new URL(base),
    ...definedOnly({ plan, description: structuredClone(description) }),
    holdsKey,
  });
}

/** Throws what `start` threw only at the end, so that other folds still run. */
function foldOf(start: () => Fold, place: Place): Fold {
  let fold: Fold | undefined;
  let failure: unknown;
  try {
    fold = called(place, start);
  } catch (error) {
    failure = error;
  }
  return {
    step: (exchange) => atOnce(place, () => fold?.step(frozen(exchange))),
    end: () =>
      called(place, () => {
        if (failure !== undefined) throw failure;
        const result = fold?.end();
        const problem = resultProblem(result);
        if (problem !== undefined) throw faultOf(place, `ended with ${problem}`);
        return declared(result as FoldResult);
      }),
  };
}

/** Copies a result without undeclared fields: a custom check can neither count occurrences nor set their requirement or advice. */
function declared({ tested, occurrences, alsoCorrect, reason, supersedes, seen }: FoldResult): FoldResult {
  return {
    tested,
    occurrences: occurrences.map(
      ({ expected, received, cause, comparedWith, listed, at, near, exchange, firstFound, instance }) => ({
        ...{ expected, received, cause },
        ...definedOnly({ comparedWith, listed, at, near, exchange, firstFound, instance }),
      }),
    ),
    ...definedOnly({ alsoCorrect, reason, supersedes, seen }),
  };
}

/** Refuses an async rule, because its findings would be lost. */
function atOnce(place: Place, act: () => unknown): void {
  const returned = called(place, act);
  if (!(returned instanceof Promise)) return;
  returned.catch(() => {});
  throw faultOf(place, 'is async, but a rule must judge synchronously');
}

function resultProblem(result: FoldResult | undefined): string | undefined {
  const { tested, occurrences, alsoCorrect, reason, seen }: Partial<FoldResult> = Object(result);
  if (
    !Number.isSafeInteger(tested) ||
    !Array.isArray(occurrences) ||
    !occurrences.every((one) => isText(one?.expected) && isText(one.received) && isText(one.cause))
  )
    return 'no result: `end` returns { tested, occurrences }, each occurrence with expected, received and cause';
  const strings = [reason, seen, ...occurrences.flatMap((one) => [one.instance, one.listed, one.near])];
  const exchanges = occurrences.flatMap((one) => [one.exchange, one.comparedWith, one.firstFound]);
  if (
    strings.every((one) => one === undefined || typeof one === 'string') &&
    isListOrNone(alsoCorrect, (one) => typeof one === 'string') &&
    occurrences.every(({ at }) => isListOrNone(at, isFaultPlace)) &&
    exchanges.every(isHandedOrNone)
  )
    return undefined;
  return (
    'a result that cannot be shown: `alsoCorrect`, `reason`, `seen`, `instance`, `listed` and `near` must be strings, `at` a ' +
    'list with the strings `pointer` and `value`, and `exchange`, `comparedWith` and `firstFound` exchanges that it received'
  );
}

function isListOrNone(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isOne));
}

function isFaultPlace(place: unknown): boolean {
  const { pointer, value, id = '1' }: Record<string, unknown> = Object(place);
  // An empty pointer is the whole body.
  return typeof pointer === 'string' && isText(value) && isText(id);
}

/** Validates requests of custom code before they are queued. At most `creates` of them may create a category. */
function createMadeRequests(place: Place, newName: () => string, creates = 0) {
  const names = new Set<string>();
  let createsLeft = creates;

  return {
    /** Returns a name that is unique in the run. Lists are searched for it if a body contains it. */
    name(): string {
      const name = newName();
      names.add(name);
      return name;
    },
    /** Returns a function that makes the request for each try. It throws a CheckFault if the request cannot be sent. */
    from(make: () => HttpRequest): () => HttpRequest {
      let isCounted = false;
      return () =>
        called(place, () => {
          const made: unknown = make();
          // What is checked is what is sent: a getter may return something else the next time.
          const request = (isRecord(made) ? { ...made } : made) as HttpRequest;
          const problem = requestProblem(request);
          if (problem !== undefined) throw faultOf(place, `made a request that cannot be sent: ${problem}`);
          // Retries count once.
          if (!isCounted && isMeantToCreate(request) && --createsLeft < 0)
            throw faultOf(place, `creates more than the ${creates} that its \`creates\` declares`);
          isCounted = true;
          const body = request.body && Buffer.from(request.body);
          const mark = request.mark ?? [...names].find((name) => body?.includes(name));
          return { ...request, ...definedOnly({ mark }) };
        });
    },
  };
}

function isMeantToCreate(request: HttpRequest): boolean {
  const { operation, body = new Uint8Array(), contentType = 'application/json' } = request;
  if (operation !== 'createCategory' || !isWithKey(request) || contentType !== 'application/json')
    return false;
  return classify(body).kind === 'valid';
}

/** Describes why a request cannot be sent, or returns undefined. */
function requestProblem(request: unknown): string | undefined {
  if (!isRecord(request)) return `a request is ${shown(request)}, expected an object`;
  const {
    method,
    path,
    operation,
    credential,
    body,
    contentType = '-',
    variation = 0,
  }: Partial<HttpRequest> = request;
  if (method !== 'GET' && method !== 'POST') return `the method is ${shown(method)}, expected GET or POST`;
  // The request carries the key, so its path must stay below the base URL.
  if (typeof path !== 'string' || !/^\/[!-~]*$/.test(path) || path.includes('#'))
    return `the path is ${shown(path)}, expected a slash first, no spaces and no fragment`;
  if (/\/(\.|%2e){1,2}([/?]|$)/i.test(path)) return `the path ${shown(path)} leaves the base URL`;
  const named = namedOperations.find(({ id }) => id === operation);
  if (named === undefined && operation !== 'elsewhere') return `the operation is ${shown(operation)}`;
  if (named !== undefined && (named.method !== method || named.path !== path))
    return `${method} ${path} is not the operation ${named.id}`;
  if (!credentials.some((one) => one === credential))
    return `the credential is ${shown(credential)}, expected one of ${credentials.join(', ')}`;
  if (!Number.isInteger(variation) || variation < 0 || variation >= variations)
    return `the variation is ${shown(variation)}, expected 0 to ${variations - 1}`;
  if (body !== undefined && !(body instanceof Uint8Array))
    return `the body is ${shown(body)}, expected bytes`;
  if (!/^[ -~]+$/.test(String(contentType))) return `the Content-Type is ${shown(contentType)}`;
  return undefined;
}
