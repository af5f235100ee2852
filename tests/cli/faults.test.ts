import { describe, expect, it } from 'vitest';
import { createSecrecy } from '../../src/cli/environment.ts';
import { main } from '../../src/cli/main.ts';
import { command } from './command.ts';

const key = 'Zebra-key.4711+of/Tests';

/** Runs `list` with an unexpected write error that quotes the key in three forms. */
async function fail(env: Record<string, string>): Promise<{ status: number; stderr: string }> {
  const written: string[] = [];
  const stdout = {
    write: () => {
      const forms = [key, encodeURIComponent(key), Buffer.from(key).toString('base64')];
      throw new TypeError(`cannot read\n\u001b[31m${forms.join(' ')}`);
    },
  };
  const stderr = { write: (text: string) => written.push(text) > 0 };
  const environment = createSecrecy({ env: { ...env, PETSTORE_API_KEY: key }, stdout, stderr });
  const status = await main(['list'], environment);
  return { status, stderr: written.join('') };
}

describe('an unexpected error', () => {
  it('is reported in one line as an internal error, says where to report it, and exits with status 3', async () => {
    const { status, stderr } = await fail({});
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^petstore-conformance: this is a bug in the kit, not in the target: cannot read\\u\{a\}\\u\{1b\}\[31m\[key\] \[key\] \[key\]M?=\n {2}Please report this line .*Node \d+\.\d+\.\d+.*\n$/,
    );
  });

  it('shows its stack trace on request, without the key', async () => {
    const { stderr } = await fail({ PETSTORE_DEBUG: '1' });
    expect(stderr).toMatch(/^ {2}│ +at /m);
    for (const form of [key, encodeURIComponent(key), Buffer.from(key).toString('base64')]) {
      expect(stderr).not.toContain(form);
    }
  });

  it('is also reported if a required package is missing', async () => {
    const hooks = `export function resolve(specifier, context, next) {
      if (specifier === 'yargs') throw new Error('yargs is not here');
      return next(specifier, context);
    }`;
    const before = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});`;
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(before)}`];
    const { status, stderr } = await command(['list'], { nodeArgs });
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^petstore-conformance: this is a bug in the kit, not in the target: yargs is not here\n/,
    );
  });
});
