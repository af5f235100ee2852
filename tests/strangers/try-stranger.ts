import { extname, join } from 'node:path';
import type { Report } from '../../src/model/report.ts';
import { run } from '../../src/run/run.ts';
import { serve } from '../stacks/toolchains/serve.ts';
import { type Prepared, prepared, step } from '../stacks/toolchains/toolchain.ts';
import { settingsFor, testKey } from '../support/run-against.ts';
import type { Stranger } from './table.ts';

export const serversFolder = join(import.meta.dirname, 'servers');

/** How a language is started. */
interface Language {
  readonly program: string;
  /** What comes before FILE PORT. */
  readonly before: readonly string[];
  /** Shows the version, and so that the language is installed. */
  readonly version: readonly string[];
}

/** The languages that servers may be written in, by extension. */
export const languages: Readonly<Record<string, Language>> = {
  '.mjs': { program: process.execPath, before: [], version: ['--version'] },
  '.cjs': { program: process.execPath, before: [], version: ['--version'] },
  '.py': { program: 'python3', before: ['-B'], version: ['--version'] },
  '.go': { program: 'go', before: ['run'], version: ['version'] },
  '.java': { program: 'java', before: [], version: ['--version'] },
};

/** Looks for the server's language on this machine. Resolves with how to start the server, or why it is left out. */
export function prepareStranger({ file, env = {}, windowMs }: Stranger): Promise<Prepared> {
  return prepared(async () => {
    const language = languages[extname(file)];
    if (language === undefined) throw new Error(`No language for ${file}`);
    const { program, before, version } = language;
    const installed = await step(program, version);
    return {
      kind: 'ready',
      start: (options) =>
        serve(
          {
            file: program,
            args: (port) => [...before, file, String(port)],
            cwd: serversFolder,
            env: { WINDOW_MS: String(windowMs), ...env },
          },
          options,
        ),
      versions: [installed],
    };
  });
}

/** Starts the server, runs the kit on it in real time with the settings of a standard run, and stops it. */
export async function tryStranger(
  { windowMs, limit = 60 }: Stranger,
  { start }: Extract<Prepared, { kind: 'ready' }>,
): Promise<Report> {
  const server = await start({ key: testKey, limit, windowSeconds: windowMs / 1000 });
  try {
    return await run(settingsFor(server.url));
  } finally {
    await server.close();
  }
}
