import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeWhole } from '../../src/files/write-file.ts';
import * as json from '../../src/report/json.ts';
import { sampleReport } from './sample-report.ts';

it('begins with the format and ends with `complete`', () => {
  const { complete, ...rest } = sampleReport;
  const text = json.render({ complete, ...rest });
  expect(Object.keys(JSON.parse(text))).toEqual([...Object.keys(rest), 'complete']);
  expect(text).toMatch(/^\{\n {2}"format": "petstore-conformance\/report",/);
  expect(text).toMatch(/"complete": true\n\}\n$/);
});

it('replaces an older report and leaves no other files', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'report.json'), 'old');
  const path = await writeWhole(folder, 'report.json', json.render(sampleReport));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(sampleReport);
  expect(readdirSync(folder)).toEqual(['report.json']);
});

it('creates the folder, and keeps the old report if the new one cannot be written', async () => {
  const folder = temporaryFolder();
  await writeWhole(join(folder, 'a', 'b'), 'report.json', 'new');
  writeFileSync(join(folder, 'file'), '');
  await expect(writeWhole(join(folder, 'file'), 'report.json', 'new')).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(['a', 'file']);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
