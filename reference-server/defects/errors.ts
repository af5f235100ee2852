import type { Defect } from '../changes/change.ts';
import { editErrors, editResponses, responsesOf, withStatus } from '../changes/edits.ts';
import { mapHeader, withoutHeader } from '../changes/headers.ts';

export const errorDefects: readonly Defect[] = [
  {
    id: 'error-code-missing',
    title: 'Sends a 401 without a code',
    story: 'The guard writes its own body, with only a message.',
    requirements: ['errors.shape'],
    change: editErrors([401], ({ message, status }) => ({ message, status })),
  },
  {
    id: 'error-code-number',
    title: 'Sends a 400 whose code is a number',
    story: 'The code is the number of an entry in an error table.',
    requirements: ['errors.shape'],
    change: editErrors([400], ({ message, status }) => ({ code: 1042, message, status })),
  },
  {
    id: 'error-message-list',
    title: 'Sends a 400 whose message is a list',
    story: 'The validator reports all its errors at once.',
    requirements: ['errors.shape'],
    change: editErrors([400], ({ code, message, status }) => ({ code, message: [message], status })),
  },
  {
    id: 'error-status-missing',
    title: 'Sends a 401 whose Error has no status',
    story: 'The status line was considered enough.',
    requirements: ['errors.shape'],
    change: editErrors([401], ({ code, message }) => ({ code, message })),
  },
  {
    id: 'error-status-text',
    title: 'Sends a 400 whose status is a string',
    story: 'The template puts every field in quotes.',
    requirements: ['errors.shape'],
    change: editErrors([400], (error) => ({ ...error, status: String(error.status) })),
  },
  {
    id: 'error-nested',
    title: 'Wraps the Error of a 400 in a member error',
    story: "The company's other API uses that format.",
    requirements: ['errors.shape'],
    change: editErrors([400], (error) => ({ error: { ...error } })),
  },
  {
    id: 'error-body-empty',
    title: 'Sends a 401 with an empty body',
    story: 'The gateway refuses the request before the server can explain.',
    requirements: ['errors.shape'],
    change: editResponses(withStatus(401), (response) => ({ ...response, body: new Uint8Array() })),
  },
  {
    id: 'error-status-other',
    title: 'Sends a 401 whose status member is 400',
    story: 'The body is copied from another error.',
    requirements: ['errors.status'],
    change: editErrors([401], (error) => ({ ...error, status: 400 })),
  },
  {
    id: 'error-status-500',
    title: 'Sends a 400 whose status member is 500',
    story: "The exception's default status goes into the body, before it is mapped to 400.",
    requirements: ['errors.status'],
    change: editErrors([400], (error) => ({ ...error, status: 500 })),
  },
  {
    id: 'error-status-upstream',
    title: 'Sends the 401 for a creation with a status member of 403',
    story: 'The server behind the gateway returns 403, and the gateway changes only the status line.',
    requirements: ['errors.status'],
    change: editResponses(responsesOf('createCategory', 401), (response) => ({
      ...response,
      body: new TextEncoder().encode('{"code":"api_key_missing","message":"No access.","status":403}'),
    })),
  },
  {
    id: 'error-problem-json',
    title: 'Sends a 400 as application/problem+json',
    story: 'The framework uses the format of RFC 9457.',
    requirements: ['errors.media-type'],
    change: editResponses(responsesOf('createCategory', 400), (response) =>
      mapHeader(response, 'Content-Type', () => 'application/problem+json'),
    ),
  },
  {
    id: 'error-text-plain',
    title: 'Sends a 401 as text/plain',
    story: 'The guard sends a string, and the framework guesses the type.',
    requirements: ['errors.media-type'],
    change: editResponses(withStatus(401), (response) =>
      mapHeader(response, 'Content-Type', () => 'text/plain'),
    ),
  },
  {
    id: 'error-type-missing-on-orders',
    title: 'Sends a 401 for orders without Content-Type',
    story: 'The guard of that route writes to the socket directly and omits the header.',
    requirements: ['errors.media-type'],
    change: editResponses(responsesOf('listOrders', 401), (response) =>
      withoutHeader(response, 'Content-Type'),
    ),
  },
];
