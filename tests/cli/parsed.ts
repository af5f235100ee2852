import type { CommandName } from '../../src/cli/commands.ts';
import { parseCommandLine } from '../../src/cli/parser.ts';
import type { Flags } from '../../src/config/values.ts';

/** Parses a command line without running it. Returns its command, or the text that it prints instead. */
export async function parsed(
  words: readonly string[],
  width = 80,
): Promise<{ readonly text: string; readonly name?: CommandName; readonly flags?: Flags }> {
  let chosen = {};
  const text = await parseCommandLine(words, {
    width,
    act: async (name, flags) => {
      chosen = { name, flags };
    },
  });
  return { text, ...chosen };
}
