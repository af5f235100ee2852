import { describe, expect, it } from 'vitest';
import { prepared, step } from './toolchain.ts';

const buildBy = (program: string, args: readonly string[]) =>
  prepared(async () => {
    await step(program, args);
    throw new Error('the step succeeded');
  });

describe('a stack whose toolchain does not do', () => {
  it('is left out where the program is missing, and says so', async () => {
    const built = await buildBy('petstore-has-no-such-program', []);
    expect(built).toEqual({ kind: 'left out', why: 'petstore-has-no-such-program is not installed' });
  });

  it('is left out where a step fails, with the line that tells why', async () => {
    const script = 'console.log("one"); console.error("ERROR: no such package"); process.exit(1)';
    const built = await buildBy(process.execPath, ['-e', script]);
    expect(built).toMatchObject({
      kind: 'left out',
      why: expect.stringMatching(/ failed: ERROR: no such package$/),
    });
  });

  it('fails where the fault is its own', async () => {
    await expect(buildBy(process.execPath, ['--version'])).rejects.toThrow('the step succeeded');
  });
});
