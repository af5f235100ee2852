import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Change, startReferenceServer } from '../../reference-server/index.ts';
import { codings, leaksOf } from '../support/echoes.ts';
import { signKeys, typicalKeys } from '../support/typical-keys.ts';
import { command, launch, temporaryFolder } from './command.ts';
import { readReport } from './services.ts';

/** Functions that write a credential in a form in which a server may echo it. */
const written = ['as a JSON string', 'as text of HTML', 'percent-encoded', 'in Base64 after a letter'].map(
  (id) => codings.find((coding) => coding.id === id)?.write ?? String,
);

/** Echoes credentials in the message of each error, and in a header of each response. */
const echo: Change = (parts) => ({
  finish: async (response, visit) => {
    const sent = visit.incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
    const finished = await parts.finish(response, visit);
    const echoes = written.map((write) => write(sent.replace(/^\w+ /, ''), () => 0));
    const error = () => ({
      ...JSON.parse(Buffer.from(finished.body).toString()),
      message: `no ${echoes.join(' ')}`,
    });
    return {
      ...finished,
      headers: [...finished.headers, ['X-Echo', sent || 'nothing']],
      body: finished.status < 400 ? finished.body : Buffer.from(JSON.stringify(error())),
    };
  },
});

const quick = ['--no-exhaust', '--list-delay', '0'];
const reporters = ['--reporter', 'terminal,json,html,junit,markdown,har,github'];

/** Runs the command, and returns its status and everything that it writes. */
async function runWith(key: string, url: string, ...more: string[]) {
  const cwd = await temporaryFolder();
  const args = ['run', '--base-url', url, ...quick, ...reporters, ...more];
  const { status, stdout, stderr } = await command(args, { cwd, env: { PETSTORE_API_KEY: key } });
  const folder = join(cwd, 'reports');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return { status, folder, output: [stdout, stderr, ...files].join('\n') };
}

/**
 * The typical keys that contain a character other than letters, digits, `_`, `.` and `-`, and keys with all ASCII
 * punctuation.
 */
const issued = [...typicalKeys.filter(([, key]) => /[^\w.-]/.test(key)).map(([, key]) => key), ...signKeys];

describe.each(issued)('the key %s', (key) => {
  it('works in a run: the server conforms and refuses every near miss, and no output contains the echoed key', async () => {
    const server = await startReferenceServer({ keys: [{ key, plan: 'business' }], change: [echo] });
    onTestFinished(server.close);
    const { status, folder, output } = await runWith(key, server.url);
    const { findings, kitFaults, requirements } = await readReport(folder);
    expect([status, kitFaults, findings.map(({ requirement }) => requirement)]).toEqual([
      0,
      [],
      ['errors.no-internals'],
    ]);
    const verdicts = requirements.filter(({ id }) => id.startsWith('auth.key-')).map((one) => one.verdict);
    expect(verdicts).toEqual(['pass', 'pass', 'pass', 'pass', 'not testable']);
    expect(output).toContain('[key]');
    expect(leaksOf(key, output)).toEqual([]);
  });

  it('works in a key file for serve', async () => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, 'key.txt'), `${key}\n`);
    const served = launch(['serve', '--port', '0', '--key-file', 'key.txt'], { cwd });
    onTestFinished(() => void served.child.kill('SIGKILL'));
    const text = await served.saw(/Press Ctrl-C/);
    const url = /http:\S+\/v1/.exec(text)?.[0] ?? '';
    const response = await fetch(`${url}/categories`, { headers: { Authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
    expect(leaksOf(key, text)).toEqual([]);
  });
});
