import type { Change, Defect } from '../change.ts';
import { editIdentity, editResponses, hasNoAuthorization } from '../edits.ts';
import { stringify } from '../json.ts';
import type { Visit } from '../parts.ts';
import { problem } from '../problem.ts';
import { valuesOf } from '../response.ts';

/** Responds to some requests without a valid key with another status than 401, in the Error as well. */
const refusedWith = (status: number, when: (visit: Visit) => boolean): Change =>
  editResponses(
    (response, visit) => response.status === 401 && when(visit),
    (response, { parts }) => ({
      ...response,
      status,
      body: new TextEncoder().encode(
        stringify(parts.errorJson(problem(status, 'key_refused', 'Show a valid key.'))),
      ),
    }),
  );

const isMalformed = ({ incoming }: Visit): boolean =>
  valuesOf(incoming.headers, 'Authorization').some((value) => !/^bearer +[^ ]+$/i.test(value.trim()));

/** Shuts everybody out for two requests after every third wrong key. */
const lockedOut: Change = (parts, tools) => {
  let wrong = 0;
  let locked = 0;
  return editIdentity((identity) => {
    if (identity.kind === 'nobody' && identity.why === 'invalid') {
      wrong += 1;
      if (wrong % 3 === 0) locked = 2;
      return undefined;
    }
    if (identity.kind !== 'key' || locked === 0) return undefined;
    locked -= 1;
    return { kind: 'nobody', why: 'invalid' };
  })(parts, tools);
};

/** Wrong refusals of senders. */
export const refusedCallerDefects: readonly Defect[] = [
  {
    id: 'key-missing-403',
    title: 'A request without an Authorization header is answered 403',
    story: 'The guard of the framework tells those who show nothing from those who show something wrong.',
    requirements: ['auth.key-missing'],
    change: refusedWith(403, ({ incoming }) => hasNoAuthorization(incoming)),
  },
  {
    id: 'authorization-malformed-400',
    title: 'An Authorization header that is no bearer token is answered 400',
    story: 'RFC 6750 has an error invalid_request, and its status is 400.',
    requirements: ['auth.bearer-only', 'auth.key-exact'],
    change: refusedWith(400, isMalformed),
  },
  {
    id: 'key-locked-out',
    title: 'After three wrong keys from an address the valid one is answered 401, too',
    story: 'Guessing is held off by address, with the answer that a wrong key gets.',
    requirements: ['auth.key-accepted'],
    change: lockedOut,
  },
];
