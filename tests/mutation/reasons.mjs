/**
 * Why a mutant that survives changes nothing that could be seen from outside: known by its file, by the exact code
 * that it replaces, and by what stands there instead.
 * @type {readonly { file: string, code: string, mutant: string, why: string }[]}
 */
export const reasons = [
  ...mutantsOf('src/expect/answer.ts', 'body.length > longBody', [
    'true',
    'false',
    'body.length >= longBody',
    'body.length <= longBody',
  ]).map((one) => ({
    ...one,
    why: 'It decides where a document is kept, and for how long; read again, it says the same.',
  })),
  ...mutantsOf('src/json/number.ts', 'exponent >= 1_000', [
    'true',
    'false',
    'exponent > 1_000',
    'exponent < 1_000',
  ]).map((one) => ({ ...one, why: 'A power of ten is the same number, kept or made anew.' })),
  ...mutantsOf('src/limiter/limit-steady.ts', 'oldest !== undefined', ['true']).map((one) => ({
    ...one,
    why: 'The map holds more than sixteen there, so there is an oldest one.',
  })),
];

function mutantsOf(file, code, mutants) {
  return mutants.map((mutant) => ({ file, code, mutant }));
}
