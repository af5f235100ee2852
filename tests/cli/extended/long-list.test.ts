// @module-tag extended
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { editResponses } from '../../../reference-server/changes/edits.ts';
import { withHeader } from '../../../reference-server/changes/headers.ts';
import { startReferenceServer } from '../../../reference-server/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { testKey } from '../../support/run-against.ts';
import { temporaryFolder } from '../command.ts';
import { carryOut } from '../in-process.ts';

const lists = ['list.ok', 'list.category', 'list.ids-unique', 'list.complete'];

it('a list that is larger than --max-body is not tested, and the kit judges creations by the 201 responses', async () => {
  const variant = variants.find(({ id }) => id === 'list-of-30000');
  if (variant === undefined) throw new Error('there is no such variant');
  const server = await startReferenceServer({
    keys: [{ key: testKey, plan: 'business' as const }],
    change: [variant.change],
    anonymous: { minute: 1_000, day: 100_000 },
  });
  onTestFinished(() => server.close());
  const cwd = await temporaryFolder();
  const run = async (...args: readonly string[]) => {
    const ended = await carryOut(['run', '--base-url', server.url, '--no-exhaust', ...args], {
      cwd,
      env: { PETSTORE_API_KEY: testKey },
    });
    const report = JSON.parse(await readFile(join(cwd, 'reports', 'report.json'), 'utf8')) as Report;
    return { ...ended, report, of: new Map(report.requirements.map((one) => [one.id, one])) };
  };
  const { status, stdout, of } = await run('--max-body', '2');
  expect(status).toBe(3);
  const text = 'the list was not read to its end: the body exceeds 2 MB (raise --max-body)';
  for (const id of [...lists, 'invalid.nothing-stored'])
    expect(of.get(id)).toMatchObject({ verdict: 'not tested', reason: { class: 'prevented', text } });
  for (const id of ['create.created', 'create.id-unique', 'create.fields', 'create.text'])
    expect(of.get(id)?.verdict, id).toBe('pass');
  expect(stdout.replace(/\n│ +/g, ' ')).toContain('6 required requirements could not be tested: list.ok, ');
  const few = ['--only', 'list.ok,create.created'];
  expect((await run(...few, '--max-body', '2')).of.get('list.ok')?.verdict).toBe('not tested');
  expect((await run(...few)).of.get('list.ok')?.verdict).toBe('pass');
});

it('a header of 30,000 parts causes no internal error', async () => {
  const server = await startReferenceServer({
    keys: [{ key: testKey, plan: 'business' as const }],
    change: [
      editResponses(
        (_response, { incoming }) => incoming.method === 'POST',
        (response) => ({ ...withHeader(response, 'Retry-After', '1,'.repeat(30_000)), status: 429 }),
      ),
    ],
  });
  onTestFinished(() => server.close());
  const args = ['run', '--base-url', server.url, '--no-exhaust', '--max-wait', '5'];
  const cwd = await temporaryFolder();
  await carryOut([...args, '--only', 'create.created'], { cwd, env: { PETSTORE_API_KEY: testKey } });
  const report = JSON.parse(await readFile(join(cwd, 'reports', 'report.json'), 'utf8')) as Report;
  expect(report.kitFaults).toEqual([]);
});
