import { join } from 'node:path';
import { expected as chiExpected } from './chi/expected.ts';
import type { Expectations } from './expectations.ts';
import { expected as fastapiExpected } from './fastapi/expected.ts';
import { expected as flaskExpected } from './flask/expected.ts';
import { expected as springExpected } from './spring/expected.ts';
import { prepareGo } from './toolchains/go.ts';
import { prepareMaven } from './toolchains/maven.ts';
import { preparePython } from './toolchains/python.ts';
import type { Prepared } from './toolchains/toolchain.ts';

/** A stack of another language, built where its toolchain is there. */
export interface OtherStack {
  readonly expected: Expectations;
  /** Builds it; everything that is made goes into `folder`, caches of the toolchain apart. */
  readonly prepare: (folder: string) => Promise<Prepared>;
  /** How long its minute takes, in seconds. */
  readonly windowSeconds: number;
}

const source = (name: string): string => join(import.meta.dirname, name);

export const otherStacks: readonly OtherStack[] = [
  {
    expected: flaskExpected,
    prepare: (folder) => preparePython(source('flask'), folder, () => ['app.py']),
    windowSeconds: 6,
  },
  {
    expected: fastapiExpected,
    prepare: (folder) =>
      preparePython(source('fastapi'), folder, (port) => [
        '-m',
        'uvicorn',
        'main:app',
        '--port',
        String(port),
      ]),
    windowSeconds: 6,
  },
  { expected: chiExpected, prepare: (folder) => prepareGo(source('chi'), folder), windowSeconds: 6 },
  {
    expected: springExpected,
    prepare: (folder) => prepareMaven(source('spring'), folder),
    // Its 429 gives no time, so a client waits for a minute anyway, and in a short one its bucket fills as fast as a slow machine asks.
    windowSeconds: 60,
  },
];
