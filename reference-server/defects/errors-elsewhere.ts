import type { Defect } from '../changes/change.ts';
import { editErrors, editResponses, responsesOf, withStatus } from '../changes/edits.ts';
import { mapHeader, withoutHeader } from '../changes/headers.ts';

const page = new TextEncoder().encode('<!doctype html><title>Unsupported Media Type</title>');

export const errorElsewhereDefects: readonly Defect[] = [
  {
    id: 'error-elsewhere-html',
    title: 'Sends an HTML page for unknown paths',
    story: "The framework's default handler was left in place.",
    requirements: ['errors.elsewhere'],
    change: editResponses(withStatus(404), (response) => ({
      ...mapHeader(response, 'Content-Type', () => 'text/html; charset=utf-8'),
      body: new TextEncoder().encode('<!doctype html><title>Error</title><pre>Cannot GET that</pre>'),
    })),
  },
  {
    id: 'error-elsewhere-other-status',
    title: 'Sends a 404 whose status member is 500',
    story: 'The router throws, and the body is built from the exception before its status is known.',
    requirements: ['errors.elsewhere'],
    change: editErrors([404], (error) => ({ ...error, status: 500 })),
  },
  {
    id: 'error-elsewhere-framework-shape',
    title: "Sends the framework's error for unknown paths",
    story: "The server's error handler covers only its own routes.",
    requirements: ['errors.elsewhere'],
    change: editErrors([404], ({ status }) => ({ statusCode: status, error: 'Not Found' })),
  },
  {
    id: 'error-415-page',
    title: 'Sends an HTML page for a POST with a media type other than JSON',
    story: 'The gateway refuses the request before the server can.',
    requirements: ['errors.elsewhere'],
    change: editResponses(responsesOf('createCategory', 415), (response) => ({
      ...mapHeader(response, 'Content-Type', () => 'text/html'),
      body: page,
    })),
  },
  {
    id: 'error-415-empty',
    title: 'Sends no body for a POST with a media type other than JSON',
    story: 'The framework sets the status and writes no body.',
    requirements: ['errors.elsewhere'],
    change: editResponses(responsesOf('createCategory', 415), (response) => ({
      ...withoutHeader(response, 'Content-Type'),
      body: new Uint8Array(),
    })),
  },
];
