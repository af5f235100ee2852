import { listOptions, type OptionRow, runOptions, serveOptions } from './options.ts';

export type CommandName = 'run' | 'serve' | 'list' | 'explain';

export const optionsOf: Readonly<Record<CommandName, readonly OptionRow[]>> = {
  run: runOptions,
  serve: serveOptions,
  list: listOptions,
  explain: [],
};

export const commandNames = Object.keys(optionsOf) as CommandName[];
