import { measureInChild } from '../processes/child.mjs';
import { repetitions, spreadOf } from '../spread.mjs';
import { hundredths, megabytes, spreadCells, spreadHead, table, tenths, whole } from '../table.mjs';

const name = 'reports';
const title = 'Writing reports';

const count = 10_000;
const maxSeconds = 1;
const maxBytes = 100e6;

/** Measures the time and memory needed to write all reports, each time in a new process. */
async function measure() {
  const measured = [];
  for (let round = 0; round < repetitions; round++)
    measured.push(await measureInChild('reports.mjs', { count }, ['--expose-gc']));
  return {
    seconds: spreadOf(measured.map(({ seconds }) => seconds)),
    toJson: spreadOf(measured.map(({ toJson }) => toJson)),
    bytes: spreadOf(measured.map(({ bytes }) => bytes)),
  };
}

function goals({ seconds, bytes }) {
  return [
    {
      what: `CPU seconds to write all reports of ${whole(count)} exchanges`,
      goal: `at most ${hundredths(maxSeconds)}`,
      reached: hundredths(seconds.median),
      met: seconds.median <= maxSeconds,
      why: 'each exchange is written twice and escaped for each of six formats, in a process that has just started.',
    },
    {
      what: 'memory to write them',
      goal: `at most ${megabytes(maxBytes)} MB`,
      reached: `${megabytes(bytes.median)} MB`,
      met: bytes.median <= maxBytes,
      why: 'the HTML page is one string until it is written.',
    },
  ];
}

function text({ seconds, toJson, bytes }) {
  return `All reports of a run with ${whole(count)} exchanges (JSON, HTML, JUnit, Markdown, annotations, HAR), each time in a new process:

${table(
  ['What', ...spreadHead],
  [
    ['CPU seconds', ...spreadCells(seconds, hundredths)],
    ['time compared with `JSON.stringify` of the report', ...spreadCells(toJson, tenths)],
    ['additional memory (MB)', ...spreadCells(bytes, megabytes)],
  ],
)}`;
}

export const reportsPart = { name, title, measure, goals, text };
