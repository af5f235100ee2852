/** What is mutated: the code that judges. `run` and `pacing` decide what is sent and when, and are not judged here. */
export const subjects = [
  { name: 'src/engine', mutate: ['src/engine/{judge,tally,verdict}.ts'] },
  { name: 'src/exchange', mutate: ['src/exchange/{answer,picks,rows,shapes}.ts'] },
  { name: 'src/payloads', mutate: ['src/payloads/classify.ts'] },
  { name: 'suites', mutate: ['suites/*.ts'] },
  { name: 'src/json', mutate: ['src/json/*.ts'] },
  { name: 'src/readings', mutate: ['src/readings/*.ts', '!src/readings/timeline.ts'] },
];

/**
 * The subject that a file belongs to.
 * @param {string} file its path in the project
 */
export function subjectOf(file) {
  return subjects.find(({ name }) => file === name || file.startsWith(`${name}/`))?.name ?? file;
}
