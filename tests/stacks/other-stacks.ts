import { cpSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import * as axum from './axum/expected.ts';
import * as chi from './chi/expected.ts';
import * as django from './django/expected.ts';
import * as echo from './echo/expected.ts';
import type { Expectations } from './expectations.ts';
import * as fastapi from './fastapi/expected.ts';
import * as flask from './flask/expected.ts';
import * as jetty from './jetty/expected.ts';
import * as mojolicious from './mojolicious/expected.ts';
import * as nginx from './nginx/expected.ts';
import * as sinatra from './sinatra/expected.ts';
import * as spring from './spring/expected.ts';
import { prepareCargo } from './toolchains/cargo.ts';
import { prepareGateway } from './toolchains/gateway.ts';
import { prepareGo } from './toolchains/go.ts';
import { prepareMaven } from './toolchains/maven.ts';
import { preparePython } from './toolchains/python.ts';
import { prepareScript } from './toolchains/script.ts';
import { type Prepared, prepared, step } from './toolchains/toolchain.ts';
import * as varnish from './varnish/expected.ts';

/** A stack in another language, built if its toolchain is installed. */
export interface OtherStack {
  /** The folder with the sources of the stack, `expected.ts` and, if the stack was fixed, `fix.patch`. */
  readonly name: string;
  readonly expected: Expectations;
  /** What the kit must find once the stack is fixed. */
  readonly fixed?: Expectations;
  /** Builds the sources in `source` into `folder`; toolchain caches are kept elsewhere. */
  readonly prepare: (source: string, folder: string) => Promise<Prepared>;
  /** Whether all programs and libraries come from the system, so that nothing is downloaded or compiled. */
  readonly fromSystem?: true;
  /** How many seconds the limiter's window lasts, instead of a minute. */
  readonly windowSeconds: number;
  /** The number of requests in flight, if the stack shows its behavior only with more than one. */
  readonly concurrency?: number;
}

export const otherStacks: readonly OtherStack[] = [
  {
    name: 'flask',
    expected: flask.expected,
    prepare: (source, folder) => preparePython(source, folder, () => ['app.py']),
    windowSeconds: 6,
  },
  {
    name: 'fastapi',
    expected: fastapi.expected,
    prepare: (source, folder) =>
      preparePython(source, folder, (port) => ['-m', 'uvicorn', 'main:app', '--port', String(port)]),
    windowSeconds: 6,
  },
  {
    name: 'chi',
    expected: chi.expected,
    prepare: (source, folder) => prepareGo(source, folder, ['chi', 'httprate']),
    windowSeconds: 6,
  },
  {
    name: 'spring',
    expected: spring.expected,
    prepare: (source, folder) =>
      prepareMaven(
        {
          shown: { 'spring-boot-starter-parent': 'Spring Boot', 'bucket4j_jdk17-core': 'bucket4j' },
          args: (port) => ['-jar', join('target', 'petstore.jar'), `--server.port=${port}`],
        },
        source,
        folder,
      ),
    // The 429 of this stack has no usable Retry-After, so a client waits for a minute anyway. With a shorter window, the
    // bucket would refill as fast as a slow machine sends requests.
    windowSeconds: 60,
  },
  {
    name: 'django',
    expected: django.expected,
    fixed: django.fixed,
    prepare: (source, folder) =>
      preparePython(
        source,
        folder,
        (port) => [
          ...['-m', 'gunicorn', '--threads', '4', '--bind', `127.0.0.1:${port}`],
          'django.core.wsgi:get_wsgi_application()',
        ],
        { DJANGO_SETTINGS_MODULE: 'settings' },
      ),
    windowSeconds: 6,
  },
  {
    name: 'sinatra',
    expected: sinatra.expected,
    fixed: sinatra.fixed,
    prepare: (source, folder) =>
      prepareScript(
        {
          interpreter: 'ruby',
          versions: [
            ...['-rsinatra/base', '-rrack/attack', '-rsqlite3', '-e'],
            'puts "Sinatra #{Sinatra::VERSION}", "sqlite3 #{SQLite3::VERSION}", "Ruby #{RUBY_VERSION}"',
          ],
          file: 'app.rb',
        },
        source,
        folder,
      ),
    fromSystem: true,
    windowSeconds: 6,
  },
  {
    name: 'mojolicious',
    expected: mojolicious.expected,
    fixed: mojolicious.fixed,
    prepare: (source, folder) =>
      prepareScript(
        {
          interpreter: 'perl',
          versions: ['-MMojolicious', '-e', 'printf "Mojolicious %s\\nPerl %vd", Mojolicious->VERSION, $^V'],
          file: 'app.pl',
          args: (port) => ['daemon', '--listen', `http://127.0.0.1:${port}`],
        },
        source,
        folder,
      ),
    fromSystem: true,
    windowSeconds: 6,
  },
  {
    name: 'echo',
    expected: echo.expected,
    fixed: echo.fixed,
    prepare: (source, folder) => prepareGo(source, folder, ['echo', 'tollbooth']),
    // In a shorter minute, the bucket would refill as fast as a slow machine sends.
    windowSeconds: 30,
  },
  {
    name: 'axum',
    expected: axum.expected,
    fixed: axum.fixed,
    prepare: (source, folder) => prepareCargo(source, folder, ['axum', 'tower_governor']),
    // In a shorter minute, the bucket would refill as fast as a slow machine sends.
    windowSeconds: 30,
  },
  {
    name: 'jetty',
    expected: jetty.expected,
    fixed: jetty.fixed,
    prepare: (source, folder) =>
      prepareMaven(
        {
          shown: { 'jetty-server': 'Jetty', 'jackson-databind': 'Jackson' },
          args: () => ['-cp', ['target/petstore.jar', 'target/lib/*'].join(delimiter), 'petstore.PetStore'],
        },
        source,
        folder,
      ),
    windowSeconds: 6,
    concurrency: 6,
  },
  {
    name: 'nginx',
    expected: nginx.expected,
    fixed: nginx.fixed,
    prepare: (source, folder) =>
      prepareGateway(
        {
          program: 'nginx',
          version: ['-v'],
          configuration: 'nginx.conf',
          args: () => ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off;'],
        },
        source,
        folder,
      ),
    fromSystem: true,
    // After the 503s, requests are so slow that a shorter minute would end before the limit is used up.
    windowSeconds: 30,
    concurrency: 6,
  },
  {
    name: 'varnish',
    expected: varnish.expected,
    fixed: varnish.fixed,
    prepare: (source, folder) =>
      prepareGateway(
        {
          program: 'varnishd',
          version: ['-V'],
          configuration: 'default.vcl',
          args: (port) => [
            ...['-F', '-j', 'none', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${port}`],
            ...['-f', join(folder, 'default.vcl'), '-s', 'malloc,16m'],
          ],
        },
        source,
        folder,
      ),
    fromSystem: true,
    windowSeconds: 6,
  },
];

/** A version of a stack: the first version or the fixed one. */
export interface StackVersion {
  /** The id of the version in the gallery. */
  readonly id: string;
  readonly expected: Expectations;
  readonly prepare: (folder: string) => Promise<Prepared>;
}

/** Returns the versions of a stack. They share a folder, so the fixed one can reuse the first one's build. */
export function versionsOf({ name, expected, fixed, prepare }: OtherStack): StackVersion[] {
  const source = join(import.meta.dirname, name);
  const first: StackVersion = { id: name, expected, prepare: (folder) => prepare(source, folder) };
  if (fixed === undefined) return [first];
  const prepareFixed = (folder: string): Promise<Prepared> =>
    prepared(async () => {
      const copy = join(folder, 'fixed');
      cpSync(source, copy, { recursive: true });
      await step('patch', ['--strip=1', '--silent', '--input', 'fix.patch'], copy);
      return prepare(copy, folder);
    });
  return [first, { id: `${name}-fixed`, expected: fixed, prepare: prepareFixed }];
}
