/** Resolves imports in the copy of the project that is mutated: vitest is stood in for. */

export async function resolve(specifier, context, next) {
  const { parentURL = '' } = context;
  const tests = parentURL.replace(/dist\/.*$/, 'dist/tests/mutation/');
  if (
    specifier === 'vitest' &&
    parentURL.includes('/dist/tests/') &&
    !parentURL.endsWith('/mutation/vitest.js')
  )
    return { url: `${tests}vitest.js`, shortCircuit: true };
  return next(specifier, context);
}
