// `npm run bench`: measures what is built in dist/ and writes docs/performance.md. One process, no server, no network.
import { writeFileSync } from 'node:fs';
import { readJson } from '../dist/src/json/read.js';
import { markPlace, render } from '../dist/src/payloads/draft.js';
import { drawPayloads, isOfClass, loadClasses } from '../dist/src/payloads/draw.js';

const repetitions = 7;
const wanted = 20_000;

const { fc, classes } = await loadClasses();

/** Runs `work` seven times, after once for warming up, and returns what it measured, in ascending order. */
function repeat(work) {
  work(0);
  return Array.from({ length: repetitions }, (_, index) => work(index + 1)).sort((a, b) => a - b);
}

function secondsFor(work) {
  const before = performance.now();
  work();
  return (performance.now() - before) / 1000;
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

const cells = (measured, write) =>
  [measured[0], measured[(repetitions - 1) / 2], measured.at(-1)].map(write).join(' | ');
const perSecond = (rate) => Math.round(rate).toLocaleString('en-US');
const ratio = (value) => value.toFixed(1);

const rate = repeat(generated);
const document = `# How fast it is

<!-- Written by \`npm run bench\`: change bench/performance.mjs, then run it again. -->

Measured on one core with Node ${process.versions.node}, ${repetitions} repetitions after one that is not counted. Rates depend on the
machine; ratios are of two things measured side by side in one run. Nothing is sent anywhere.

## Payloads a second

| What | minimum | median | maximum |
|---|---:|---:|---:|
| drawn from each of the ${classes.length} classes, rendered to bytes and classified | ${cells(rate, perSecond)} |
| drawn for runs of 60: each class once before any twice, none twice | ${cells(repeat(drawnForRuns(60, 100)), perSecond)} |
| drawn for runs of 400 | ${cells(repeat(drawnForRuns(400, 20)), perSecond)} |

The goal is ${wanted.toLocaleString('en-US')} for the first row. A run draws its payloads once, before it sends the first.

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
if (rate[(repetitions - 1) / 2] < wanted) {
  process.stderr.write(`Fewer than ${wanted} payloads a second.\n`);
  process.exitCode = 1;
}
