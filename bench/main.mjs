// `npm run bench [-- PART …]`: measures what is built, the command in dist/ and its modules one by one in build/; writes
// reports/bench.json and docs/performance.md. Every server is on the loopback. With parts named, the others keep what was
// measured of them before.
import { writePage } from './page.mjs';
import { parts, partsNamed } from './parts/index.mjs';
import { readRecord, writeRecord } from './record.mjs';

const record = readRecord();
for (const part of partsNamed(process.argv.slice(2))) {
  const start = performance.now();
  process.stderr.write(`${part.name} …`);
  // A part that cannot be measured ends the command here: nothing is written of a part that failed.
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
