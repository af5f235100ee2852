import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command, temporaryFolder } from '../cli/command.ts';
import { extendedTier } from '../support/tiers.ts';

const root = resolve(import.meta.dirname, '../..');

/** Code that works only on Linux or fails on Windows: calls, paths, and a URL used as a path. */
const posixOnly: readonly RegExp[] = [
  /\bprocess\.(?:get|set)e?[ug]id\b|\bprocess\.(?:getgroups|setgroups|initgroups|umask|kill)\b/,
  /\b(?:l?chown|f?chmod|symlink|link|mkfifo)(?:Sync)?\(/,
  /from 'node:(?:child_process|cluster)'/,
  /['"`]\/(?:tmp|dev|etc|usr|bin|var|proc|home)\//,
  /import\.meta\.url\)\.pathname/,
  /\bfile:\/\//,
];

/** These files have a fallback for other systems. */
const exempt = [join('src', 'cli', 'exit.ts')];

const sources = ['src', 'suites', 'reference-server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

/** Removes comments, which may name what code must not use. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

describe('Windows and macOS', () => {
  it.each(posixOnly)('no shipped file matches %s', (pattern) => {
    const found = sources
      .filter((file) => !exempt.includes(file))
      .filter((file) => pattern.test(withoutComments(readFileSync(join(root, file), 'utf8'))));
    expect(found).toEqual([]);
  });

  it('file names are valid on every system and differ in more than case', () => {
    expect(sources.filter((file) => /[<>:"|?*]|[. ]$/.test(file))).toEqual([]);
    expect(new Set(sources.map((file) => file.toLowerCase())).size).toBe(sources.length);
  });

  it(
    'a file of accepted failures may have a byte order mark and CRLF line endings',
    extendedTier,
    async () => {
      const cwd = await temporaryFolder();
      const windows = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`;
      const accepted = { format: 'petstore-conformance/accepted', formatVersion: 1, accepted: [] };
      const path = join(cwd, 'accepted.json');
      await writeFile(path, windows(JSON.stringify(accepted, null, 2)));
      const options = ['--only', 'list.ok', '--no-exhaust', '--reporter', 'terminal', '--accepted', path];
      const { status, stdout, stderr } = await command(['run', ...options], { cwd });
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('could not')]);
      expect(stdout).toContain('PASSED (exit status 0)');
    },
  );
});
