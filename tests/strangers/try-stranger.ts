import { extname } from 'node:path';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { Report } from '../../src/report/model/report.ts';
import { serve } from '../stacks/toolchains/serve.ts';
import { type Prepared, prepared, step } from '../stacks/toolchains/toolchain.ts';
import { settingsFor, testKey } from '../support/run-against.ts';
import { type Stranger, serversFolder } from './table.ts';

/** How to start a file in a language, and how to check that the language is installed. */
interface Language {
  readonly program: string;
  /** The words before FILE PORT. */
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
  '.rb': { program: 'ruby', before: [], version: '--version' },
  // Compiles and runs a single file.
  '.java': { program: 'java', before: [], version: '--version' },
  '.go': { program: 'go', before: ['run'], version: 'version' },
};

/** Looks for the server's language on this machine. Resolves with how to start the server, or why it is skipped. */
export function prepareStranger({ file, env }: Stranger): Promise<Prepared> {
  return prepared(async () => {
    const language = languages[extname(file)];
    if (language === undefined) throw new Error(`${file} is in no supported language`);
    const { program, before, version } = language;
    return {
      kind: 'ready',
      versions: [await step(program, [version])],
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

/** Starts the server, runs the kit on it in real time, with the usual seed of tests by default, and stops it. */
export async function tryStranger(
  { args }: Stranger,
  { start }: Extract<Prepared, { kind: 'ready' }>,
  seed: Partial<Pick<Settings, 'seed'>> = {},
): Promise<Report> {
  const server = await start({ key: testKey, limit: 60, windowSeconds: 4 });
  try {
    return await run(settingsFor(server.url, { ...args, ...seed }));
  } finally {
    await server.close();
  }
}
