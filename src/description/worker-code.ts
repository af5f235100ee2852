/**
 * The code of the worker that parses a description. It is a string, because a worker needs one that runs from the sources,
 * from the bundle and in a test runner alike. It asks for each file by a message, and its last message has the document or
 * the problem.
 */
export const workerCode = `
const { parentPort, workerData } = require('node:worker_threads');
const { from, parser, mostValues, deepest } = workerData;
const pending = new Map();
let asked = 0;
let values = 0;
let refused;

parentPort.on('message', ({ id, text, problem }) => {
  const { resolve, reject } = pending.get(id);
  pending.delete(id);
  if (problem === undefined) return resolve(Buffer.from(text));
  refused ??= problem;
  reject(new Error(problem));
});

const file = {
  order: 1,
  canRead: true,
  read: ({ url }) =>
    new Promise((resolve, reject) => {
      pending.set(++asked, { resolve, reject });
      parentPort.postMessage({ id: asked, url });
    }),
};

// Counts what a walk would meet: an alias counts each time it is used.
function measured(document) {
  const left = [{ value: document, depth: 0 }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (++values > mostValues) refused ??= 'with its aliases, it has more than ' + mostValues + ' values';
    if (one.depth > deepest) refused ??= 'it is nested more than ' + deepest + ' deep';
    if (refused !== undefined) throw new Error(refused);
    if (typeof one.value !== 'object' || one.value === null) continue;
    for (const value of Object.values(one.value)) left.push({ value, depth: one.depth + 1 });
  }
  return document;
}

import(parser).then(async ({ $RefParser, getJsonSchemaRefParserDefaultOptions }) => {
  const { parse } = getJsonSchemaRefParserDefaultOptions();
  const bounded = (one) => ({ ...one, parse: async (file) => measured(await one.parse(file)) });
  const options = {
    parse: { json: bounded(parse.json), yaml: bounded(parse.yaml) },
    resolve: { http: false, file },
  };
  try {
    parentPort.postMessage({ document: await new $RefParser().bundle(from, options) });
  } catch (error) {
    parentPort.postMessage({ problem: refused ?? String(error?.message ?? error) });
  }
});
`;
