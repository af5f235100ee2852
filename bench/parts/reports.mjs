import { measureApart } from '../processes/apart.mjs';
import { repetitions, spreadOf } from '../spread.mjs';
import { hundredths, megabytes, spreadCells, spreadHead, table, tenths, whole } from '../table.mjs';

const name = 'reports';
const title = 'Writing reports';

const count = 10_000;
const mostSeconds = 1;
const mostBytes = 100e6;

/** Measures the time and memory needed to write all reports, each time in a new process. */
async function measure() {
  const measured = [];
  for (let round = 0; round < repetitions; round++)
    measured.push(await measureApart('reports.mjs', { count }, ['--expose-gc']));
  return {
    seconds: spreadOf(measured.map(({ seconds }) => seconds)),
    besideJson: spreadOf(measured.map(({ besideJson }) => besideJson)),
    bytes: spreadOf(measured.map(({ bytes }) => bytes)),
  };
}

function goals({ seconds, bytes }) {
  return [
    {
      what: `CPU seconds to write all reports of ${whole(count)} exchanges`,
      goal: `at most ${hundredths(mostSeconds)}`,
      reached: hundredths(seconds.median),
      met: seconds.median <= mostSeconds,
      why: 'each exchange is written twice and escaped for each of six formats, in a process that has just started.',
    },
    {
      what: `memory to write all reports of ${whole(count)} exchanges`,
      goal: `at most ${megabytes(mostBytes)} MB`,
      reached: `${megabytes(bytes.median)} MB`,
      met: bytes.median <= mostBytes,
      why: 'the HTML page is a single string until it is written.',
    },
  ];
}

function text({ seconds, besideJson, bytes }) {
  return `A new process writes all reports of a run with ${whole(count)} exchanges (JSON, HTML, JUnit, Markdown, annotations, HAR). Lower
is better:

${table(
  ['What', ...spreadHead],
  [
    ['CPU seconds', ...spreadCells(seconds, hundredths)],
    ['time compared with `JSON.stringify` of the report', ...spreadCells(besideJson, tenths)],
    ['additional memory in MB', ...spreadCells(bytes, megabytes)],
  ],
)}`;
}

export const reportsPart = { name, title, measure, goals, text };
