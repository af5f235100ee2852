import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { flagOf, type OptionRow, settingOf } from '../../src/config/option.ts';
import {
  commandOptions,
  comparedOptions,
  libraryOptions,
  runOptions,
  settingOptions,
} from '../../src/config/options.ts';
import { insteadOf, removedOptions } from '../../src/config/removed.ts';
import { defaultSettings, optionSettingsOf } from '../../src/config/settings.ts';
import { optionsWords } from '../../src/report/configuration.ts';
import { diffReports } from '../../src/report/diff.ts';
import { compileReportSchema } from '../report/report-schema.ts';
import { sampleReport } from '../report/sample-report.ts';

const source = readFileSync(new URL('../../src/config/options.ts', import.meta.url), 'utf8');

/** Options that have a different form in the library than on the command line, with their own descriptions. */
const ofCode = ['baseUrl', 'header', 'ca', 'cert', 'certKey', 'description', 'accepted'];

it('the types of the library document each option', () => {
  const comments = [...source.matchAll(/^ {4}\/\*\* (.+) \*\/\n {4}(\w+): /gm)];
  const shown = Object.fromEntries(comments.map(([, words, name = '']) => [name, words]));
  const shared = Object.entries(libraryOptions).filter(([name]) => !ofCode.includes(name));
  expect(shown).toEqual(Object.fromEntries(shared.map(([name, { words }]) => [name, words])));
});

it('run has these 36 options', () => {
  const names = [
    ...['base-url', 'reference-server', 'wait-for', 'api-key-file', 'allow-http', 'allow-short-key'],
    ...['header', 'ca', 'cert', 'cert-key', 'read-only'],
    ...['plan', 'description', 'check', 'profile', 'only', 'no-exhaust', 'no-near-misses', 'seed'],
    ...['max-requests', 'max-creates', 'max-wait', 'max-time', 'list-delay', 'concurrency', 'timeout'],
    ...['max-body', 'dry-run'],
    ...['reports', 'reporter', 'accepted', 'fail-on', 'strict', 'label', 'verbose', 'quiet'],
  ];
  expect(names).toHaveLength(36);
  expect(Object.keys(commandOptions).map(flagOf)).toEqual(names);
});

it('run has no removed option, and only removed options have a message that names a replacement', () => {
  expect(Object.keys(removedOptions).filter((name) => Object.hasOwn(runOptions, name))).toEqual([]);
  expect(Object.keys(runOptions).filter((name) => insteadOf(name) !== undefined)).toEqual([]);
  expect([insteadOf('constructor'), insteadOf('targets')]).toEqual([undefined, undefined]);
});

it('a default is within its bounds', () => {
  for (const [name, { bounds, standard }] of Object.entries<OptionRow>(runOptions)) {
    const [least, most] = bounds ?? [0, 0];
    const defaults = typeof standard === 'object' ? Object.values(standard) : [standard];
    for (const value of bounds === undefined ? [] : defaults.filter((one) => one !== undefined)) {
      expect(value, name).toBeGreaterThanOrEqual(least);
      expect(value, name).toBeLessThanOrEqual(most);
    }
  }
});

/** Returns a value for an option other than its default. */
function anotherValue({ kind, choices = [], bounds = [0, 0], use }: OptionRow): string | number | boolean {
  if (use === 'read') return 'another.yaml';
  if (kind === 'choice') return String(choices.at(-1));
  if (kind === 'text') return 'auth.*';
  if (kind === 'off') return false;
  return kind === 'switch' ? true : bounds[0] + 1;
}

const withSetting = (name: string, row: OptionRow) => ({
  ...sampleReport,
  configuration: { ...sampleReport.configuration, [settingOf(name, row)]: anotherValue(row) },
});

const validate = compileReportSchema();

it.each(Object.entries(settingOptions))('the report contains the setting of %s', (name, row) => {
  const setting = settingOf(name, row);
  const settings = { ...defaultSettings(), [setting]: anotherValue(row) };
  expect(optionSettingsOf(settings)).toMatchObject({ [setting]: anotherValue(row) });
  const report = withSetting(name, row);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  expect(optionsWords(report.configuration).join(' ')).toContain(`--${flagOf(name)}`);
});

it.each(Object.entries(comparedOptions))('diff compares %s', (name, row) => {
  const { [settingOf(name, row)]: _, ...without } = { ...sampleReport.configuration } as Record<
    string,
    unknown
  >;
  const before = { ...sampleReport, configuration: without as never };
  const after = withSetting(name, row);
  expect(diffReports(before, after).caveats.join()).toContain(`different --${flagOf(name)}: `);
});

const src = new URL('../../src/', import.meta.url);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\/(?:options|commands|removed)\.ts$/.test(file))
  .map((file) => readFileSync(new URL(file, src), 'utf8'))
  .join('\n');

it.each(Object.entries(runOptions))('the source code uses the option %s', (name, row: OptionRow) => {
  const wanted = row.use === 'setting' ? settingOf(name, row) : name;
  expect(sources).toMatch(new RegExp(`\\b${wanted}\\b`));
});
