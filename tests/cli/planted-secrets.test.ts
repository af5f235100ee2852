import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codings, leaksOf } from '../support/echoes.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';

const secret = () => `${randomBytes(15).toString('base64url')}.Zq~7`;

/** The places where the kit recognizes secrets in a recording. */
const holders = {
  Authorization: (value: string) => `Bearer ${value}`,
  'Proxy-Authorization': (value: string) => `Basic ${Buffer.from(`user:${value}`).toString('base64')}`,
  Cookie: (value: string) => `theme=dark; sid=${value}`,
  'X-Api-Key': (value: string) => value,
  'X-CSRF-Token': (value: string) => value,
  'Client-Secret': (value: string) => value,
  Referer: (value: string) => `http://pets.example/?access_token=${encodeURIComponent(value)}`,
};
const responded = { 'Set-Cookie': (value: string) => `sid=${value}; Path=/; HttpOnly` };

interface Planted {
  readonly secrets: readonly string[];
  readonly har: string;
}

/** Returns a recording with each secret in its place, and an echo of it in every other field. */
function plant(
  write: (text: string, random: () => number) => string,
  base = 'http://pets.example/v1',
): Planted {
  const headersOf = (of: Readonly<Record<string, (value: string) => string>>) =>
    Object.entries(of).map(([name, form]) => {
      const value = secret();
      return { value, header: { name, value: form(value) } };
    });
  const requestHeaders = headersOf(holders);
  const responseHeaders = headersOf(responded);
  const query = secret();
  const secrets = [...[...requestHeaders, ...responseHeaders].map(({ value }) => value), query];
  const entries = secrets.flatMap((one, place) => {
    const echo = write(one, Math.random);
    const entry = (method: string, path: string, status: number, index: number) => ({
      startedDateTime: new Date(1_700_000_000_000 + (place * 9 + index) * 1_000).toISOString(),
      time: 10,
      comment: `failed at ${echo}`,
      connection: echo,
      request: {
        method,
        url: `${base}${path}`,
        headers: [
          ...requestHeaders.map(({ header }) => header),
          { name: 'Content-Type', value: `application/json; x=${echo}` },
        ],
        queryString: [{ name: 'access_token', value: query }],
        cookies: [{ name: 'sid', value: requestHeaders[2]?.value }],
        ...(method === 'POST'
          ? {
              postData: {
                mimeType: 'application/json',
                text: `{"name":"a ${echo}","description":"${echo}"}`,
              },
            }
          : {}),
      },
      response: {
        status,
        statusText: `No ${echo}`,
        headers: [
          ...responseHeaders.map(({ header }) => header),
          { name: 'Content-Type', value: `text/${echo}` },
          { name: 'Retry-After', value: echo },
          { name: 'X-RateLimit-Limit', value: echo },
          { name: `X-${echo}`, value: echo },
          { name: 'Location', value: `/${echo}` },
        ],
        content: {
          mimeType: 'application/json',
          text: `{"code":"${echo}","message":"${echo}","id":"${echo}"} ${'x'.repeat(place * 700)}${echo}`,
        },
      },
    });
    return [
      entry('GET', '/categories', 429, 0),
      entry('GET', '/categories', 200, 1),
      entry('POST', '/categories', 201, 2),
      entry('POST', '/categories', 500, 3),
      entry('POST', '/categories', 400, 4),
      entry('GET', `/pets/${encodeURIComponent(echo)}`, 404, 5),
      entry('GET', `/pets?access_token=${query}`, 200, 6),
      entry('GET', '/categories', 0, 7),
    ];
  });
  return { secrets, har: JSON.stringify({ log: { version: '1.2', entries } }) };
}

/** Returns everything that `judge` writes about it, by file, with all reporters. */
async function judged(har: string, env: Readonly<Record<string, string>> = {}): Promise<Map<string, string>> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'traffic.har'), har);
  const reporters = 'terminal,json,html,junit,markdown,har,github';
  const { stdout, stderr } = await carryOut(['judge', 'traffic.har', '--reporter', reporters], { cwd, env });
  const folder = join(cwd, 'reports');
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  return new Map([['stdout', stdout], ['stderr', stderr], ...files]);
}

function expectNone(secrets: readonly string[], written: ReadonlyMap<string, string>): void {
  for (const [name, text] of written)
    for (const one of secrets) expect(leaksOf(one, text), `${name}: ${one}`).toEqual([]);
}

describe('secrets of a recording', () => {
  for (const { rows, options } of inTiers(
    codings.map(({ id, write }) => [id, write] as const),
    16,
  ))
    it.each(rows)('appear in no output of judge: %s, in every field', options, async (_id, write) => {
      const { secrets, har } = plant(write);
      const written = await judged(har);
      expect([...written.keys()].sort()).toEqual(
        ['stderr', 'stdout', 'exchanges.har', 'junit.xml', 'report.html', 'report.json', 'summary.md'].sort(),
      );
      expect(JSON.parse(written.get('report.json') ?? '').findings.length).toBeGreaterThan(5);
      expectNone(secrets, written);
    });

  it('appear in no message about a recording of two servers', async () => {
    const token = secret();
    const entry = (base: string) => ({
      startedDateTime: new Date(0).toISOString(),
      request: {
        method: 'GET',
        url: `${base}/categories`,
        headers: [{ name: 'Cookie', value: `sid=${token}` }],
      },
      response: { status: 200, headers: [], content: {} },
    });
    const har = JSON.stringify({
      log: { entries: [entry(`http://a.example/${token}`), entry('http://b.example')] },
    });
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'traffic.har'), har);
    const { status, stderr } = await carryOut(['judge', 'traffic.har'], { cwd });
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('http://a.example/[secret], http://b.example'),
    ]);
  });

  it('appear in no output if the base URL contains one', extendedTier, async () => {
    const token = secret();
    const { secrets, har } = plant((text) => text, `http://pets.example/${token}/v1`);
    const written = await judged(har, { PETSTORE_API_KEY: token });
    expectNone([...secrets, token], written);
  });
});
