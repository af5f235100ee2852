// How to start each tool, as its documentation shows, and how to read failures from its report.
import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { key } from './servers.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** The interface description as JSON, because some tools cannot read YAML anchors. */
export const description = (folder) => `${folder}/petstore.json`;

const bearer = `Authorization: Bearer ${key}`;

function schemathesis(more) {
  return {
    command: ({ folder, place, url }) => [
      `${folder}/venv/bin/st`,
      ['--no-color', 'run', description(folder), '--url', url, '--header', bearer, '--checks', 'all'],
      ['--seed', '1', '--report', 'json', '--report-json-path', `${place}/failures.json`, ...more],
    ],
    failures: ({ place }) =>
      readJson(`${place}/failures.json`).failures.flatMap(({ title, operations }) =>
        operations.map((operation) => `${operation}: ${title}`),
      ),
  };
}

/**
 * The tools by name: the `quota` of the servers, a command to run once before the first run (`prepare`), the command of a
 * run, and the failures that it reported. `folder` is where the tools are installed, `place` where a run writes.
 */
export const tools = {
  kit: {
    quota: 'free',
    command: ({ place, url }) => [
      process.execPath,
      [here('../../dist/src/bin.js'), 'run', '--base-url', url, '--plan', 'free', '--reports', place],
    ],
    failures: ({ place }) =>
      readJson(`${place}/report.json`)
        .requirements.filter(({ verdict }) => verdict === 'fail')
        .map(({ id }) => id),
  },
  schemathesis: { quota: 'wide', ...schemathesis([]) },
  'schemathesis-limited': { quota: 'slow', ...schemathesis(['--rate-limit', 'auto']) },
  dredd: {
    quota: 'free',
    command: ({ folder, url }) => [
      `${folder}/node_modules/.bin/dredd`,
      [description(folder), url, '--hookfiles', here('dredd-hooks.cjs'), '--header', bearer, '--no-color'],
    ],
    failures: ({ output }) =>
      [...output.matchAll(/^(?:fail|error): ([A-Z]+ \(\d+\) \S+)/gm)].map(([, name]) => name),
  },
  newman: {
    quota: 'free',
    prepare: ({ folder }) => [
      `${folder}/node_modules/.bin/portman`,
      ['--local', description(folder), '--baseUrl', 'http://127.0.0.1:8080/v1'],
      ['--portmanConfigFile', here('portman-config.json'), '--output', `${folder}/collection.json`],
    ],
    command: ({ folder, place, url }) => [
      `${folder}/node_modules/.bin/newman`,
      ['run', `${folder}/collection.json`, '--env-var', `bearerToken=${key}`, '--env-var', `baseUrl=${url}`],
      ['--reporters', 'cli,json', '--reporter-json-export', `${place}/failures.json`],
    ],
    failures: ({ place }) =>
      readJson(`${place}/failures.json`).run.failures.map(
        ({ source, error }) => `${source.name}: ${error.test}`,
      ),
  },
  supertest: {
    quota: 'free',
    command: ({ folder, place, url }) => {
      copyFileSync(here('categories.test.mjs'), `${folder}/categories.test.mjs`);
      return [
        `${folder}/node_modules/.bin/vitest`,
        ['run', '--root', folder, '--reporter', 'json', '--outputFile', `${place}/failures.json`],
        [],
        { PETSTORE_URL: url, PETSTORE_KEY: key },
      ];
    },
    failures: ({ place }) =>
      readJson(`${place}/failures.json`)
        .testResults.flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName),
  },
};
