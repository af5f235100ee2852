import type { Change, Variant } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editEvery, editOperation, responsesOf } from '../changes/edits.ts';
import { errorReply, problem } from '../problem.ts';
import type { HttpResponse } from '../response.ts';

/** The response of a gateway that cannot reach the server, without the server's headers. */
const gatewayPage = (status: 502 | 503 | 504): HttpResponse => ({
  status,
  headers: [
    ['Content-Type', 'text/html'],
    ['Retry-After', '1'],
  ],
  body: new TextEncoder().encode('<html><title>Try again</title>'),
});

const cutOff = (response: HttpResponse): HttpResponse => withDelivery(response, { cut: 'before-response' });

const listed = responsesOf('listCategories', 200);
const created = responsesOf('createCategory', 201);

const maintenanceMs = 20_000;

/**
 * From the sixth POST with the key on, returns 503 to every such POST for 20 seconds, with the remaining seconds in
 * Retry-After.
 */
const briefMaintenance: Change = (parts, tools) => {
  let posts = 0;
  let endsAt: number | undefined;
  return editOperation('createCategory', (visit, serve) => {
    const { at } = visit.incoming;
    posts += 1;
    if (posts === 6) endsAt = at + maintenanceMs;
    if (endsAt === undefined || at >= endsAt) return serve(visit);
    const error = problem(503, 'maintenance', 'Categories cannot be created at the moment.');
    const reply = errorReply(error, visit.parts.errorJson);
    return {
      ...reply,
      headers: [...reply.headers, ['Retry-After', String(Math.ceil((endsAt - at) / 1_000))]],
    };
  })(parts, tools);
};

const GET_AGAIN = 'A failure counts only if it repeats.';
const LOOKED_FOR = 'Such a response to a POST proves nothing, so the kit looks for the category in the list.';

export const transientFailureVariants: readonly Variant[] = [
  {
    id: 'list-503-in-passing',
    title: "Replaces every fifth list with a gateway's 503 page",
    legal: GET_AGAIN,
    warnings: ['http.passing-failures'],
    change: editEvery(5, listed, () => gatewayPage(503)),
  },
  {
    id: 'list-cut-in-passing',
    title: 'Closes the connection before every fifth list',
    legal: GET_AGAIN,
    warnings: ['http.passing-failures'],
    change: editEvery(5, listed, cutOff),
  },
  {
    id: 'created-504-in-passing',
    title: 'Carries out all creations, but loses every fifth response in the gateway',
    legal: LOOKED_FOR,
    warnings: ['http.passing-failures'],
    change: editEvery(5, created, () => gatewayPage(504)),
  },
  {
    id: 'created-cut-in-passing',
    title: 'Carries out all creations, but closes the connection without a response for every fifth one',
    legal: LOOKED_FOR,
    warnings: [],
    change: editEvery(5, created, cutOff),
  },
  {
    id: 'creations-503-for-20-s',
    title: 'Returns 503 with Retry-After to every POST for 20 seconds of maintenance',
    legal:
      'The kit leaves the operation alone for that time, even if a request with an invalid body was the first to get a 503.',
    warnings: ['http.passing-failures'],
    change: briefMaintenance,
  },
];
