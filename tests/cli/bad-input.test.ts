import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';

const key = 'Sekret-Key.123456';
let requests = 0;
const server = createServer((_request, response) => {
  requests++;
  response.end();
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.close();
});

interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** `URL` stands for the address of a server that counts what it is asked; it must stay at zero. */
const cases: readonly Case[] = [
  { what: 'a word that is no command', args: ['rnu'], says: /unknown command "rnu"\. Did you mean run\?/ },
  { what: 'an address as a command', args: ['https://x.example/v1'], says: /run --base-url URL/ },
  {
    what: 'an unknown option',
    args: ['run', '--bse-url', 'x'],
    says: /--bse-url\. Did you mean --base-url\?/,
  },
  {
    what: 'an unknown option with =',
    args: ['run', '--maxrequests=3'],
    says: /Did you mean --max-requests\?/,
  },
  { what: 'an option without a command', args: ['--seed', '1'], says: /petstore-conformance run --seed/ },
  { what: 'an option without its value', args: ['run', '--base-url'], says: /--base-url needs a value/ },
  {
    what: 'an option given twice',
    args: ['run', '--seed', '1', '--seed', '2'],
    says: /--seed stands there 2 times/,
  },
  { what: 'a switch with a value', args: ['run', '--strict=perhaps'], says: /--strict takes no value/ },
  { what: 'a word too many', args: ['run', 'now'], says: /more words than run takes/ },
  { what: 'a word too many behind --', args: ['run', '--', 'now'], says: /more words than run takes/ },
  {
    what: 'a key as a flag',
    args: ['run', '--api-key', key],
    says: /no --api-key: a key on the command line can be read/,
  },
  { what: 'a token as a flag', args: ['run', `--token=${key}`], says: /no --token: .*\n.*PETSTORE_API_KEY/ },
  {
    what: 'an address without a scheme',
    args: ['run', '--base-url', 'localhost:8080/v1'],
    says: /no http or https address: saw "localhost:8080\/v1"/,
  },
  {
    what: 'another scheme',
    args: ['run', '--base-url', 'ftp://x.example/v1'],
    says: /no http or https address/,
  },
  {
    what: 'an address that is none',
    args: ['run', '--base-url', 'http://exa mple/v1'],
    says: /holds a blank/,
  },
  {
    what: 'a port that is none',
    args: ['run', '--base-url', 'http://x.example:99999/v1'],
    says: /no valid address/,
  },
  {
    what: 'user info',
    args: ['run', '--base-url', 'https://me:pa55@x.example/v1'],
    says: /carries a user name or password: saw "https:\/\/x\.example\/v1"/,
  },
  {
    what: 'empty user info',
    args: ['run', '--base-url', 'https://@x.example/v1'],
    says: /carries a user name/,
  },
  {
    what: 'a query',
    args: ['run', '--base-url', `https://x.example/v1?key=${key}`],
    says: /carries a query/,
  },
  { what: 'an empty query', args: ['run', '--base-url', 'https://x.example/v1?'], says: /carries a query/ },
  { what: 'a fragment', args: ['run', '--base-url', 'https://x.example/v1#a'], says: /carries a fragment/ },
  { what: 'the key in the path', args: ['run', '--base-url', `http://x.example/${key}`], says: /plain http/ },
  {
    what: 'the key in the path, over https',
    args: ['run', '--base-url', `https://x.example/${key}/v1`],
    says: /--base-url holds the key/,
  },
  {
    what: 'the key amid a long text',
    args: ['run', '--seed', `${'x'.repeat(50)}${key}`],
    says: /not "x{50}\[key\]"/,
  },
  {
    what: 'the key as an option',
    args: ['run', `--${key}`],
    says: /unknown option --\[key\]/,
  },
  {
    what: 'plain http to another machine',
    args: ['run', '--base-url', 'http://x.example/v1'],
    says: /key would travel in the clear.\n.*--allow-http/,
  },
  {
    what: 'an empty address',
    args: ['run'],
    env: { PETSTORE_BASE_URL: '' },
    says: /PETSTORE_BASE_URL is empty/,
  },
  {
    what: 'an empty key',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: '' },
    says: /PETSTORE_API_KEY is empty/,
  },
  {
    what: 'a blank key',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: ' \n' },
    says: /PETSTORE_API_KEY is empty/,
  },
  {
    what: 'a key of two lines',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `${key}\n${key}x` },
    says: /more than one line/,
  },
  {
    what: 'a key with blanks around it',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: ` ${key}` },
    says: /blanks around the key/,
  },
  {
    what: 'a key with its scheme',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `Bearer ${key}` },
    says: /without "Bearer"/,
  },
  {
    what: 'a key with an umlaut',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `${key}ü` },
    says: /a character outside ASCII at position 18 of 18/,
  },
  {
    what: 'a key with a quote',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `"${key}"` },
    says: /a character at position 1 of 19/,
  },
  {
    what: 'a key with = amid it',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `a=${key}` },
    says: /a character at position 2/,
  },
  {
    what: 'a key file that is not there',
    args: ['run', '--base-url', 'URL', '--api-key-file', 'none.txt'],
    says: /--api-key-file: "none\.txt" cannot be read: it does not exist/,
  },
  {
    what: 'a key file that is a folder',
    args: ['run', '--base-url', 'URL', '--api-key-file', '/'],
    says: /it is a directory/,
  },
  { what: 'a key file without a target', args: ['run', '--api-key-file', 'x'], says: /no --base-url/ },
  {
    what: 'two variables for the key',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY_FILE: 'x' },
    says: /both set/,
  },
  {
    what: 'a plan that is none',
    args: ['run', '--plan', 'fre'],
    says: /one of free, pro, business, enterprise, not "fre"\. Did you mean free\?/,
  },
  {
    what: 'a plan that is none, as a variable',
    args: ['run'],
    env: { PETSTORE_PLAN: 'gold' },
    says: /PETSTORE_PLAN takes one of/,
  },
  {
    what: 'a profile that is none',
    args: ['run', '--profile', 'fast'],
    says: /gentle, standard, thorough, not "fast"/,
  },
  { what: 'a seed that is none', args: ['run', '--seed', '0x10'], says: /--seed takes a whole number/ },
  {
    what: 'a number with an exponent',
    args: ['run', '--max-requests', '1e3'],
    says: /--max-requests takes a whole number from 1 to 1000000, not "1e3"/,
  },
  { what: 'no requests', args: ['run', '--max-requests', '0'], says: /from 1/ },
  {
    what: 'a negative number',
    args: ['run', '--max-creates=-1'],
    says: /--max-creates takes a whole number from 0/,
  },
  {
    what: 'more creates than requests',
    args: ['run', '--max-requests', '5', '--max-creates', '6'],
    says: /more than --max-requests 5/,
  },
  {
    what: 'payloads that are no number',
    args: ['run', '--payloads', 'all'],
    says: /--payloads takes a whole number from 0/,
  },
  { what: 'a part of a payload', args: ['run', '--payloads', '1.5'], says: /--payloads takes a whole/ },
  {
    what: 'shrink requests below none',
    args: ['run', '--shrink-requests=-1'],
    says: /--shrink-requests takes a whole number from 0/,
  },
  {
    what: 'shrink requests that are no number, as a variable',
    args: ['run'],
    env: { PETSTORE_SHRINK_REQUESTS: 'few' },
    says: /PETSTORE_SHRINK_REQUESTS takes a whole number from 0/,
  },
  { what: 'too much at a time', args: ['run', '--concurrency', '33'], says: /from 1 to 32/ },
  { what: 'a timeout that is none', args: ['run', '--timeout', '10s'], says: /--timeout takes seconds/ },
  { what: 'a wait that is none', args: ['run', '--max-wait', 'NaN'], says: /--max-wait takes seconds/ },
  {
    what: 'a switch that is neither true nor false',
    args: ['run'],
    env: { PETSTORE_STRICT: 'perhaps' },
    says: /PETSTORE_STRICT is neither true nor false/,
  },
  {
    what: 'another --fail-on',
    args: ['run', '--fail-on', 'required'],
    says: /--fail-on takes only advisory/,
  },
  {
    what: 'an unknown id',
    args: ['run', '--only', 'auth.key-mising'],
    says: /Did you mean auth\.key-missing/,
  },
  { what: 'a section as an id', args: ['run', '--only', 'auth'], says: /Did you mean 'auth\.\*'\?/ },
  {
    what: 'a pattern that matches nothing',
    args: ['run', '--only', 'atuh.*'],
    says: /no requirement is called "atuh\.\*"/,
  },
  {
    what: 'a pattern that is none',
    args: ['run', '--only', 'list.ok,^auth'],
    says: /ids of requirements, or patterns/,
  },
  {
    what: 'a header without a colon',
    args: ['run', '--base-url', 'URL', '--header', 'X-A'],
    says: /'NAME: VALUE'/,
  },
  {
    what: 'a header with a bad name',
    args: ['run', '--base-url', 'URL', '--header', 'X A: b'],
    says: /"X A" is no name/,
  },
  {
    what: 'a header with a line break',
    args: ['run', '--base-url', 'URL', '--header', 'X-A: b\r\nHost: x'],
    says: /control character/,
  },
  {
    what: 'a header beyond Latin-1',
    args: ['run', '--base-url', 'URL', '--header', 'X-A: 猫'],
    says: /outside Latin-1/,
  },
  {
    what: 'an Authorization header',
    args: ['run', '--base-url', 'URL', '--header', 'authorization: Bearer x'],
    says: /authorization is set by the kit/,
  },
  {
    what: 'a Transfer-Encoding header',
    args: ['run', '--base-url', 'URL', '--header', 'Transfer-Encoding: chunked'],
    says: /set by the kit/,
  },
  {
    what: 'a header that holds the key',
    args: ['run', '--base-url', 'URL', '--header', `X-Api-Key: ${key}`],
    says: /X-Api-Key holds the key/,
  },
  {
    what: 'a header twice',
    args: ['run', '--base-url', 'URL', '--header', 'X-A: b', '--header', 'x-a: c'],
    says: /names x-a twice/,
  },
  { what: 'a wait without a target', args: ['run', '--wait-for', '5'], says: /no --base-url/ },
  { what: 'strict without a target', args: ['run', '--strict'], says: /no --base-url: the reference server/ },
  {
    what: 'strict without a target, as a variable',
    args: ['run'],
    env: { PETSTORE_STRICT: 'true' },
    says: /no --base-url: the reference server/,
  },
  { what: 'a header without a target', args: ['run', '--header', 'X-A: b'], says: /no --base-url/ },
  {
    what: 'an authority that is not there',
    args: ['run', '--base-url', 'URL', '--ca', 'none.pem'],
    says: /--ca: "none\.pem" cannot be read/,
  },
  {
    what: 'a reports folder that cannot be',
    args: ['run', '--base-url', 'URL', '--reports', '/dev/null/x'],
    says: /nothing can be written to "\/dev\/null\/x"/,
  },
  { what: 'explain without an id', args: ['explain'], says: /needs the id/ },
  {
    what: 'explain with an unknown id',
    args: ['explain', 'limit.recover'],
    says: /Did you mean limit\.recovers/,
  },
  {
    what: 'list with an unknown level',
    args: ['list', '--level', 'must'],
    says: /required, advisory, observed, excluded, not "must"/,
  },
  {
    what: 'list with a level and defects',
    args: ['list', '--level', 'required', '--defects'],
    says: /--level and --defects exclude each other/,
  },
  {
    what: 'list with defects and variants',
    args: ['list', '--defects', '--variants', '--json'],
    says: /--defects and --variants exclude each other/,
  },
  {
    what: 'serve with an unknown defect',
    args: ['serve', '--defect', 'nope'],
    says: /no defect "nope"\.\n {2}npx petstore-conformance list --defects shows all \d+\.\n$/,
  },
  {
    what: 'serve with a defect that is nearly one',
    args: ['serve', '--defect', 'name-numbr-coerced'],
    says: /Did you mean name-number-coerced\b/,
  },
  {
    what: 'serve with the words of a defect',
    args: ['serve', '--defect', 'missing-headers'],
    says: /Did you mean headers-missing-on-401 or headers-missing-/,
  },
  {
    what: 'serve with a requirement as a defect',
    args: ['serve', '--defect', 'invalid.name-type'],
    says: /Did you mean name-number-coerced or /,
  },
  {
    what: 'serve with a variant as a defect',
    args: ['serve', '--defect', 'token-bucket'],
    says: /Did you mean --variant token-bucket\?\n/,
  },
  {
    what: 'serve with an unknown variant',
    args: ['serve', '--variant', 'tokn-bucket'],
    says: /Did you mean token-bucket\b.*\n {2}npx petstore-conformance list --variants shows all \d+\.\n$/,
  },
  {
    what: 'serve on a port that is none',
    args: ['serve', '--port', '70000'],
    says: /--port takes a whole number from 0 to 65535/,
  },
];

