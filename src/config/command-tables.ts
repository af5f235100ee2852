import { plans } from '../spec/plans.ts';
import type { Level } from '../spec/requirement.ts';
import { choice, onOff, path, paths, type Rows, rowsWhere, text, under, whole } from './option.ts';
import { runOptions } from './options.ts';

/** Options of the other commands, which no configuration file and no variable states, each table by its command. */
const plan = 'free, pro, business or enterprise';

/** What `list --level` takes. */
const levels = ['required', 'advisory', 'observed', 'excluded'] as const satisfies readonly Level[];

const json = onOff('flag', 'as JSON');
const check = paths('flag', 'FILE with requirements of your own, to be shown as well');

/** `replay`: which finding, and the options of `run` that say how a target is reached. */
export const replayOptions: Rows = {
  ...under('Finding', {
    finding: text('flag', 'ID of its requirement, its signature, or its number N', { shown: 'the only one' }),
  }),
  ...rowsWhere(runOptions, ({ also = [] }) => also.includes('replay')),
};

/** `judge`: the options of `run` that say what is judged and how it is told. */
export const judgeOptions: Rows = rowsWhere(runOptions, ({ also = [] }) => also.includes('judge'));

export const serveOptions = {
  port: whole('flag', 'N to listen on; 0 takes any free port', [0, 65_535], 8080),
  host: text('flag', 'ADDRESS to listen on', { standard: '127.0.0.1' }),
  plan: choice('flag', plan, plans, { standard: 'free' }),
  limit: whole('flag', 'N requests a window', [1, 1_000_000], undefined, { shown: "the plan's" }),
  window: whole('flag', "SECONDS that the plan's minute lasts", [1, 86_400], 60),
  keyFile: path('flag', 'FILE that holds the key, where PETSTORE_API_KEY does not'),
  defect: text('flag', 'ID of a mistake to serve with; list --defects shows them'),
  variant: text('flag', 'ID of a legal variant to serve with; list --variants shows them'),
};

export const listOptions = {
  level: choice('flag', 'required, advisory, observed or excluded', levels),
  check,
  defects: onOff('flag', 'the mistakes that serve --defect takes, instead'),
  variants: onOff('flag', 'the legal variants that serve --variant takes, instead'),
  json,
};

export const explainOptions = { check, json };

export const galleryOptions = {
  only: text('flag', "ID-PATTERN: these defects and variants only, such as 'list-*'"),
  write: path('flag', 'FILE that the kill matrix is written to as a page (Markdown)'),
  json,
};

export const initOptions = {
  baseUrl: text('flag', 'URL of the service that is tested every night, ending in /v1'),
  target: text('flag', 'NAME for it', { standard: 'staging' }),
  plan: choice('flag', plan, plans),
  keyVariable: text('flag', 'NAME of the variable and the secret with its key', {
    standard: 'PETSTORE_API_KEY',
  }),
  start: text('flag', 'COMMAND that starts the service in a pull request; without it no gate is written'),
  localUrl: text('flag', 'URL where it listens then', { standard: 'http://127.0.0.1:8080/v1' }),
  noWorkflows: onOff('flag', 'write the configuration alone'),
  force: onOff('flag', 'write over files that are there'),
};

export const reportOptions = {
  reporter: text('flag', 'NAMES as for run', { standard: 'terminal' }),
  reports: path('flag', 'DIR that reports are written to', { shown: 'the folder of the report' }),
};

export const diffOptions = {
  format: choice('flag', 'text or markdown', ['text', 'markdown'], { standard: 'text' }),
  json,
};

export const waiveOptions = {
  expires: text('flag', 'YYYY-MM-DD: the last day on which it holds, in UTC'),
  reason: text('flag', 'TEXT: why it is accepted'),
  owner: text('flag', 'TEXT: who answers for it'),
  ticket: text('flag', 'TEXT: where it is followed up'),
  finding: text('flag', 'ID of a requirement, or a signature', {
    shown: 'all failures of the report',
  }),
  waivers: path('flag', 'FILE that they are added to', {
    standard: 'petstore-conformance.waivers.json',
  }),
};
