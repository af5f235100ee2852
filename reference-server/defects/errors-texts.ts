import type { Defect } from '../change.ts';
import { editErrors, editResponses, responsesOf, withStatus } from '../edits.ts';
import { type Json, stringify } from '../json.ts';
import { type HttpResponse, valuesOf } from '../response.ts';

/** Replaces the body of a response. */
function withJson(response: HttpResponse, json: Json): HttpResponse {
  return { ...response, body: new TextEncoder().encode(stringify(json)) };
}

export const errorTextDefects: readonly Defect[] = [
  {
    id: 'error-message-blank',
    title: 'message is blank in 400',
    story: 'The texts come from a catalogue that has no entry.',
    requirements: ['errors.texts'],
    change: editErrors([400], (error) => ({ ...error, message: ' ' })),
  },
  {
    id: 'error-code-blank',
    title: 'code is empty in 401',
    story: 'The guard fills the model of errors and has no code to give.',
    requirements: ['errors.texts'],
    change: editErrors([401], (error) => ({ ...error, code: '' })),
  },
  {
    id: 'error-stack-trace',
    title: '400 shows a stack trace',
    story: 'The handler for development was shipped.',
    requirements: ['errors.no-internals'],
    change: editErrors([400], (error) => ({
      ...error,
      message: `Error: ${error.message}\n    at validate (/srv/app/dist/categories/validate.js:41:13)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    })),
  },
  {
    id: 'error-shows-sql',
    title: '401 shows the query that found no key',
    story: 'The message of the database is passed on.',
    requirements: ['errors.no-internals'],
    change: editErrors([401], (error) => ({
      ...error,
      message: 'No rows: SELECT id, plan FROM api_keys WHERE digest = $1',
    })),
  },
  {
    id: 'error-echoes-key',
    title: '401 repeats the token that was sent',
    story: 'The message is meant to help those who mistyped their key.',
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
    title: '400 names a file of the server',
    story: 'The parser of bodies writes where it stopped into what it throws.',
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
