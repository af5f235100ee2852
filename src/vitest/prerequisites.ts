import { createRequire } from 'node:module';
import { MessagePort } from 'node:worker_threads';
import { vi } from 'vitest';
import { UsageError } from '../config/messages.ts';

/**
 * Throws a UsageError unless the adapter works with this version of Vitest and this test environment. The package does not
 * declare the version, because npm 10 crashes on an optional peer dependency with a range (npm/cli#9787).
 */
export function checkVitest(): void {
  const { version } = createRequire(import.meta.url)('vitest/package.json') as { readonly version: string };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major !== 5 && !(major === 4 && minor >= 1))
    throw new UsageError(
      `conformance() needs Vitest 4 (4.1 or later) or Vitest 5: this is Vitest ${version}.`,
    );
  // An environment that replaces EventTarget may also replace Uint8Array, and then the kit would send wrong bodies.
  if (!(MessagePort.prototype instanceof EventTarget))
    throw new UsageError(
      'conformance() needs the globals of Node.js, but this test environment replaces them, as happy-dom and jsdom do.\n' +
        'Add this line at the top of the test file: // @vitest-environment node',
    );
}

/** Returns an error if time is mocked, because the run would then hang, or wait for a server whose windows never end. */
export function mockedTime(): UsageError | undefined {
  if (vi.getMockedSystemTime() === null) return undefined;
  return new UsageError(
    'conformance() needs real time, but vi.useFakeTimers() or vi.setSystemTime() mocks it.\n' +
      'Call vi.useRealTimers() at the top of the test file, and in a beforeEach hook if time is mocked before each test.',
  );
}
