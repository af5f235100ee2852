import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { authorization, curlWordsOf } from '../../src/exchange/credentials.ts';
import { type Credential, credentials } from '../../src/exchange/exchange.ts';
import { curlOf } from '../../src/report/commands.ts';
import { createRedactor } from '../../src/report/record/redact.ts';
import { printableWhole } from '../../src/text/shown.ts';
import { temporaryFolder } from '../cli/command.ts';

/** Keys with characters of each kind: one with a prefix, and one with many characters that shells interpret. */
const key = 'pk_live-Ab9.xY~z/0+Kq8wErT==';
const signs = `12|Zt"7Q\\m2$HOME!x'k&<>\`*?[a]#%41{b},(c);d=e:f@g^h`;

const recorder = {
  base: new URL('http://127.0.0.1:4010/v1'),
  userAgent: 'kit',
  extraHeaders: [] as readonly (readonly [string, string])[],
  redact: createRedactor({ key }),
  runMark: 'kitqzabcde',
  startedAt: 0,
};

const post = (body: string | Uint8Array, credential: Credential = 'bearer') => ({
  method: 'POST' as const,
  path: '/categories',
  operation: 'createCategory' as const,
  credential,
  body: Buffer.from(body),
});

/** Bodies that try to end a quoted word in some shell, in order to run `touch`. */
const awkward: readonly (string | Uint8Array)[] = [
  '{"name":"rabbit"}',
  '',
  `{"name":"d'été; touch pwned; #"}`,
  `{"name":"'; touch pwned; #"}`,
  `{"name":"'; touch pwned; #\u0007"}`,
  `{"name":"\\'; touch pwned; #é"}`,
  '{"name":"$(touch pwned)`touch pwned`$HOME ~ * ? [a] !! !x"}',
  '{"name":"\\u00e9 \\\\ \\x41 \\n \\" \\101 \\c %s %d %% %n"}',
  '{"name":"\\u00e9 \\\\ \\x41 \\n \\" \\101 \\c %s %d %% %n\u0001 77"}',
  '{"name":"a\0b"}',
  '{\n\t"name": "a",\r\n "b": 1\n}\n\n',
  Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x80, 0x27, 0xc3, 0x22, 0x7d, 0x0a]),
  Uint8Array.from({ length: 256 }, (_, index) => index),
  Uint8Array.from({ length: 256 }, (_, index) => 255 - index),
  '\u202ename \u200b\ufeff\u2028 \u{e0041}\u00a0a\u0301\u0301\u0301\u0301\u0301',
  '##[error]x ##vso[task.setvariable]x',
  'été 猫 🐈 ｆｕｌｌ ﬁ',
  '@/etc/passwd',
  "@été'",
  '@\u0001',
  '-d',
  '-\0',
  '--help\u0000',
  '%s%n\u0000',
  `${"'é".repeat(700)}`,
  '\u0001'.repeat(900),
];

/** Runs commands in a shell with a fake curl, which writes its arguments and what it reads from standard input. */
async function sentBy(shell: string, commands: readonly string[], variable = key) {
  const folder = await temporaryFolder();
  const fake = join(folder, 'bin');
  mkdirSync(fake);
  writeFileSync(
    join(fake, 'curl'),
    `#!/bin/sh
printf '%s\\0' "$@" > "$OUT.words"
case " $* " in *' --data-binary @- '*) cat > "$OUT.body" ;; esac
`,
  );
  chmodSync(join(fake, 'curl'), 0o755);
  const work = join(folder, 'work');
  mkdirSync(work);
  const script = commands.map((command, at) => `export OUT='${folder}/${at}'\n${command}\n`).join('');
  const { stderr, status } = spawnSync(shell, ['-c', script], {
    cwd: work,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${fake}:${process.env['PATH']}`, PETSTORE_API_KEY: variable, LC_ALL: 'C.UTF-8' },
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(work)).toEqual([]);
  return commands.map((_command, at) => {
    const words = readFileSync(join(folder, `${at}.words`))
      .toString('latin1')
      .split('\0')
      .slice(0, -1);
    const data = words.findIndex((word) => /^--data-(binary|raw)$/.test(word));
    const piped = join(folder, `${at}.body`);
    const body = existsSync(piped) ? readFileSync(piped) : Buffer.from(words[data + 1] ?? '', 'latin1');
    const isFile = words[data] === '--data-binary' && /^@(?!-$)/.test(words[data + 1] ?? '');
    const headers = words.flatMap((word, index) => (words[index - 1] === '-H' ? [word] : []));
    return { words, headers, body: data < 0 ? undefined : isFile ? 'a file' : body };
  });
}

for (const shell of ['sh', 'dash', 'bash', 'zsh']) {
  const isMissing = spawnSync(shell, ['-c', ':']).error !== undefined;
  describe.skipIf(isMissing)(`a curl command in ${shell}${isMissing ? ' (not installed)' : ''}`, () => {
    it('sends every body unchanged, and runs nothing else', async () => {
      const commands = awkward.map((body) => curlOf(post(body), recorder));
      const sent = await sentBy(shell, commands);
      for (const [at, body] of awkward.entries())
        expect(sent[at]?.body, commands[at]).toEqual(Buffer.from(body));
      for (const { words } of sent) expect(words.at(-1)).toBe('http://127.0.0.1:4010/v1/categories');
    });

    it.each([key, signs])(
      'sends each credential that curl can express in the same form as the kit: %s',
      async (given) => {
        const written = credentials.filter((one) => curlWordsOf(one) !== undefined);
        const sent = await sentBy(
          shell,
          written.map((credential) => curlOf(post('{}', credential), recorder)),
          given,
        );
        for (const [at, credential] of written.entries()) {
          const value = authorization(credential, given);
          const [header] = sent[at]?.headers.filter((one) => one.startsWith('Authorization: ')) ?? [];
          // curl encodes what follows -u.
          if (credential === 'scheme-basic-encoded') expect(sent[at]?.words).toContain(`${given}:`);
          else expect(header).toBe(value === undefined ? undefined : `Authorization: ${value}`);
        }
      },
    );
  });
}

const noCurl = spawnSync('curl', ['--version']).error !== undefined;

describe('a curl command', () => {
  it.skipIf(noCurl)(
    `sends what the kit sent when the real curl runs it${noCurl ? ' (not installed)' : ''}`,
    async () => {
      const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
      const server = createServer(async (request, response) => {
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        received.push({ headers: request.headers, body: Buffer.concat(pieces) });
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
      const parts = { ...recorder, base, extraHeaders: [['X-Tier', 'secret'] as const] };
      const commands = awkward.map((body) => curlOf(post(body), parts));
      const env = { PATH: process.env['PATH'], PETSTORE_API_KEY: key };
      await promisify(execFile)('sh', ['-ec', commands.join('\n')], { env });
      expect(received.map(({ body }) => body)).toEqual(awkward.map((body) => Buffer.from(body)));
      for (const { headers } of received)
        expect(headers).toMatchObject({
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          'content-type': 'application/json',
          'x-tier': expect.anything(),
        });
    },
  );

  it('is not changed by the escaping for the terminal', () => {
    const commands = awkward.map((body) => curlOf(post(body), recorder));
    expect(commands.filter((command) => printableWhole(command) !== command)).toEqual([]);
    // This form of quoting works only in some shells.
    expect(commands.filter((command) => command.includes("$'"))).toEqual([]);
  });
});
