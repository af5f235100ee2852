import { isWithKey } from '../exchange/credentials.ts';
import { credentials, type HttpRequest } from '../exchange/exchange.ts';
import type { Fold, FoldResult } from '../exchange/finding.ts';
import { Stopped } from '../exchange/stopped.ts';
import { classify } from '../payloads/classify.ts';
import { namedOperations } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { bounded } from './bounded.ts';
import type { Check, CheckOrRule, Probe } from './built-in.ts';
import { called, faultOf, frozen, isHandedOrNone, isText, type Place, shown, thrownBy } from './faults.ts';
import type {
  CustomCheck,
  CustomCheckNeeds,
  CustomCheckOrRule,
  CustomProbe,
  CustomTools,
  Facts,
} from './vocabulary.ts';

/**
 * Wraps the checks, probes and rules of a file: whatever goes wrong in them is a fault of `from`, and none of them can change
 * what others see. A check that does nothing for `longestIdleMs` is given up.
 */
export function guardChecks(
  checks: readonly CustomCheckOrRule[],
  from: string,
  longestIdleMs: number,
): CheckOrRule[] {
  const probes = new Map<CustomProbe, Probe>();
  return checks.map(guarded);

  function guarded(member: CustomCheckOrRule): CheckOrRule {
    const { requirement, title } = member;
    const place = { from, requirement, title };
    switch (member.kind) {
      case 'probe':
        return probeOf(member);
      case 'check': {
        const run = runGuarded(member, { place, longestIdleMs, probeOf });
        return { kind: 'check', requirement, title, needs: needsOf(member.needs), run };
      }
      case 'everyResponse': {
        let own: Facts | undefined;
        return {
          ...member,
          on: (exchange) => called(place, () => member.on(frozen(exchange))) === true,
          judge(exchange, facts) {
            own ??= factsOf(facts);
            const known = own;
            atOnce(place, () => member.judge(frozen(exchange), known));
          },
        };
      }
      case 'wholeRun':
        return { ...member, start: (facts) => foldOf(() => member.start(factsOf(facts)), place) };
    }
  }

  function probeOf(member: CustomProbe): Probe {
    const known = probes.get(member);
    if (known !== undefined) return known;
    const { kind, requirement, title, needs, make } = member;
    const probe: Probe = {
      ...{ kind, requirement, title, needs: needsOf(needs) },
      make({ name, random }) {
        const requests = createMadeRequests({ from, requirement, title }, name, needs.creates);
        return requests.from(() => make({ name: requests.name, random }))();
      },
    };
    probes.set(member, probe);
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
 * Runs a custom check. It ends when the check does, or earlier: when one of its requests is refused, when the run is
 * interrupted, or when the check is idle for too long. What the check tries to send after that is never sent.
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
        const what = `neither sent nor waited for anything within ${longestIdleMs / 1_000} s and was given up`;
        timer = setTimeout(() => end(faultOf(place, what)), longestIdleMs);
      };
      // A refused request ends the check, whatever it makes of that: a check that kept trying would never end.
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
      const carryOut = async (): Promise<void> => {
        try {
          await bounded(place, () => check.run(tools));
        } catch (error) {
          end(thrownBy(place, error));
        }
        if (inFlight > 0) end(faultOf(place, 'ended before what it began: is an `await` missing?'));
        end();
      };

      signal?.addEventListener('abort', interrupt, { once: true });
      if (signal?.aborted) interrupt();
      waitForAct();
      void carryOut();
    });
}

/** A new promise each time: one for all would hold on to everything that ever waited for it. */
function never(): Promise<never> {
  return new Promise(() => {});
}

/** Copies what custom code may know of the run, so that it cannot change it for others. */
function factsOf({ base, plan, description, holdsKey }: Facts): Facts {
  return Object.freeze({
    base: new URL(base),
    ...definedOnly({ plan, description: description && structuredClone(description) }),
    holdsKey,
  });
}

/** Reports a fold that cannot be started at its end, so that others still get theirs. */
function foldOf(start: () => Fold, place: Place): Fold {
  let fold: Fold | undefined;
  let broken: unknown;
  try {
    fold = called(place, start);
  } catch (error) {
    broken = error;
  }
  return {
    step: (exchange) => atOnce(place, () => fold?.step(frozen(exchange))),
    end() {
      if (broken !== undefined) throw broken;
      const result = called(place, () => fold?.end());
      const problem = resultProblem(result);
      if (result !== undefined && problem === undefined) return result;
      throw faultOf(place, `ended with ${problem}`);
    },
  };
}

/** Refuses an async rule: what it finds would come too late, and be lost. */
function atOnce(place: Place, act: () => unknown): void {
  const returned = called(place, act);
  if (!(returned instanceof Promise)) return;
  returned.catch(() => {});
  throw faultOf(place, 'is async; a rule judges at once');
}

function resultProblem(result: FoldResult | undefined): string | undefined {
  const { tested, occurrences, alsoCorrect = [], reason, seen } = result ?? {};
  if (
    !Number.isSafeInteger(tested) ||
    !Array.isArray(occurrences) ||
    !occurrences.every((one) => isText(one?.expected) && isText(one.received) && isText(one.cause))
  )
    return 'no result: `end` gives { exercised, occurrences }, each occurrence with expected, received and cause';
  const texts = [
    ...[alsoCorrect].flat(),
    reason,
    seen,
    ...occurrences.flatMap((one) => [one.instance, one.listed]),
  ];
  const exchanges = occurrences.flatMap((one) => [one.exchange, one.comparedWith, one.firstFound]);
  if (texts.every((one) => one === undefined || typeof one === 'string') && exchanges.every(isHandedOrNone))
    return undefined;
  return (
    'a result that cannot be shown: `kept`, `reason`, `seen`, `instance` and `listed` are texts, and `exchange`, ' +
    '`comparedWith` and `firstFound` exchanges that it was handed'
  );
}

/** Validates the requests of custom code before they are queued. At most `creates` of them may create a category. */
function createMadeRequests(place: Place, newName: () => string, creates = 0) {
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
  const { method, path, operation, credential, body, contentType } = request as Partial<HttpRequest>;
  if (method !== 'GET' && method !== 'POST') return `the method is ${shown(method)}, neither GET nor POST`;
  // The key travels with the path, so it must stay below the base address.
  if (typeof path !== 'string' || !/^\/[!-~]*$/.test(path) || path.includes('#'))
    return `the path is ${shown(path)}; it begins with a slash, and holds no blank and no fragment`;
  if (/(^|\/)(\.|%2e){1,2}([/?]|$)/i.test(path)) return `the path ${shown(path)} leaves the base address`;
  const named = namedOperations.find(({ id }) => id === operation);
  if (named === undefined && operation !== 'elsewhere') return `the operation is ${shown(operation)}`;
  if (named !== undefined && (named.method !== method || named.path !== path))
    return `${method} ${path} is not the operation ${named.id}`;
  if (credential === undefined || !credentials.includes(credential))
    return `the presentation is ${shown(credential)}; there are ${credentials.join(', ')}`;
  if (body !== undefined && !(body instanceof Uint8Array)) return `the body is ${shown(body)}, not bytes`;
  if (contentType !== undefined && !/^[ -~]+$/.test(String(contentType)))
    return `the Content-Type is ${shown(contentType)}`;
  return undefined;
}
