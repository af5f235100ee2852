/** Resolves imports in the mutated copy of the project, replacing vitest. */

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
