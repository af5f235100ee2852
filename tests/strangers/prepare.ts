import { extname } from 'node:path';
import { serve } from '../stacks/toolchains/serve.ts';
import { type Prepared, prepared, step } from '../stacks/toolchains/toolchain.ts';
import { type Stranger, serversFolder } from './table.ts';

/** How to start a file that is written in a language, and how to check that the language is installed. */
interface Language {
  readonly program: string;
  /** The arguments before FILE PORT. */
  readonly before: readonly string[];
  readonly version: string;
}

const node: Language = { program: process.execPath, before: [], version: '--version' };

/** The supported languages, by extension. */
export const languages: Readonly<Record<string, Language>> = {
  '.mjs': node,
  '.cjs': node,
  // -B: write nothing next to the sources.
  '.py': { program: 'python3', before: ['-B'], version: '--version' },
  '.pl': { program: 'perl', before: [], version: '--version' },
  '.go': { program: 'go', before: ['run'], version: 'version' },
};

/** The versions of the programs that have been found so far. */
const versions = new Map<string, Promise<string>>();

function versionOf({ program, version }: Language): Promise<string> {
  const found = versions.get(program) ?? step(program, [version]);
  versions.set(program, found);
  return found;
}

/** Looks for the server's language on this machine. Resolves with how to start the server, or why it is skipped. */
export function prepareStranger({ file, env }: Stranger): Promise<Prepared> {
  return prepared(async () => {
    const language = languages[extname(file)];
    if (language === undefined) throw new Error(`${file} is not in a supported language`);
    const { program, before } = language;
    return {
      kind: 'ready',
      versions: [await versionOf(language)],
      start: (options) =>
        serve(
          {
            file: program,
            args: (port) => [...before, file, String(port)],
            cwd: serversFolder,
            env: { WINDOW_MS: '4000', ...env },
          },
          options,
        ),
    };
  });
}
