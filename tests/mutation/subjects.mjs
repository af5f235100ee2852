/** The code that is mutated: all that judges, and all that decides what is sent and when. */
export const subjects = [
  ...[
    'src/readings',
    'suites',
    'src/exchange',
    'src/payloads',
    'src/spec',
    'src/checks',
    'src/engine',
    'src/json',
  ],
];

/** The files of these subjects, as patterns. */
export const mutated = subjects.map((name) => `${name}/**/*.ts`);

/**
 * Returns the subject that a file belongs to.
 * @param {string} file its path in the project
 */
export function subjectOf(file) {
  return subjects.find((name) => isIn(file, name)) ?? file;
}

/**
 * Returns whether a file is in a folder, or is the file of that name.
 * @param {string} file
 * @param {string} path a folder or file, relative to the project
 */
export function isIn(file, path) {
  return file === path || file.startsWith(`${path}/`);
}
