import type { Change, Variant } from '../change.ts';
import { editResponses, responsesOf, type When } from '../edits.ts';
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

/** The response of a gateway that does not reach the service: none of the service's headers. */
const gatewayPage = (status: 502 | 503 | 504): HttpResponse => ({
  status,
  headers: [
    ['Content-Type', 'text/html'],
    ['Retry-After', '1'],
  ],
  body: new TextEncoder().encode('<html><title>Try again</title>'),
});

const cutOff = (response: HttpResponse): HttpResponse => ({
  ...response,
  delivery: { cut: 'before-answer' },
});

const listed = responsesOf('listCategories', 200);
const created = responsesOf('createCategory', 201);

const GET_AGAIN = 'Reading 10: a failure in passing on a GET is tried again once.';
const LOOKED_FOR =
  'Reading 10: such an answer to a POST decides nothing; the creation is looked for in the list.';

export const passingFailureVariants: readonly Variant[] = [
  {
    id: 'list-503-in-passing',
    title: 'Every nineteenth list is a page of the gateway, with 503',
    legal: GET_AGAIN,
    warnings: [],
    change: everySo(19, listed, () => gatewayPage(503)),
  },
  {
    id: 'list-cut-in-passing',
    title: 'Every nineteenth list is cut off before its first byte',
    legal: GET_AGAIN,
    warnings: [],
    change: everySo(19, listed, cutOff),
  },
  {
    id: 'created-504-in-passing',
    title: 'Every fifth creation is carried out, and its answer lost in the gateway',
    legal: LOOKED_FOR,
    warnings: [],
    change: everySo(5, created, () => gatewayPage(504)),
  },
  {
    id: 'created-cut-in-passing',
    title: 'Every fifth creation is carried out, and the connection cut before the answer',
    legal: LOOKED_FOR,
    warnings: [],
    change: everySo(5, created, cutOff),
  },
];
