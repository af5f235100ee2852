import {
  diffOptions,
  explainOptions,
  galleryOptions,
  initOptions,
  judgeOptions,
  listOptions,
  type OptionRow,
  replayOptions,
  reportOptions,
  runOptions,
  serveOptions,
  waiveOptions,
} from './options.ts';

export type CommandName =
  | 'run'
  | 'replay'
  | 'report'
  | 'diff'
  | 'waive'
  | 'judge'
  | 'serve'
  | 'list'
  | 'explain'
  | 'gallery'
  | 'init';

export const optionsOf: Readonly<Record<CommandName, readonly OptionRow[]>> = {
  run: runOptions,
  replay: replayOptions,
  report: reportOptions,
  diff: diffOptions,
  waive: waiveOptions,
  judge: judgeOptions,
  serve: serveOptions,
  list: listOptions,
  explain: explainOptions,
  gallery: galleryOptions,
  init: initOptions,
};

export const commandNames = Object.keys(optionsOf) as CommandName[];
