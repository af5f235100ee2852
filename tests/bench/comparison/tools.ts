// How to start each tool, in the way that its documentation shows, and how to read failures from its report.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { key } from './servers.ts';

const here = (name: string) => join(import.meta.dirname, name);

/** The interface description as JSON, because some tools cannot read YAML anchors. */
const description = (folder: string): string => `${folder}/petstore.json`;

/** Writes the interface description to the folder of the tools. */
export function describeTo(folder: string): void {
  const described = parse(readFileSync(here('petstore.yaml'), 'utf8'), { merge: true });
  writeFileSync(description(folder), JSON.stringify(described, null, 2));
}

const bearer = `Authorization: Bearer ${key}`;

/** A program, its arguments, and environment variables. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Where the tools are installed, where a run writes, and the base URL of the server. */
export interface Place {
  readonly folder: string;
  readonly place: string;
  readonly url: string;
  /** The seed of a tool that generates requests. The default is 1. */
  readonly seed?: number;
}

/** A tool: the command to run once before all runs, the command of each run, and how to read the failures that a run reported. */
export interface Tool {
  readonly prepare?: (folder: string) => Command;
  readonly command: (place: Place) => Command;
  readonly failures: (run: { readonly place: string; readonly output: string }) => readonly string[];
}

const readJson = <Shape>(path: string): Shape => JSON.parse(readFileSync(path, 'utf8')) as Shape;

export const tools: Readonly<Record<string, Tool>> = {
  kit: {
    command: ({ place, url }) => ({
      program: process.execPath,
      args: [here('../../../dist/src/bin.js'), 'run', '--base-url', url, '--reports', place],
    }),
    failures: ({ place }) =>
      readJson<{ requirements: { id: string; verdict: string }[] }>(`${place}/report.json`)
        .requirements.filter(({ verdict }) => verdict === 'fail')
        .map(({ id }) => id),
  },
  schemathesis: {
    command: ({ folder, place, url, seed = 1 }) => ({
      program: `${folder}/venv/bin/st`,
      args: [
        ...['--no-color', 'run', description(folder), '--url', url, '--header', bearer, '--checks', 'all'],
        ...['--seed', String(seed), '--rate-limit', 'auto'],
        ...['--report', 'json', '--report-json-path', `${place}/failures.json`],
      ],
    }),
    failures: ({ place }) =>
      readJson<{ failures: { title: string; operations: string[] }[] }>(
        `${place}/failures.json`,
      ).failures.flatMap(({ title, operations }) => operations.map((operation) => `${operation}: ${title}`)),
  },
  dredd: {
    command: ({ folder, url }) => ({
      program: `${folder}/node_modules/.bin/dredd`,
      args: [
        ...[description(folder), url, '--hookfiles', here('dredd-hooks.cjs')],
        ...['--header', bearer, '--no-color'],
      ],
    }),
    failures: ({ output }) =>
      [...output.matchAll(/^(?:fail|error): ([A-Z]+ \(\d+\) \S+)/gm)].map(([, name = '']) => name),
  },
  newman: {
    prepare: (folder) => ({
      program: `${folder}/node_modules/.bin/portman`,
      args: [
        ...['--local', description(folder), '--baseUrl', 'http://127.0.0.1:8080/v1'],
        ...['--portmanConfigFile', here('portman-config.json'), '--output', `${folder}/collection.json`],
      ],
    }),
    command: ({ folder, place, url }) => ({
      program: `${folder}/node_modules/.bin/newman`,
      args: [
        ...['run', `${folder}/collection.json`, '--env-var', `bearerToken=${key}`],
        ...['--env-var', `baseUrl=${url}`],
        ...['--reporters', 'cli,json', '--reporter-json-export', `${place}/failures.json`],
      ],
    }),
    failures: ({ place }) =>
      readJson<{
        run: { failures: { source?: { name: string }; error: { test?: string; name: string } }[] };
      }>(`${place}/failures.json`).run.failures.map(
        ({ source, error }) => `${source?.name}: ${error.test ?? error.name}`,
      ),
  },
  supertest: {
    command: ({ folder, place, url }) => {
      copyFileSync(here('categories.test.mjs'), `${folder}/categories.test.mjs`);
      return {
        program: `${folder}/node_modules/.bin/vitest`,
        args: ['run', '--root', folder, '--reporter', 'json', '--outputFile', `${place}/failures.json`],
        environment: { PETSTORE_URL: url, PETSTORE_KEY: key },
      };
    },
    failures: ({ place }) =>
      readJson<{ testResults: { assertionResults: { status: string; fullName: string }[] }[] }>(
        `${place}/failures.json`,
      )
        .testResults.flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName),
  },
};
