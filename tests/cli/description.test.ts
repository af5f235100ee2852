import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { command, type Ended } from './command.ts';
import { carryOut } from './in-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'description-'));
  return () => rm(folder, { recursive: true });
});

/** Tests only the requirements on the description, by default against the included server. */
const hold = (description: string, carry = carryOut, target?: string): Promise<Ended> =>
  carry(
    [
      ...['run', '--only', 'versioning.*', '--description', description, '--reporter', 'terminal,json'],
      ...(target === undefined ? [] : ['--base-url', target]),
    ],
    { cwd: folder, env: target === undefined ? {} : { PETSTORE_API_KEY: key } },
  );

const key = 'a-key-of-somebody-else';

async function server() {
  const started = await startReferenceServer({ keys: [{ key, plan: 'free' }] });
  onTestFinished(() => started.close());
  return started;
}

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

describe('--description', () => {
  it('passes for the description that the reference server publishes at its URL', async () => {
    const { url } = await server();
    const { status, stdout } = await hold(`${url}/openapi.json`, command, url);
    expect(stdout).toMatch(/PASSED \(exit status 0\) http[^ ]+: 5 of 46 required requirements passed/);
    expect(status).toBe(0);
  });

  it('never requests a URL of another origin', async () => {
    const [target, other] = [await server(), await server()];
    const { status, stderr } = await hold(`${other.url}/openapi.json`, carryOut, target.url);
    expect(stderr).toContain("its origin differs from the target's");
    expect(status).toBe(2);
    expect([target.stats().requests, other.stats().requests]).toEqual([0, 0]);
  });

  it('reports differences with their JSON pointers, as failures of the server', async () => {
    const wrong = await written(
      'wrong.yaml',
      'openapi: 3.1.0\ninfo: { title: Pet Store, version: 1.0 }\nservers: [{ url: / }]\npaths: {}\n',
    );
    const { status, stdout } = await hold(wrong);
    expect(status).toBe(1);
    const words = stdout.replaceAll(/\n│? */g, ' ');
    expect(words).toContain('version "1.0.0"');
    expect(words).toContain('the description, /info/version → 1');
    expect(words).toContain('/paths/~1categories/get → no such operation');
    expect(words).toContain('/servers → "/"');
  });

  it.each([
    ['nowhere.yaml', undefined, 'it does not exist'],
    ['cut.json', '{"openapi": "3.1.0", "info": {', /cut\.json.*: /],
    ['other.json', '[1]', 'it is not an OpenAPI description; OpenAPI 3.0 or 3.1 is required'],
    ['old.yaml', 'swagger: "2.0"\n', 'it is version "2.0"; OpenAPI 3.0 or 3.1 is required'],
    ['new.yaml', 'openapi: 3.2.0\n', 'it is version "3.2.0"; OpenAPI 3.0 or 3.1 is required'],
    ['two.yaml', 'openapi: 3.1.0\npaths: {}\n---\nopenapi: 3.1.0\n', /multiple documents/i],
    ['dangling.yaml', 'openapi: 3.1.0\npaths: { $ref: "#/none" }\n', '#/none'],
    ['part.yaml', 'openapi: 3.1.0\npaths: { $ref: "./paths.yaml#/all" }\n', /redocly\/cli bundle/],
    [
      'outside.yaml',
      'openapi: 3.1.0\npaths: { $ref: "../../../etc/passwd" }\n',
      /etc\/passwd.*another document/,
    ],
    ['elsewhere.yaml', 'openapi: 3.1.0\npaths: { $ref: "http://127.0.0.1:1/x.yaml" }\n', /another document/],
    ['anchor.yaml', 'openapi: 3.1.0\npaths: { $ref: "#paths" }\n', /not a JSON Pointer/],
  ])('rejects %s with exit status 2, before any request', async (name, text, reason) => {
    const path = text === undefined ? join(folder, name) : await written(name, text);
    const { status, stdout, stderr } = await hold(path);
    expect(stderr).toMatch(reason);
    expect(stderr).toContain('--description: cannot read');
    expect(stderr).not.toContain('Plan:');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('escapes text from the document in messages', async () => {
    const hostile = '\u001b]0;title\u0007\u2028\u202e\u200b\u009b31m';
    const text = JSON.stringify({ openapi: hostile, x: { $ref: `#/${hostile}` } });
    const paths = [
      await written('wicked.json', text),
      await written(
        'wicked.yaml',
        `openapi: 3.1.0\n"\\e\\x07": { $ref: "none-\\e[31m\\u2028\\u202e\\u200b\\x07" }\n`,
      ),
      await written(
        'wicked-plain.yaml',
        `openapi: 3.1.0\nx: { $ref: '#/${hostile.slice(3)}' }\n  ${hostile}: [`,
      ),
    ];
    for (const path of paths) {
      const { status, stderr } = await hold(path);
      expect(status).toBe(2);
      expect(stderr).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u);
    }
  });

  it('explains why a URL cannot be read', async () => {
    const target = 'http://127.0.0.1:1';
    const { status, stderr } = await hold(`${target}/openapi.json`, carryOut, `${target}/v1`);
    expect(stderr).toMatch(
      /cannot read "http:\/\/127\.0\.0\.1:1\/openapi\.json": the connection was refused\.\n$/,
    );
    expect(status).toBe(2);
  });

  it('rejects a URL that does not return a description', async () => {
    const { url } = await server();
    const { status, stderr } = await hold(`${url}/categories`, carryOut, url);
    expect(stderr).toContain('it returned 401');
    expect(status).toBe(2);
  });
});
