import type { Variant } from '../changes/change.ts';
import { editResponses, withStatus } from '../changes/edits.ts';
import { withHeader } from '../changes/headers.ts';
import { written } from '../json.ts';

const VALUES = 'The values of code are not defined, and message is for people, in any language.';

/** Legal error messages that look like a stack trace. */
const located = (status: number): string =>
  status === 400
    ? 'Unexpected token at line 1, column 13 of the body of POST /v1/categories: see /name. Select a name from the docs.'
    : 'The server looked at /v1 (the base URL) and found no valid key; update yours and set it in a header.';

export const errorVariants: readonly Variant[] = [
  {
    id: 'errors-in-japanese',
    title: 'Sends Japanese messages, and codes that are numbers in strings',
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
    title: 'Includes the location of the mistake in errors: API paths, lines and columns',
    legal: 'A message is for people, and the specification does not limit what it may say about the request.',
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
    title: 'Writes status with an exponent',
    legal: '4.01e2 is an integer in JSON.',
    warnings: [],
    change: () => ({
      errorJson: (error) => ({ ...error, status: written(`${error.status / 100}e2`) }),
    }),
  },
  {
    id: 'status-with-fraction',
    title: 'Writes status with a zero fraction',
    legal: '401.0 is an integer in JSON.',
    warnings: [],
    change: () => ({ errorJson: (error) => ({ ...error, status: written(`${error.status}.0`) }) }),
  },
  {
    id: 'challenges-several',
    title: 'Offers several authentication schemes with parameters in a 401',
    legal: 'RFC 9110 11.6.1 allows several challenges. The server still accepts the key only as Bearer.',
    warnings: [],
    change: editResponses(withStatus(401), (response) =>
      withHeader(response, 'WWW-Authenticate', 'Basic realm="shop", charset="UTF-8", Negotiate'),
    ),
  },
];
