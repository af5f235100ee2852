/** The code that is mutated: everything that judges, but not what decides which requests are sent and when. */
export const subjects = [
  { name: 'src/engine', mutate: ['src/engine/{judge,tally,verdict}.ts'] },
  { name: 'src/exchange', mutate: ['src/exchange/{picks,response,rows,validate}.ts'] },
  { name: 'src/payloads', mutate: ['src/payloads/classify.ts'] },
  { name: 'suites', mutate: ['suites/*.ts'] },
  { name: 'src/json', mutate: ['src/json/*.ts'] },
  { name: 'src/readings', mutate: ['src/readings/*.ts', '!src/readings/timeline.ts'] },
];

/**
 * Returns the subject that a file belongs to.
 * @param {string} file its path in the project
 */
export function subjectOf(file) {
  return subjects.find(({ name }) => file === name || file.startsWith(`${name}/`))?.name ?? file;
}
