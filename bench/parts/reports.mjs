import { measureApart } from '../processes/apart.mjs';
import { repetitions, spreadOf } from '../spread.mjs';
import { hundredths, megabytes, spreadCells, spreadHead, table, tenths, whole } from '../table.mjs';

const name = 'reports';
const title = 'Writing reports';

const count = 10_000;
const mostSeconds = 1;
const mostBytes = 100e6;

/** What writing all reports takes, each time in a process of its own. */
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
      what: `processor seconds of writing all reports of ${whole(count)} exchanges`,
      goal: `at most ${hundredths(mostSeconds)}`,
      reached: hundredths(seconds.median),
      met: seconds.median <= mostSeconds,
      why: 'each exchange is written twice, and escaped once for each of six readers, in a process that has just started.',
    },
    {
      what: 'memory that it takes',
      goal: `at most ${megabytes(mostBytes)} MB`,
      reached: `${megabytes(bytes.median)} MB`,
      met: bytes.median <= mostBytes,
      why: 'the page for browsers is one text until it is written.',
    },
  ];
}

function text({ seconds, besideJson, bytes }) {
  return `All reports of a run with ${whole(count)} exchanges (JSON, HTML, JUnit, Markdown, annotations, HAR), each time in a process of
its own. Seconds are those of the processor:

${table(
  ['What', ...spreadHead],
  [
    ['seconds', ...spreadCells(seconds, hundredths)],
    ['times as long as `JSON.stringify` of the report', ...spreadCells(besideJson, tenths)],
    ['MB of memory more than before', ...spreadCells(bytes, megabytes)],
  ],
)}`;
}

export const reportsPart = { name, title, measure, goals, text };
