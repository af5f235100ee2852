// `npm run bench [-- PART …]` measures the built command in dist/ and its modules in build/, and writes reports/bench.json
// and reports/performance.md. If parts are named, the others keep their earlier measurements.
import { measurementNow } from '../docs/measured.mjs';
import { writePage } from './page.mjs';
import { parts, partsNamed } from './parts/index.mjs';
import { readRecord, writeRecord } from './record.mjs';

const record = readRecord();
for (const part of partsNamed(process.argv.slice(2))) {
  const start = performance.now();
  const now = measurementNow();
  process.stderr.write(`${part.name} …`);
  // If a part fails, the command ends here and writes nothing about the part.
  const measured = await part.measure();
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stderr.write(` ${seconds} s\n`);
  record[part.name] = {
    measured,
    seconds,
    node: process.versions.node,
    ...now,
  };
  process.stdout.write(`## ${part.title}\n\n${part.text(measured)}\n\n`);
  writeRecord(record);
}
writePage(parts, record);
