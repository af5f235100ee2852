import type { Defect } from '../changes/change.ts';
import { editErrors, editResponses, responsesOf, withStatus } from '../changes/edits.ts';
import { type Json, stringify } from '../json.ts';
import { type HttpResponse, valuesOf } from '../response.ts';

/** Replaces the body of a response. */
function withJson(response: HttpResponse, json: Json): HttpResponse {
  return { ...response, body: new TextEncoder().encode(stringify(json)) };
}

export const errorTextDefects: readonly Defect[] = [
  {
    id: 'error-message-blank',
    title: 'Sends a 400 with a blank message',
    story: 'The messages come from a catalog that lacks an entry.',
    requirements: ['errors.texts'],
    change: editErrors([400], (error) => ({ ...error, message: ' ' })),
  },
  {
    id: 'error-code-blank',
    title: 'Sends a 401 with an empty code',
    story: 'The guard fills in the error model but has no code.',
    requirements: ['errors.texts'],
    change: editErrors([401], (error) => ({ ...error, code: '' })),
  },
  {
    id: 'error-stack-trace',
    title: 'Shows a stack trace in a 400',
    story: 'The development error handler was shipped.',
    requirements: ['errors.no-internals'],
    change: editErrors([400], (error) => ({
      ...error,
      message: `Error: ${error.message}\n    at validate (/srv/app/dist/categories/validate.js:41:13)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    })),
  },
  {
    id: 'error-shows-sql',
    title: 'Shows the failed database query in a 401',
    story: 'The database message is passed on.',
    requirements: ['errors.no-internals'],
    change: editErrors([401], (error) => ({
      ...error,
      message: 'No rows: SELECT id, plan FROM api_keys WHERE digest = $1',
    })),
  },
  {
    id: 'error-echoes-key',
    title: 'Echoes the received token in a 401',
    story: 'The message is meant to help people who mistyped their key.',
    requirements: ['errors.no-internals'],
    change: editResponses(withStatus(401), (response, { incoming }) => {
      const [token = 'none'] = valuesOf(incoming.headers, 'Authorization');
      return withJson(response, {
        code: 'api_key_invalid',
        message: `Not a valid key: ${token}`,
        status: 401,
      });
    }),
  },
  {
    id: 'error-path-shown',
    title: 'Names a file on the server in a 400',
    story: 'The body parser throws an exception whose message includes the position in the code.',
    requirements: ['errors.no-internals'],
    change: editResponses(responsesOf('createCategory', 400), (response) =>
      withJson(response, {
        code: 'body_invalid',
        message: 'Failed in /srv/petstore/lib/body_parser.py while reading the body.',
        status: 400,
      }),
    ),
  },
];
