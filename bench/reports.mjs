// What it takes to write all reports of a run with very many exchanges. Imported by performance.mjs; started as a
// process of its own it measures once and prints JSON, for what a process has used at most cannot be reset.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTrial } from '../dist/src/gallery/trial.js';
import { loadReporter, reporterFiles } from '../dist/src/report/reporters.js';
import { writeWhole } from '../dist/src/report/write-file.js';

const manyExchanges = 10_000;
const mostMs = 1_000;
const mostBytes = 100e6;
const self = fileURLToPath(import.meta.url);

/** A real run against a server with a mistake, its exchanges repeated until they are very many. */
async function manyTimes() {
  const wrongStatus = (parts) => ({ errorJson: (error) => ({ ...parts.errorJson(error), status: 'none' }) });
  const { report } = await runTrial({ change: wrongStatus }, { plan: 'free', keepExchanges: true });
  const { kept } = report.exchanges;
  const repeated = Array.from({ length: manyExchanges }, (_, index) => {
    const exchange = kept[index % kept.length];
    return { ...exchange, id: index + 1, atMs: index * 10, purpose: `${exchange.purpose}, ${index}` };
  });
  // Copied, so that no two exchanges share their texts.
  return JSON.parse(JSON.stringify({ ...report, exchanges: { kept: repeated, leftOut: 0 } }));
}

/** Of the processor: what else the machine does meanwhile does not count. */
function millisecondsSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Milliseconds and bytes of memory that writing every report takes, and milliseconds of `JSON.stringify` alone. */
async function measureOnce() {
  const report = await manyTimes();
  const folder = mkdtempSync(join(tmpdir(), 'bench-reports-'));
  try {
    globalThis.gc();
    const before = process.memoryUsage.rss();
    const start = process.cpuUsage();
    for (const [name, file] of Object.entries(reporterFiles)) {
      if (name === 'terminal') continue;
      const { render, pieces } = await loadReporter(name);
      const text = pieces === undefined ? await render(report) : pieces(report);
      if (file !== undefined) await writeWhole(folder, file, text);
    }
    const ms = millisecondsSince(start);
    const bytes = process.resourceUsage().maxRSS * 1024 - before;
    const startJson = process.cpuUsage();
    JSON.stringify(report);
    return { ms, bytes, ratio: ms / millisecondsSince(startJson) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures once, in a fresh process. */
function measureApart() {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', self], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The reports could not be measured: ${stderr}`);
  return JSON.parse(stdout);
}

/** Measures so many times: the section of the page about it, and the medians. */
export function reportsSection(repetitions) {
  const measured = Array.from({ length: repetitions }, measureApart);
  const sorted = (name) => measured.map((one) => one[name]).sort((a, b) => a - b);
  const median = (name) => sorted(name)[(repetitions - 1) / 2];
  const row = (what, name, write) =>
    `| ${what} | ${write(sorted(name)[0])} | ${write(median(name))} | ${write(sorted(name).at(-1))} |`;
  const text = `## Writing reports

All reports of a run with ${manyExchanges.toLocaleString('en-US')} exchanges (JSON, HTML, JUnit, Markdown, annotations, HAR), each measurement in a
process of its own. Seconds are those of the processor. The goals are ${mostMs / 1_000} s and ${mostBytes / 1e6} MB.

| What | minimum | median | maximum |
|---|---:|---:|---:|
${row('seconds', 'ms', (ms) => (ms / 1_000).toFixed(2))}
${row('times as long as `JSON.stringify` of the report', 'ratio', (ratio) => ratio.toFixed(1))}
${row('MB of memory more than before', 'bytes', (bytes) => Math.round(bytes / 1e6))}`;
  return { text, ms: median('ms'), bytes: median('bytes') };
}

/** In what a measurement falls short of the goals. */
export function tooSlowReports({ ms, bytes }) {
  return [
    ...(ms > mostMs ? [`All reports of a run take more than ${mostMs} ms.`] : []),
    ...(bytes > mostBytes ? [`All reports of a run take more than ${mostBytes / 1e6} MB of memory.`] : []),
  ];
}

if (process.argv[1] === self) process.stdout.write(JSON.stringify(await measureOnce()));
