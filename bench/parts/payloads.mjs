import { generatePayloads, isOfClass, loadClasses } from '../../build/src/payloads/draw.js';
import { markPlace, render } from '../../build/src/payloads/fault-class.js';
import { measureInTurn, processorSeconds, ratioOf, spreadOf } from '../spread.mjs';
import { hundredths, spreadCells, spreadHead, table, whole } from '../table.mjs';

const name = 'payloads';
const title = 'Bodies a second';

const ofEachClass = 1_000;
const wanted = 20_000;
const { fc, classes } = await loadClasses();
const sampled = ofEachClass * classes.length;

/** Bodies a second: drawn by fast-check alone, drawn and classified, and drawn as runs of two sizes do. */
async function measure() {
  const measured = await measureInTurn({
    sampled: (seed) => sampled / processorSeconds(() => sampleAll(seed)),
    classified: (seed) => sampled / processorSeconds(() => classifyAll(seed)),
    runsOf60: (seed) => (100 * 60) / processorSeconds(() => drawForRuns(seed, 60, 100)),
    runsOf400: (seed) => (20 * 400) / processorSeconds(() => drawForRuns(seed, 400, 20)),
  });
  const of = (what) => ({ rate: spreadOf(measured[what]), share: ratioOf(measured[what], measured.sampled) });
  return {
    sampled: of('sampled'),
    classified: of('classified'),
    runsOf60: of('runsOf60'),
    runsOf400: of('runsOf400'),
  };
}

function samplesOf(seed) {
  return classes.map((faultClass) => ({
    faultClass,
    drafts: fc.sample(faultClass.arbitrary, { seed, numRuns: ofEachClass }),
  }));
}

function sampleAll(seed) {
  const generated = samplesOf(seed).reduce((sum, { drafts }) => sum + drafts.length, 0);
  if (generated !== sampled) throw new Error(`Only ${generated} bodies were drawn.`);
}

function classifyAll(seed) {
  for (const { faultClass, drafts } of samplesOf(seed))
    if (!drafts.every((draft) => isOfClass(faultClass, draft)))
      throw new Error(`A body is not of its class, ${faultClass.id}.`);
}

/** As runs draw them: every class once before any twice, no two alike, rendered once more with a name in them. */
function drawForRuns(seed, count, runs) {
  for (let run = 0; run < runs; run++) {
    const generated = generatePayloads(fc, classes, seed * runs + run, count);
    if (generated.length < count) throw new Error(`Only ${generated.length} bodies were drawn.`);
    for (const { draft } of generated) render(draft, markPlace);
  }
}

function goals({ classified }) {
  const { median } = classified.rate;
  return [
    {
      what: 'bodies drawn, rendered and classified, a second',
      goal: `at least ${whole(wanted)}`,
      reached: whole(median),
      met: median >= wanted,
      why: 'reading a body as exact JSON to be sure of its fault takes longer than drawing it.',
    },
  ];
}

function text({ sampled: alone, classified, runsOf60, runsOf400 }) {
  const row = (what, { rate, share }) => [what, ...spreadCells(rate, whole), hundredths(share.median)];
  return `A run draws its bodies once, before it sends the first of them. Bodies a second of the processor, and the share of what \`fc.sample\`
alone reaches with the same generators:

${table(
  ['What', ...spreadHead, 'share'],
  [
    row(`drawn from each of the ${classes.length} classes by \`fc.sample\``, alone),
    row('the same, rendered to bytes and classified', classified),
    row('for runs of 60: each class once before any twice, none twice', runsOf60),
    row('for runs of 400', runsOf400),
  ],
)}`;
}

export const payloadsPart = { name, title, measure, goals, text };
