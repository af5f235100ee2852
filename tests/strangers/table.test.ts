import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { expect, it } from 'vitest';
import { ledger } from '../../src/spec/ledger.ts';
import { strangers } from './table.ts';
import { languages, serversFolder } from './try-stranger.ts';

const idsOf = (wanted: string) => ledger.filter(({ level }) => level === wanted).map(({ id }) => id);

it('has one row for each server, and a language for each', () => {
  const files = strangers.map(({ file }) => file);
  expect([...files].sort()).toEqual(readdirSync(serversFolder).sort());
  expect(files.filter((file) => languages[extname(file)] === undefined)).toEqual([]);
});

it('names required requirements that fail, and advisory ones that may warn', () => {
  const [required, advisory] = [idsOf('required'), idsOf('advisory')];
  expect(strangers.flatMap(({ fails }) => fails).filter((id) => !required.includes(id))).toEqual([]);
  expect(strangers.flatMap(({ mayWarn }) => mayWarn).filter((id) => !advisory.includes(id))).toEqual([]);
});
