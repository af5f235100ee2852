// Writes all reports of a run with many exchanges. It does so only once, because the peak memory of a process cannot be reset.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../../../build/src/files/write-file.js';
import { loadReporter, reporterFiles } from '../../../build/src/report/reporter.js';
import { runTrial } from '../../../build/tests/gallery/trial.js';
import { readOptions, writeResult } from './child.mjs';

const { count } = readOptions();

/** Returns the report of a real run against a server with a defect, with its exchanges repeated many times. */
async function manyTimes() {
  const wrongStatus = (parts) => ({ errorJson: (error) => ({ ...parts.errorJson(error), status: 'none' }) });
  const { report } = await runTrial({ change: wrongStatus }, { plan: 'free', keepExchanges: true });
  const { recorded } = report.exchanges;
  const repeated = Array.from({ length: count }, (_, index) => {
    const exchange = recorded[index % recorded.length];
    return { ...exchange, id: index + 1, atMs: index * 10, purpose: `${exchange.purpose}, ${index}` };
  });
  // Copied, so that no two exchanges share strings.
  return JSON.parse(JSON.stringify({ ...report, exchanges: { recorded: repeated, leftOut: 0 } }));
}

async function writeAll(report, folder) {
  for (const [name, file] of Object.entries(reporterFiles)) {
    if (name === 'terminal') continue;
    const { render } = await loadReporter(name);
    const text = await render(report);
    if (file !== undefined) await writeWhole(folder, file, text);
  }
}

function secondsSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

const report = await manyTimes();
const folder = mkdtempSync(join(tmpdir(), 'bench-reports-'));
try {
  globalThis.gc();
  const before = process.memoryUsage.rss();
  const start = process.cpuUsage();
  await writeAll(report, folder);
  const seconds = secondsSince(start);
  const bytes = process.resourceUsage().maxRSS * 1024 - before;
  const startOfJson = process.cpuUsage();
  JSON.stringify(report);
  writeResult({ seconds, bytes, toJson: seconds / secondsSince(startOfJson) });
} finally {
  rmSync(folder, { recursive: true });
}
