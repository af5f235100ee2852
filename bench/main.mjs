// `npm run bench [-- PART …]` measures the built command in dist/ and its modules in build/, and writes reports/bench.json
// and docs/performance.md. If parts are named, the others keep their earlier measurements.
import { execFileSync } from 'node:child_process';
import { writePage } from './page.mjs';
import { parts, partsNamed } from './parts/index.mjs';
import { readRecord, writeRecord } from './record.mjs';

const record = readRecord();
for (const part of partsNamed(process.argv.slice(2))) {
  const start = performance.now();
  process.stderr.write(`${part.name} …`);
  // If a part fails, the command ends here and writes nothing about it.
  const measured = await part.measure();
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stderr.write(` ${seconds} s\n`);
  record[part.name] = {
    measured,
    seconds,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim(),
  };
  process.stdout.write(`## ${part.title}\n\n${part.text(measured)}\n\n`);
  writeRecord(record);
}
writePage(parts, record);
