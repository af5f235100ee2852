import { describe, expect, it } from 'vitest';
import { prepared, step } from './toolchain.ts';

const buildBy = (program: string, args: readonly string[]) =>
  prepared(async () => {
    await step(program, args);
    throw new Error('the step succeeded');
  });

describe('a stack that cannot be built', () => {
  it('is skipped if the program is missing, with the reason', async () => {
    const built = await buildBy('petstore-has-no-such-program', []);
    expect(built).toEqual({ kind: 'skipped', why: 'petstore-has-no-such-program is not installed' });
  });

  it('is skipped if a step fails, with the line of output that says why', async () => {
    const script = 'console.log("one"); console.error("ERROR: no such package"); process.exit(1)';
    const built = await buildBy(process.execPath, ['-e', script]);
    expect(built).toMatchObject({
      kind: 'skipped',
      why: expect.stringMatching(/ failed: ERROR: no such package$/),
    });
  });

  it('fails if the test itself causes the error', async () => {
    await expect(buildBy(process.execPath, ['--version'])).rejects.toThrow('the step succeeded');
  });
});
