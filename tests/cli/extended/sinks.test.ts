// @module-tag extended
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../../src/report/model/report.ts';
import { reporterFiles } from '../../../src/report/reporter.ts';
import { type Deviation, message } from '../../hostile/message.ts';
import { type CorrectResponse, startRaw } from '../../hostile/raw-server.ts';
import { hostileBody } from '../../report/hostile-texts.ts';
import { commandsIn, unprintableIn } from '../../support/harmless.ts';
import { testKey } from '../../support/run-against.ts';
import { command, temporaryFolder } from '../command.ts';
import { carryOut } from '../in-process.ts';

/** Strings that affect a terminal, a build server, a shell, or what people see. */
const hostile = [
  '\u001b]0;owned\u0007\u001b[2J\u001b[31m',
  '\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\',
  '\u009b31m\u0085\u0090\u007f',
  '\rpetstore-conformance: CONFORMS (exit status 0)\b\b\b\t',
  '\n::error::owned\n  ::set-env name=A::b\n',
  '::add-mask::a ::stop-commands::b',
  '##[error]owned ##vso[task.complete result=Succeeded;]ok',
  "\n##teamcity[buildStatus status='SUCCESS']",
  '\u001b[0Ksection_start:1:owned\r\u001b[0K\n~~~ owned\n+++ owned',
  '\u202egnp.exe\u2066\u2069\u200b\u200f\ufeff\u2060\u{e0041}',
  '\u2028::error::owned\u2029',
  `'; touch owned; ' "$(touch owned)" \`touch owned\` @/etc/passwd -o owned`,
  '</script><img src=x onerror=alert(1)> | `x` [x](javascript:x) @everyone =cmd()',
  'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'A'.repeat(3_000),
];
const all = hostile.join(' ');
/** Status lines can contain all bytes except line breaks and NUL. Header lines can contain no control characters. */
const inStatus = Buffer.from(all.slice(0, 900))
  .toString('latin1')
  .replace(/[\r\n\0]/g, ' ');
const inHead = inStatus.replace(/[^\x20-\x7e\x80-\xff]/g, ' ');

/** All reporters. */
const writing = ['--reporter', Object.keys(reporterFiles).join(',')];
const isName = (name: string | undefined) => name !== undefined;

/** Puts hostile text into every part of a correct response that reports show. */
function deviated(correct: CorrectResponse): Deviation {
  return {
    statusLine: `HTTP/1.1 ${correct.status} ${inStatus}`,
    headers: [
      ...correct.headers.filter(([name]) => /^x-ratelimit-limit$/i.test(name)),
      ['Content-Type', `application/json; x="${inHead}"`],
      ['X-RateLimit-Remaining', inHead],
      ['X-RateLimit-Reset', `##vso[task.complete]${inHead}`],
      ['Retry-After', inHead],
      ['Location', inHead],
      ['Sunset', inHead],
      ['X-##vso.x', '::error::'],
    ],
    body: hostileBody(all, correct.status),
  };
}

const annotation = /^::(error|warning) title=[a-z0-9. -]+::/gm;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the kit's own colors.
const colourOrAnnotation = /\u001b\[\d{1,2}(;\d{1,2})*m|^::(error|warning) title=[a-z0-9. -]+::/gm;

it.each<[what: string, env: Record<string, string>, own: RegExp, carry: typeof carryOut]>([
  ['in color', { FORCE_COLOR: '1' }, colourOrAnnotation, carryOut],
  ['on a build server', { GITHUB_ACTIONS: 'true', CI: 'true', TF_BUILD: 'True' }, annotation, command],
])(
  'strings from a hostile server never act as terminal or build commands: %s',
  async (_what, env, own, carry) => {
    const target = await startRaw({
      response: ({ socket, correct }) => void socket.write(message(correct, deviated(correct))),
    });
    onTestFinished(target.close);
    const cwd = await temporaryFolder();
    const args = ['run', '--base-url', target.url, '--no-exhaust', '--max-wait', '5', ...writing];
    const { status, stdout, stderr } = await carry(args, { cwd, env: { ...env, PETSTORE_API_KEY: testKey } });
    const folder = join(cwd, 'reports');
    const files = Object.fromEntries(
      (await readdir(folder)).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
    expect(Object.keys(files).sort()).toEqual(Object.values(reporterFiles).filter(isName).sort());
    for (const [sink, text] of Object.entries({ stdout, stderr, ...files })) {
      const theirs = text.replaceAll(own, '');
      expect(unprintableIn(theirs), sink).toEqual([]);
      expect(commandsIn(theirs), sink).toEqual([]);
    }
    expect(status).toBe(1);
    expect(stdout).toMatch(/\n[^\n]*petstore-conformance: DOES NOT CONFORM \(exit status 1\)[^\n]*\n$/);
    // The text is present, but escaped and shortened.
    expect(stdout).toContain('\\u{1b}');
    expect(stdout).toMatch(/\d+ more characters/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(5_000);
    await expectCommandsHarmless(
      JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report,
      cwd,
    );
  },
);

/** Runs each curl command of a report with a fake curl that prints its arguments. */
async function expectCommandsHarmless(report: Report, cwd: string): Promise<void> {
  const commands = report.findings.flatMap(({ curl = '#' }) => (curl.startsWith('#') ? [] : [curl]));
  expect(commands.length).toBeGreaterThan(5);
  const script = [
    'curl() { printf "%s\\0" "$@"; printf "\\n"; }',
    'tr() { command tr "$@"; }',
    ...commands,
  ].join('\n');
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(
      'bash',
      ['-euc', script],
      { cwd, env: { PATH: process.env['PATH'], PETSTORE_API_KEY: 'the-key' } },
      (error, out) => (error === null ? resolve(out) : reject(error)),
    );
  });
  const calls = printed.trimEnd().split('\0\n');
  expect(calls.length).toBe(commands.length);
  for (const call of calls) {
    const words = call.split('\0');
    expect(words.slice(0, 2)).toEqual(['-i', '--globoff']);
    for (const [index, word] of words.entries())
      expect(words[index - 1] === '--data-binary' && /^@(?!-$)/.test(word)).toBe(false);
  }
}