async function expectSentence({ args, env, says }: Case, carry: typeof carryOut): Promise<void> {
  const ended = await carry(
    args.map((arg) => (arg === 'URL' ? url : arg)),
    { env: { PETSTORE_API_KEY: key, ...env } },
  );
  expect(ended.stderr).toMatch(says);
  expect(ended.stderr).toMatch(/^petstore-conformance: [^\n]+\n( {2}[^\n]+\n)?$/);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  expect(ended.stderr + ended.stdout).not.toContain(key);
  expect(ended.stdout).toBe('');
  expect(ended.status).toBe(2);
}

describe('bad input', () => {
  it.each(cases)('$what', (one) => expectSentence(one, carryOut));

  const some = cases.filter((_, index) => index % 20 === 5);
  it.each(some)('in a process of its own: $what', (one) => expectSentence(one, command));
});

describe('bad input from files', () => {
  it('a certificate that is cut short, a file that holds none', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'ca.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    await writeFile(join(folder, 'no.pem'), 'hello');
    const run = (ca: string) =>
      carryOut(['run', '--base-url', url, '--ca', ca], { cwd: folder, env: { PETSTORE_API_KEY: key } });
    expect((await run('ca.pem')).stderr).toMatch(/"ca\.pem": certificate 1 cannot be read/);
    expect((await run('no.pem')).stderr).toMatch(/holds no certificate/);
  });

  it('a key file that is empty, or UTF-16, or not a token', async () => {
    const folder = await temporaryFolder();
    const run = async (bytes: string | Buffer): Promise<string> => {
      await writeFile(join(folder, 'key'), bytes);
      const ended = await carryOut(['run', '--base-url', url, '--api-key-file', 'key'], { cwd: folder });
      expect(ended.status).toBe(2);
      expect(ended.stderr).not.toContain(key);
      return ended.stderr;
    };
    expect(await run('')).toMatch(/the key file "key" is empty/);
    expect(await run(Buffer.from(`\ufeff${key}`, 'utf16le'))).toMatch(/no plain ASCII text/);
    expect(await run(`${key}\nsecond line\n`)).toMatch(/more than one line/);
  });

  it('a reports folder where a file stands', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'reports'), '');
    const ended = await carryOut(['run', '--base-url', url], { cwd: folder, env: { PETSTORE_API_KEY: key } });
    expect(ended).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/a file of that name is in the way/),
    });
  });

  it('a reports folder that is read-only', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere');
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'reports'), { mode: 0o500 });
    const ended = await carryOut(['run', '--base-url', url], { cwd: folder, env: { PETSTORE_API_KEY: key } });
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringMatching(/permission was denied/) });
  });
});

it('no request was sent in any of these', () => {
  expect(requests).toBe(0);
});
