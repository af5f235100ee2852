import { plans } from '../spec/plans.ts';
import type { Level } from '../spec/requirement.ts';
import { choice, onOff, path, paths, type Rows, rowsWhere, text, whole } from './option.ts';
import { runOptions } from './options.ts';

/** Options of the other commands, which no configuration file and no variable states, each table by its command. */
const plan = 'free, pro, business or enterprise';

/** What `list --level` takes. */
const levels = ['required', 'advisory', 'observed', 'excluded'] as const satisfies readonly Level[];

const json = onOff('flag', 'Options', 'as JSON');
const check = paths('flag', 'Options', 'FILE with requirements of your own, to be shown as well');

/** `replay`: which finding, and the options of `run` that say how a target is reached. */
export const replayOptions: Rows = {
  finding: text('flag', 'Finding', 'ID of its requirement, its signature, or its number N', {
    shown: 'the only one',
  }),
  ...rowsWhere(runOptions, ({ also = [] }) => also.includes('replay')),
};

/** `judge`: the options of `run` that say what is judged and how it is told. */
export const judgeOptions: Rows = rowsWhere(runOptions, ({ also = [] }) => also.includes('judge'));

export const serveOptions = {
  port: whole('flag', 'Options', 'N to listen on; 0 takes any free port', [0, 65_535], { standard: 8080 }),
  host: text('flag', 'Options', 'ADDRESS to listen on', { standard: '127.0.0.1' }),
  plan: choice('flag', 'Options', plan, plans, { standard: 'free' }),
  limit: whole('flag', 'Options', 'N requests a window', [1, 1_000_000], { shown: "the plan's" }),
  window: whole('flag', 'Options', "SECONDS that the plan's minute lasts", [1, 86_400], { standard: 60 }),
  keyFile: path('flag', 'Options', 'FILE that holds the key, where PETSTORE_API_KEY does not'),
  defect: text('flag', 'Options', 'ID of a mistake to serve with; list --defects shows them'),
  variant: text('flag', 'Options', 'ID of a legal variant to serve with; list --variants shows them'),
};

export const listOptions = {
  level: choice('flag', 'Options', 'required, advisory, observed or excluded', levels),
  check,
  defects: onOff('flag', 'Options', 'the mistakes that serve --defect takes, instead'),
  variants: onOff('flag', 'Options', 'the legal variants that serve --variant takes, instead'),
  json,
};

export const explainOptions = { check, json };

export const galleryOptions = {
  only: text('flag', 'Options', "ID-PATTERN: these defects and variants only, such as 'list-*'"),
  write: path('flag', 'Options', 'FILE that the kill matrix is written to as a page (Markdown)'),
  json,
};

export const initOptions = {
  baseUrl: text('flag', 'Options', 'URL of the service that is tested every night, ending in /v1'),
  target: text('flag', 'Options', 'NAME for it', { standard: 'staging' }),
  plan: choice('flag', 'Options', plan, plans),
  keyVariable: text('flag', 'Options', 'NAME of the variable and the secret with its key', {
    standard: 'PETSTORE_API_KEY',
  }),
  start: text(
    'flag',
    'Options',
    'COMMAND that starts the service in a pull request; without it no gate is written',
  ),
  localUrl: text('flag', 'Options', 'URL where it listens then', { standard: 'http://127.0.0.1:8080/v1' }),
  noWorkflows: onOff('flag', 'Options', 'write the configuration alone'),
  force: onOff('flag', 'Options', 'write over files that are there'),
};

export const reportOptions = {
  reporter: text('flag', 'Options', 'NAMES as for run', { standard: 'terminal' }),
  reports: path('flag', 'Options', 'DIR that reports are written to', { shown: 'the folder of the report' }),
};

export const diffOptions = {
  format: choice('flag', 'Options', 'text or markdown', ['text', 'markdown'], { standard: 'text' }),
  json,
};

export const waiveOptions = {
  expires: text('flag', 'Options', 'YYYY-MM-DD: the last day on which it holds, in UTC'),
  reason: text('flag', 'Options', 'TEXT: why it is accepted'),
  owner: text('flag', 'Options', 'TEXT: who answers for it'),
  ticket: text('flag', 'Options', 'TEXT: where it is followed up'),
  finding: text('flag', 'Options', 'ID of a requirement, or a signature', {
    shown: 'all failures of the report',
  }),
  waivers: path('flag', 'Options', 'FILE that they are added to', {
    standard: 'petstore-conformance.waivers.json',
  }),
};
