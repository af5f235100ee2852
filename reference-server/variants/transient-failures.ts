import type { Change, Variant } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editResponses, responsesOf, type When } from '../changes/edits.ts';
import type { HttpResponse } from '../response.ts';

/** Replaces every nth of the responses that `when` selects. */
const everySo = (many: number, when: When, edit: (response: HttpResponse) => HttpResponse): Change => {
  return (parts, tools) => {
    let met = 0;
    const isNth: When = (response, visit) => {
      if (!when(response, visit)) return false;
      met += 1;
      return met % many === 0;
    };
    return editResponses(isNth, edit)(parts, tools);
  };
};

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

const GET_AGAIN = 'A GET with a transient fault is retried.';
const LOOKED_FOR = 'Such a response to a POST proves nothing, so the kit looks for the category in the list.';

export const transientFailureVariants: readonly Variant[] = [
  {
    id: 'list-503-in-passing',
    title: "Replaces every nineteenth list with a gateway's 503 page",
    legal: GET_AGAIN,
    warnings: [],
    change: everySo(19, listed, () => gatewayPage(503)),
  },
  {
    id: 'list-cut-in-passing',
    title: 'Closes the connection before every nineteenth list',
    legal: GET_AGAIN,
    warnings: [],
    change: everySo(19, listed, cutOff),
  },
  {
    id: 'created-504-in-passing',
    title: 'Carries out all creations, but loses every fifth response in the gateway',
    legal: LOOKED_FOR,
    warnings: [],
    change: everySo(5, created, () => gatewayPage(504)),
  },
  {
    id: 'created-cut-in-passing',
    title: 'Carries out all creations, but closes the connection without a response for every fifth',
    legal: LOOKED_FOR,
    warnings: [],
    change: everySo(5, created, cutOff),
  },
];
