import { listOptions, type OptionRow, replayOptions, runOptions, serveOptions } from './options.ts';

export type CommandName = 'run' | 'replay' | 'serve' | 'list' | 'explain';

export const optionsOf: Readonly<Record<CommandName, readonly OptionRow[]>> = {
  run: runOptions,
  replay: replayOptions,
  serve: serveOptions,
  list: listOptions,
  explain: [],
};

export const commandNames = Object.keys(optionsOf) as CommandName[];
