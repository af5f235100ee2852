import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../src/config/settings.ts';

/** What the kit must report about a server, as JSON after `META` in the comment on its first line. */
export interface Meta {
  readonly legal: boolean;
  /** What is unusual about a legal server, or what a defective server does wrong. */
  readonly what: string;
  /** All of these requirements must fail. */
  readonly mustFail?: readonly string[];
  /** At least one of these requirements must fail. */
  readonly mustFailOneOf?: readonly string[];
  /** Requirements that may also fail. No other requirement may fail. */
  readonly mayFail?: readonly string[];
  /** Requirements that may warn. No other requirement may warn. */
  readonly mayWarn?: readonly string[];
  /** The exit status of the kit. By default, 0 for a legal server and 1 for a defect. */
  readonly status?: 0 | 1 | 3;
  /** Whether the kit is known to miss this defect, so that nothing fails. `mustFail` then says what should fail. */
  readonly missed?: true;
  /** Settings of the run other than the defaults. */
  readonly args?: Partial<Pick<Settings, 'plan' | 'profile' | 'seed'>>;
  /** Environment variables. By default, `WINDOW_MS` is 4000 and `LIMIT` is 60. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that someone wrote using only the specification and the requirements. */
export interface Stranger extends Meta {
  /** The file in `servers/`. The extension decides how to start the server. */
  readonly file: string;
}

export const serversFolder = join(import.meta.dirname, 'servers');

/** Reads the first line of a server. Returns undefined for shared files. */
export function metaOf(text: string): Meta | undefined {
  const [, json] = /^(?:\/\/|#) META (\{.*\})$/m.exec(text.split('\n', 1)[0] ?? '') ?? [];
  return json === undefined ? undefined : (JSON.parse(json) as Meta);
}

export const strangers: readonly Stranger[] = readdirSync(serversFolder)
  .sort()
  .flatMap((file) => {
    const meta = metaOf(readFileSync(join(serversFolder, file), 'utf8'));
    return meta === undefined ? [] : [{ file, ...meta }];
  });
