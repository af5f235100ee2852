import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../reports/', import.meta.url);
const file = new URL('bench.json', folder);

/** Returns the last measurements by part, or nothing if there are none. */
export function readRecord() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

export function writeRecord(record) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
}
