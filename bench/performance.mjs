// `npm run bench`: measures what is built in dist/ and writes docs/performance.md. One process; servers on the loopback alone.
import { writeFileSync } from 'node:fs';
import { readJson } from '../dist/src/json/read.js';
import { markPlace, render } from '../dist/src/payloads/draft.js';
import { drawPayloads, isOfClass, loadClasses } from '../dist/src/payloads/draw.js';
import { foundWithin } from './budgets.mjs';
import { reportsSection, tooSlowReports } from './reports.mjs';
import { wholeRun } from './whole-run.mjs';

const repetitions = 7;
const wanted = 20_000;
/** Seconds that a whole run takes at most besides its waits, and the requests that are tried as a budget. */
const wantedSeconds = 1.5;
const budgets = [5, 10, 20, 40, 62];

const { fc, classes } = await loadClasses();

/** Runs `work` seven times, after once for warming up, and returns what it measured, in ascending order. */
function repeat(work) {
  work(0);
  return Array.from({ length: repetitions }, (_, index) => work(index + 1)).sort((a, b) => a - b);
}

/** Of the processor: what else the machine does meanwhile does not count. */
function secondsFor(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** Payloads a second: drawn from every class, rendered and classified. */
function generated(seed) {
  const each = 1_000;
  let exact = 0;
  const seconds = secondsFor(() => {
    for (const faultClass of classes)
      for (const draft of fc.sample(faultClass.arbitrary, { seed, numRuns: each }))
        if (isOfClass(faultClass, draft)) exact++;
  });
  if (exact !== each * classes.length) throw new Error(`Only ${exact} payloads were of their classes.`);
  return exact / seconds;
}

/** Payloads a second as a run draws them: stratified, no two alike, rendered once more with the mark. */
function drawnForRuns(count, runs) {
  return (repetition) => {
    let bytes = 0;
    const seconds = secondsFor(() => {
      for (let run = 0; run < runs; run++)
        for (const { draft } of drawPayloads(fc, classes, repetition * runs + run, count))
          bytes += render(draft, markPlace).length;
    });
    if (bytes === 0) throw new Error('Nothing was drawn.');
    return (count * runs) / seconds;
  };
}

const category = (id) => ({ id, name: `category ${id}`, description: 'Dogs, cats and "other" animals é 犬' });
const bodies = {
  'an Error': { code: 'name_missing', message: 'The field "name" is required.' },
  'a list of 20 categories': Array.from({ length: 20 }, (_, id) => category(id)),
  'a list of 1,000 categories': Array.from({ length: 1_000 }, (_, id) => category(id)),
};

/** How many times as long our reader takes as decoding and `JSON.parse`, side by side in one run. */
function readerRatio(body) {
  const bytes = Buffer.from(JSON.stringify(body));
  const times = Math.ceil(4_000_000 / bytes.length);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const timeOf = (read) =>
    secondsFor(() => {
      for (let time = 0; time < times; time++) read();
    });
  return () => {
    const ours = timeOf(() => readJson(bytes));
    const theirs = timeOf(() => JSON.parse(decoder.decode(bytes)));
    return ours / theirs;
  };
}

/** What each of these resolves with, one after the other. */
async function inTurn(tasks) {
  const results = [];
  for (const task of tasks) results.push(await task());
  return results;
}

const seconds = (value) => value.toFixed(2);
const cells = (measured, write) =>
  [measured[0], measured[(repetitions - 1) / 2], measured.at(-1)].map(write).join(' | ');
const perSecond = (rate) => Math.round(rate).toLocaleString('en-US');
const ratio = (value) => value.toFixed(1);

const rate = repeat(generated);

const [first, ...runs] = await inTurn(Array.from({ length: repetitions + 1 }, () => wholeRun));
const took = runs.map((one) => one.seconds).sort((a, b) => a - b);
const { withKey, withoutKey } = first.requests;
const found = await inTurn(budgets.map((budget) => () => foundWithin(budget)));

const reports = reportsSection(repetitions);

const document = `# How fast it is

<!-- Written by \`npm run bench\`: change bench/performance.mjs, then run it again. -->

Measured with Node ${process.versions.node}, ${repetitions} repetitions after one that is not counted. Seconds are those of the
processor: what else the machine does meanwhile does not count. Rates depend on the machine; ratios are of two
things measured side by side in one run. Requests go to servers on the loopback alone.

## A whole run

${withKey} requests with the key and ${withoutKey} without it, the proof of the limit among them. How many seconds that takes
besides the wait for the window, the server included, which runs in the same process; and the first run of a process:

| first | minimum | median | maximum |
|---:|---:|---:|---:|
| ${seconds(first.seconds)} | ${cells(took, seconds)} |

The goal is ${seconds(wantedSeconds)} for the median.

## What a small budget finds

Requests are sent in order of worth. With so few requests in all (\`--max-requests\`) a run finds so many of the
defects of the [gallery](gallery.md): at least one of the rows that a defect breaks fails or warns. Defects that need
\`--profile thorough\` are left out. No budget of these has room for the proof of the limit.

| Requests | Defects found | of | Share |
|---:|---:|---:|---:|
${found.map((one) => `| ${one.maxRequests} | ${one.found} | ${one.all} | ${Math.floor((100 * one.found) / one.all)} % |`).join('\n')}

## Payloads a second

| What | minimum | median | maximum |
|---|---:|---:|---:|
| drawn from each of the ${classes.length} classes, rendered to bytes and classified | ${cells(rate, perSecond)} |
| drawn for runs of 60: each class once before any twice, none twice | ${cells(repeat(drawnForRuns(60, 100)), perSecond)} |
| drawn for runs of 400 | ${cells(repeat(drawnForRuns(400, 20)), perSecond)} |

The goal is ${wanted.toLocaleString('en-US')} for the first row. A run draws its payloads once, before it sends the first.

${reports.text}

## The JSON reader beside \`JSON.parse\`

How many times as long \`readJson\` takes as decoding the same bytes strictly and \`JSON.parse\`. It keeps every
digit of a number and every name that stands twice, and tells where a text goes wrong.

| Body | minimum | median | maximum |
|---|---:|---:|---:|
${Object.entries(bodies)
  .map(([what, body]) => `| ${what} | ${cells(repeat(readerRatio(body)), ratio)} |`)
  .join('\n')}
`;
writeFileSync(new URL('../docs/performance.md', import.meta.url), document);
process.stdout.write(document);
if (rate[(repetitions - 1) / 2] < wanted) complain(`Fewer than ${wanted} payloads a second.`);
if (took[(repetitions - 1) / 2] > wantedSeconds)
  complain(`A run takes more than ${wantedSeconds} s besides its waits.`);
for (const sentence of tooSlowReports(reports)) complain(sentence);

function complain(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
