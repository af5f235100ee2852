import { writeFileSync } from 'node:fs';
import { repetitions } from './spread.mjs';
import { table } from './table.mjs';

const file = new URL('../docs/performance.md', import.meta.url);

/** Writes docs/performance.md where every part that is measured by default has been; else says what is missing. */
export function writePage(parts, record) {
  const missing = parts.filter(({ name, byDefault }) => byDefault && record[name] === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    process.stderr.write(`docs/performance.md is written when these have been measured, too: ${names}.\n`);
    return;
  }
  writeFileSync(file, pageOf(parts, record));
}

function pageOf(parts, record) {
  const measured = parts.filter(({ name }) => record[name] !== undefined);
  const goals = measured.flatMap(({ name, goals }) => goals(record[name].measured));
  const rows = goals.map(({ what, goal, reached, met }) => [what, goal, reached, met ? 'yes' : 'no']);
  const short = goals.filter(({ met }) => !met).map(({ what, why }) => `- ${what}: ${why}`);
  return `# How fast it is

<!-- Written by \`npm run bench\`: change what is in bench/, then run it again. -->

Measured with Node ${[...new Set(measured.map(({ name }) => record[name].node))].join(' and ')}, ${datesOf(measured, record)}, each number from ${repetitions} repetitions unless
its section says otherwise. What is compared is measured in turn, in one run. Ratios and counts tell something; seconds
and rates depend on the machine. Requests go to servers on the loopback alone. \`npm run bench -- ${measured[0].name}\` measures one part
again, and reports/bench.json then holds every single number.

## Goals

${table(['What', 'Goal', 'Median reached', 'Met'], rows)}
${short.length === 0 ? '' : `\nWhat falls short, and why:\n\n${short.join('\n')}\n`}
${measured.map(({ name, title, text }) => `## ${title}\n\n${text(record[name].measured)}\n`).join('\n')}`;
}

function datesOf(measured, record) {
  const dates = [...new Set(measured.map(({ name }) => record[name].date))].sort();
  return dates.length === 1 ? `on ${dates[0]}` : `from ${dates[0]} to ${dates.at(-1)}`;
}
