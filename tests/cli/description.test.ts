import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { pathOf } from '../description/described.ts';
import { command, type Ended } from './command.ts';
import { carryOut } from './in-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'description-'));
  return () => rm(folder, { recursive: true });
});

/** Tests only the requirements on the description, against the included server. */
const hold = (description: string, carry = carryOut): Promise<Ended> =>
  carry(['run', '--only', 'versioning.*', '--description', description, '--reporter', 'terminal,json'], {
    cwd: folder,
  });

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

describe('--description', () => {
  it('passes the reference server’s own description, fetched from its URL without the key', async () => {
    const server = await startReferenceServer({ keys: [{ key: 'a-key-of-somebody-else', plan: 'free' }] });
    onTestFinished(() => server.close());
    const { status, stdout } = await hold(`${server.url}/openapi.json`, command);
    expect(stdout).toContain('PASSED, 5 of 46 required requirements selected (exit status 0)');
    expect(status).toBe(0);
    expect(server.stats().requests).toBe(1);
  });

  it('reads files that reference other files', async () => {
    expect((await hold(pathOf('in-files.yaml'))).status).toBe(0);
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
    expect(words).toContain('1, at /info/version');
    expect(words).toContain('no such operation, at /paths/~1categories/get');
    expect(words).toContain('"/", at /servers');
  });

  it.each([
    ['nowhere.yaml', undefined, 'it does not exist'],
    ['cut.json', '{"openapi": "3.1.0", "info": {', /cut\.json.*: /],
    ['other.json', '[1]', 'it is not an OpenAPI description; OpenAPI 3.0 or 3.1 is required'],
    ['old.yaml', 'swagger: "2.0"\n', 'it is version "2.0"; OpenAPI 3.0 or 3.1 is required'],
    ['new.yaml', 'openapi: 3.2.0\n', 'it is version "3.2.0"; OpenAPI 3.0 or 3.1 is required'],
    ['dangling.yaml', 'openapi: 3.1.0\npaths: { $ref: "#/none" }\n', '#/none'],
    [
      'part.yaml',
      'openapi: 3.1.0\npaths: { $ref: "none.yaml" }\n',
      /refers to .*none\.yaml.*: it does not exist/,
    ],
    [
      'outside.yaml',
      'openapi: 3.1.0\npaths: { $ref: "../../../../../etc/passwd" }\n',
      /refers to .*etc\/passwd.*, which is outside its folder/,
    ],
    [
      'elsewhere.yaml',
      'openapi: 3.1.0\npaths: { $ref: "http://127.0.0.1:1/x.yaml" }\n',
      /refers to .*127\.0\.0\.1:1.*, which is outside its folder/,
    ],
  ])('refuses %s with status 2, before any request', async (name, text, reason) => {
    const path = text === undefined ? join(folder, name) : await written(name, text);
    const { status, stdout, stderr } = await hold(path);
    expect(stderr).toMatch(reason);
    expect(stderr).toContain('--description: cannot read');
    expect(stderr).not.toContain('Plan:');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('escapes text of the document in messages', async () => {
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

  it('says in words why a URL cannot be read', async () => {
    const { status, stderr } = await hold('http://127.0.0.1:1/openapi.json');
    expect(stderr).toMatch(
      /cannot read "http:\/\/127\.0\.0\.1:1\/openapi\.json": the connection was refused\.\n$/,
    );
    expect(status).toBe(2);
  });

  it('rejects a URL that does not return a description', async () => {
    const server = await startReferenceServer({ keys: [{ key: 'a-key-of-somebody-else', plan: 'free' }] });
    onTestFinished(() => server.close());
    const { status, stderr } = await hold(`${server.url}/categories`);
    expect(stderr).toContain('it returned 401');
    expect(status).toBe(2);
  });
});
