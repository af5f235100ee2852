import type { Defect } from '../change.ts';
import { editErrors, editResponses, responsesOf, withStatus } from '../edits.ts';
import { mapHeader, withoutHeader } from '../response.ts';

const page = new TextEncoder().encode('<!doctype html><title>Unsupported Media Type</title>');

export const errorElsewhereDefects: readonly Defect[] = [
  {
    id: 'error-elsewhere-html',
    title: 'Unknown paths are answered with a page',
    story: 'The default handler of the framework was left in place.',
    requirements: ['errors.elsewhere'],
    change: editResponses(withStatus(404), (response) => ({
      ...mapHeader(response, 'Content-Type', () => 'text/html; charset=utf-8'),
      body: new TextEncoder().encode('<!doctype html><title>Error</title><pre>Cannot GET that</pre>'),
    })),
  },
  {
    id: 'error-elsewhere-other-status',
    title: 'status says 500 in a 404',
    story: 'The router throws, and the body is made from the exception before its status is known.',
    requirements: ['errors.elsewhere'],
    change: editErrors([404], (error) => ({ ...error, status: 500 })),
  },
  {
    id: 'error-elsewhere-framework-shape',
    title: 'Unknown paths are answered with the error of the framework',
    story: 'The handler of the service is asked for its own routes alone.',
    requirements: ['errors.elsewhere'],
    change: editErrors([404], ({ status }) => ({ statusCode: status, error: 'Not Found' })),
  },
  {
    id: 'error-415-page',
    title: 'Another media type is answered with a page',
    story: 'The gateway refuses it before the service can.',
    requirements: ['errors.elsewhere'],
    change: editResponses(responsesOf('createCategory', 415), (response) => ({
      ...mapHeader(response, 'Content-Type', () => 'text/html'),
      body: page,
    })),
  },
  {
    id: 'error-415-empty',
    title: 'Another media type is answered without a body',
    story: 'The framework sets the status and leaves the rest to nobody.',
    requirements: ['errors.elsewhere'],
    change: editResponses(responsesOf('createCategory', 415), (response) => ({
      ...withoutHeader(response, 'Content-Type'),
      body: new Uint8Array(),
    })),
  },
];
