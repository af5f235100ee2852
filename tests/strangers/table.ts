import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../src/config/settings.ts';

/** What the kit must report about a server, as JSON after `META` in the comment on its first line. */
export interface Meta {
  readonly legal: boolean;
  /** What is unusual about a legal server, or the mistake of a defect. */
  readonly what: string;
  /** All of these requirements must fail. */
  readonly mustFail?: readonly string[];
  /** At least one of these requirements must fail. */
  readonly mustFailOneOf?: readonly string[];
  /** Requirements that may also fail; all others must not. */
  readonly mayFail?: readonly string[];
  /** Requirements that may warn; all others must not. */
  readonly mayWarn?: readonly string[];
  /** Exit status of the kit; 0 for a legal server and 1 for a defect unless given. */
  readonly status?: 0 | 1 | 3;
  /** The kit is known not to find this defect: nothing fails. `mustFail` then says what should. */
  readonly missed?: true;
  /** Settings of the run other than the defaults. */
  readonly args?: Partial<Pick<Settings, 'plan' | 'profile' | 'seed'>>;
  /** Environment variables; `WINDOW_MS` is 4000 and `LIMIT` 60 unless given. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that someone wrote from the specification alone. */
export interface Stranger extends Meta {
  /** Its file in `servers/`; the extension decides how it is started. */
  readonly file: string;
}

export const serversFolder = join(import.meta.dirname, 'servers');

/** Reads the first line of a server; undefined for shared files. */
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
