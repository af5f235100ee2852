import type { Change, Defect } from '../changes/change.ts';
import { editEndedEarly, editOperation } from '../changes/edits.ts';
import type { Incoming } from '../incoming.ts';
import type { Visit } from '../parts.ts';
import { errorReply, type Problem, problem } from '../problem.ts';
import { type Reply, valuesOf } from '../response.ts';
import { readingOf } from './refusing-bodies.ts';

/** Replies to a creation whose body has no stated length and is not chunked. */
const withoutLength = (reply: (visit: Visit) => Reply): Change =>
  editOperation('createCategory', (visit, serve) => {
    const { headers } = visit.incoming;
    const isStated = ['Content-Length', 'Transfer-Encoding'].some(
      (name) => valuesOf(headers, name).length > 0,
    );
    return isStated ? serve(visit) : reply(visit);
  });

const notJson = problem(415, 'media_type_unsupported', 'The request body must be application/json.');

const contentTypeOf = (headers: Incoming['headers']) => valuesOf(headers, 'Content-Type').join();

/** Refuses some creations based on the head of the request. */
const refuseCreations = (isRefused: (incoming: Incoming) => boolean, error: Problem): Change =>
  editOperation('createCategory', (visit, serve) =>
    isRefused(visit.incoming) ? errorReply(error, visit.parts.errorJson) : serve(visit),
  );

const isChunked = ({ headers }: Incoming): boolean => valuesOf(headers, 'Transfer-Encoding').length > 0;

/** Servers that fail if the length of a body is not stated, or not reached. */
export const framingDefects: readonly Defect[] = [
  {
    id: 'body-that-ends-early-500',
    title: 'Returns 500 for a body that ends before its Content-Length is reached',
    story: 'The code treats the error of an aborted stream like any other error.',
    requirements: ['invalid.body-malformed'],
    change: editEndedEarly(({ parts }) =>
      errorReply(problem(500, 'internal_error', 'The server has failed.'), parts.errorJson),
    ),
  },
  {
    id: 'body-that-ends-early-stored',
    title: 'Stores an incomplete body that ends before its Content-Length is reached',
    story:
      'The streaming parser emits each field, and the end of the stream saves the object, even after an abort.',
    requirements: ['invalid.nothing-stored'],
    change: editEndedEarly(({ parts }, lost) => {
      const reading = readingOf(`${Buffer.from(lost.arrived).toString()}}`);
      if (reading?.kind === 'category') parts.store.add(reading.category);
      throw lost;
    }),
  },
  {
    id: 'no-length-500',
    title: 'Returns 500 for a POST with neither Content-Length nor Transfer-Encoding',
    story:
      'The length is read from the header, which is missing, so the buffer for the body cannot be allocated.',
    requirements: ['invalid.body-empty'],
    change: withoutLength(({ parts }) =>
      errorReply(problem(500, 'internal_error', 'The server has failed.'), parts.errorJson),
    ),
  },
  {
    id: 'no-length-411',
    title: 'Returns 411 for a POST with neither Content-Length nor Transfer-Encoding',
    story: 'The framework requires a length before it looks at anything else.',
    requirements: ['invalid.body-empty'],
    change: withoutLength(({ parts }) =>
      errorReply(problem(411, 'length_required', 'Content-Length is required.'), parts.errorJson),
    ),
  },
  {
    id: 'chunked-400',
    title: 'Returns 400 for a body with the chunked transfer coding',
    story: 'The body is read by its Content-Length, which is missing.',
    requirements: ['create.content-type'],
    change: refuseCreations(isChunked, problem(400, 'body_missing', 'The request body is missing.')),
  },
  {
    id: 'chunked-501',
    title: 'Returns 501 for a body with the chunked transfer coding',
    story: 'The application server does not implement this coding.',
    requirements: ['create.content-type'],
    change: refuseCreations(
      isChunked,
      problem(501, 'not_implemented', 'This transfer coding is not supported.'),
    ),
  },
  {
    id: 'chunked-500',
    title: 'Returns 500 for a body with the chunked transfer coding',
    story: 'The length of the body is parsed from a header that is missing.',
    requirements: ['create.content-type'],
    change: refuseCreations(isChunked, problem(500, 'internal_error', 'The server has failed.')),
  },
  {
    id: 'charset-415',
    title: 'Returns 415 for application/json with a charset parameter',
    story: 'The whole Content-Type is compared with one string.',
    requirements: ['create.content-type'],
    change: refuseCreations(({ headers }) => contentTypeOf(headers).includes('charset'), notJson),
  },
];
