import {
  diffOptions,
  galleryOptions,
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
  | 'gallery';

export const optionsOf: Readonly<Record<CommandName, readonly OptionRow[]>> = {
  run: runOptions,
  replay: replayOptions,
  report: reportOptions,
  diff: diffOptions,
  waive: waiveOptions,
  judge: judgeOptions,
  serve: serveOptions,
  list: listOptions,
  explain: [],
  gallery: galleryOptions,
};

export const commandNames = Object.keys(optionsOf) as CommandName[];
