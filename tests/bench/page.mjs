import { writeFileSync } from 'node:fs';
import { measuredSentence } from '../docs/measured.mjs';
import { repetitions } from './spread.mjs';
import { table } from './table.mjs';

const file = new URL('../../reports/performance.md', import.meta.url);

/** Writes reports/performance.md if all default parts have been measured. Otherwise, prints what is missing. */
export function writePage(parts, record) {
  const missing = parts.filter(({ name, byDefault }) => byDefault && record[name] === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    process.stderr.write(`Measure these parts too, then reports/performance.md is written: ${names}.\n`);
    return;
  }
  writeFileSync(file, pageOf(parts, record));
}

/** Returns a page about everything that was measured. */
function pageOf(parts, record) {
  const measured = parts.filter(({ name }) => record[name] !== undefined);
  const nodes = [...new Set(measured.map(({ name }) => record[name].node))].join(' and ');
  const goals = measured.flatMap(({ name, goals }) => goals(record[name].measured));
  const rows = goals.map(({ what, goal, reached, met }) => [what, goal, reached, met ? 'yes' : 'no']);
  const short = goals.filter(({ met }) => !met).map(({ what, why }) => `- ${what}: ${why}`);
  return `# Performance

Seconds and rates depend on the machine, so compare ratios and counts. Ratios compare values that were measured alternately, in
one run. Each number comes from ${repetitions} repetitions unless its section says otherwise. All servers are on the loopback interface.

${measuredSentence(measured.map(({ name }) => record[name]))} With Node.js ${nodes}.

\`npm run bench -- ${measured[0].name}\` measures one part again. All numbers are in \`reports/bench.json\`.

## Goals

${table(['What', 'Goal', 'Median', 'Met'], rows)}
${short.length === 0 ? '' : `\nGoals that are not met:\n\n${short.join('\n')}\n`}
${measured.map(({ name, title, text }) => `## ${title}\n\n${text(record[name].measured)}\n`).join('\n')}`;
}
