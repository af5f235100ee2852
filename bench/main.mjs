// `npm run bench [-- PART …]` measures the built command (dist/) and single modules (build/) against servers on the loopback
// interface, and writes reports/bench.json and docs/performance.md. With parts named, the other parts keep their last results.
import { writePage } from './page.mjs';
import { parts, partsNamed } from './parts/index.mjs';
import { readRecord, writeRecord } from './record.mjs';

const record = readRecord();
for (const part of partsNamed(process.argv.slice(2))) {
  const start = performance.now();
  process.stderr.write(`${part.name} …`);
  // Throws if the part fails, before anything is written for it.
  const measured = await part.measure();
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stderr.write(` ${seconds} s\n`);
  record[part.name] = {
    measured,
    seconds,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
  };
  process.stdout.write(`## ${part.title}\n\n${part.text(measured)}\n\n`);
  writeRecord(record);
}
writePage(parts, record);
