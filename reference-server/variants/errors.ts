import type { Variant } from '../change.ts';
import { editResponses, withStatus } from '../edits.ts';
import { written } from '../json.ts';
import { withHeader } from '../response.ts';

const VALUES = 'The set of values of code is not shown, and message is for people, in whatever language.';

/** Legal error texts that look like a stack trace. */
const located = (status: number): string =>
  status === 400
    ? 'Unexpected token at line 1, column 13 of the body of POST /v1/categories: see /name. Select a name from the docs.'
    : 'The service looked at /v1 (the base address) and found no valid key; update yours and set it in a header.';

export const errorVariants: readonly Variant[] = [
  {
    id: 'errors-in-japanese',
    title: 'Messages are in Japanese and codes are numbers written as text',
    legal: VALUES,
    warnings: [],
    change: (parts, tools) => ({
      errorJson: ({ status }) => ({ code: `${status}01`, message: 'リクエストを処理できません。', status }),
      ...editResponses(withStatus(400, 401), (response) => withHeader(response, 'Content-Language', 'ja'))(
        parts,
        tools,
      ),
    }),
  },
  {
    id: 'errors-with-place',
    title: 'Errors tell where the mistake is, with paths of the interface, lines and columns',
    legal: 'A message is for people: what it may name of the request is not limited.',
    warnings: [],
    change: () => ({
      errorJson: ({ code, status }) => ({
        code: `https://docs.example.com/errors#${code}`,
        message: located(status),
        status,
        instance: '/v1/categories',
        pointer: '#/name',
      }),
    }),
  },
  {
    id: 'status-with-exponent',
    title: 'status is written with an exponent',
    legal: 'Reading 9: 4.01e2 is an integer in JSON.',
    warnings: [],
    change: () => ({
      errorJson: (error) => ({ ...error, status: written(`${error.status / 100}e2`) }),
    }),
  },
  {
    id: 'status-with-fraction',
    title: 'status is written with a fraction of nothing',
    legal: 'Reading 9: 401.0 is an integer in JSON.',
    warnings: [],
    change: () => ({ errorJson: (error) => ({ ...error, status: written(`${error.status}.0`) }) }),
  },
  {
    id: 'challenges-several',
    title: '401 offers several schemes, with parameters',
    legal:
      'RFC 9110 11.6.1: there may be more than one challenge; only the key under Bearer is accepted all the same.',
    warnings: [],
    change: editResponses(withStatus(401), (response) =>
      withHeader(response, 'WWW-Authenticate', 'Basic realm="shop", charset="UTF-8", Negotiate'),
    ),
  },
];
