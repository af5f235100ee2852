import type { Defect } from '../change.ts';
import { editErrors, editResponses, responsesOf, withStatus } from '../edits.ts';
import { mapHeader, withoutHeader } from '../response.ts';

export const errorDefects: readonly Defect[] = [
  {
    id: 'error-code-missing',
    title: '401 has no code',
    story: 'The guard writes its own body, with a message alone.',
    requirements: ['errors.shape'],
    change: editErrors([401], ({ message, status }) => ({ message, status })),
  },
  {
    id: 'error-code-number',
    title: 'code is a number in 400',
    story: 'The code is the number of an entry in a table of errors.',
    requirements: ['errors.shape'],
    change: editErrors([400], ({ message, status }) => ({ code: 1042, message, status })),
  },
  {
    id: 'error-message-list',
    title: 'message is a list in 400',
    story: 'The validator reports all its complaints at once.',
    requirements: ['errors.shape'],
    change: editErrors([400], ({ code, message, status }) => ({ code, message: [message], status })),
  },
  {
    id: 'error-status-missing',
    title: 'The Error of a 401 has no status',
    story: 'The status is thought to be said by the status line.',
    requirements: ['errors.shape'],
    change: editErrors([401], ({ code, message }) => ({ code, message })),
  },
  {
    id: 'error-status-text',
    title: 'status is text in 400',
    story: 'The template writes every field between quotes.',
    requirements: ['errors.shape'],
    change: editErrors([400], (error) => ({ ...error, status: String(error.status) })),
  },
  {
    id: 'error-nested',
    title: 'The Error of a 400 is wrapped in error',
    story: 'The shape of another API of the house is used.',
    requirements: ['errors.shape'],
    change: editErrors([400], (error) => ({ error: { ...error } })),
  },
  {
    id: 'error-body-empty',
    title: '401 has an empty body',
    story: 'The gateway refuses the request before the service can say why.',
    requirements: ['errors.shape'],
    change: editResponses(withStatus(401), (response) => ({ ...response, body: new Uint8Array() })),
  },
  {
    id: 'error-status-other',
    title: 'status says 400 in a 401',
    story: 'The body is copied from another error.',
    requirements: ['errors.status'],
    change: editErrors([401], (error) => ({ ...error, status: 400 })),
  },
  {
    id: 'error-status-500',
    title: 'status says 500 in a 400',
    story: 'The status of the exception is the default, the mapping to 400 comes later.',
    requirements: ['errors.status'],
    change: editErrors([400], (error) => ({ ...error, status: 500 })),
  },
  {
    id: 'error-status-upstream',
    title: 'status says 403 in a 401 to a creation',
    story: 'The service behind the gateway answers 403, and the gateway changes the status line alone.',
    requirements: ['errors.status'],
    change: editResponses(responsesOf('createCategory', 401), (response) => ({
      ...response,
      body: new TextEncoder().encode('{"code":"api_key_missing","message":"No access.","status":403}'),
    })),
  },
  {
    id: 'error-problem-json',
    title: '400 is application/problem+json',
    story: 'The framework answers in the form of RFC 9457.',
    requirements: ['errors.media-type'],
    change: editResponses(responsesOf('createCategory', 400), (response) =>
      mapHeader(response, 'Content-Type', () => 'application/problem+json'),
    ),
  },
  {
    id: 'error-text-plain',
    title: '401 is text/plain',
    story: 'The guard sends a string, and the framework guesses the type.',
    requirements: ['errors.media-type'],
    change: editResponses(withStatus(401), (response) =>
      mapHeader(response, 'Content-Type', () => 'text/plain'),
    ),
  },
  {
    id: 'error-type-missing-on-orders',
    title: '401 of orders has no Content-Type',
    story: 'The guard of that route writes to the socket and forgets the header.',
    requirements: ['errors.media-type'],
    change: editResponses(responsesOf('listOrders', 401), (response) =>
      withoutHeader(response, 'Content-Type'),
    ),
  },
];
