import type { Exchange } from '../exchange/exchange.ts';

/** Fields of custom checks as kit 0.1 named them, with their names now. */
const renamed = [
  ['exercised', 'tested'],
  ['exercisedBy', 'testedBy'],
  ['kept', 'alsoCorrect'],
  ['means', 'impact'],
  ['members', 'checks'],
  ['mend', 'fix'],
  ['presentation', 'credential'],
  ['worth', 'priority'],
] as const;

/** Exports of petstore-conformance/check as kit 0.1 named them, with their names now. */
const renamedExports = {
  isAnswer: 'hasResponse',
  isNamedAnswer: 'isNamedResponse',
  notExercised: 'notTested',
  presentations: 'credentials',
};

/** Finds a former name in the error for an import that does not exist. */
export function renamedExport(message: string): readonly [was: string, now: string] | undefined {
  return Object.entries(renamedExports).find(([was]) =>
    message.includes(`does not provide an export named '${was}'`),
  );
}

/** Finds a former field name, for messages such as "means is now called impact". Having both names is fine. */
export function renamedField(fields: object): readonly [was: string, now: string] | undefined {
  return renamed.find(([was, now]) => Object.hasOwn(fields, was) && !Object.hasOwn(fields, now));
}

/** Fields of an exchange, and of parts of it, as kit 0.1 named them, with their names now. */
const renamedReads = {
  exchange: { credential: 'validity' },
  request: { presentation: 'credential', drawn: 'generated' },
  faultClass: { twin: 'control' },
};

/** Makes reading a former field of an exchange an error: custom code would take undefined for "not set". */
export function rejectFormerReads(exchange: Exchange): void {
  const { request } = exchange;
  const parts = { exchange, request, faultClass: request.generated?.faultClass ?? {} };
  for (const [name, part] of Object.entries(parts))
    for (const [was, now] of Object.entries(renamedReads[name as keyof typeof parts])) {
      if (!Object.isExtensible(part) || Object.hasOwn(part, was)) continue;
      const get = (): never => {
        throw new TypeError(`${was} of ${name} is now called ${now}`);
      };
      // Not enumerable, so that copies and comparisons do not read it.
      Object.defineProperty(part, was, { get });
    }
}
