import type { Change, Defect } from '../changes/change.ts';
import { editIdentity, editResponses, hasNoAuthorization } from '../changes/edits.ts';
import { stringify } from '../json.ts';
import type { Visit } from '../parts.ts';
import { problem } from '../problem.ts';
import { valuesOf } from '../response.ts';

/** Returns a status other than 401 to some requests without a valid key, in the status line and in the Error. */
const refusedWith = (status: number, when: (visit: Visit) => boolean): Change =>
  editResponses(
    (response, visit) => response.status === 401 && when(visit),
    (response, { parts }) => ({
      ...response,
      status,
      body: new TextEncoder().encode(
        stringify(parts.errorJson(problem(status, 'key_refused', 'Send a valid key.'))),
      ),
    }),
  );

const isMalformed = ({ incoming }: Visit): boolean =>
  valuesOf(incoming.headers, 'Authorization').some((value) => !/^bearer +[^ ]+$/i.test(value.trim()));

/** Locks out all callers for two requests after every fourth wrong key. */
const lockedOut: Change = (parts, tools) => {
  let wrong = 0;
  let locked = 0;
  return editIdentity((identity) => {
    if (identity.kind === 'nobody' && identity.why === 'invalid') {
      wrong += 1;
      if (wrong % 4 === 0) locked = 2;
      return undefined;
    }
    if (identity.kind !== 'key' || locked === 0) return undefined;
    locked -= 1;
    return { kind: 'nobody', why: 'invalid' };
  })(parts, tools);
};

/** Servers that refuse senders wrongly. */
export const refusedCallerDefects: readonly Defect[] = [
  {
    id: 'key-missing-403',
    title: 'Returns 403 for a request without an Authorization header',
    story: "The framework's guard distinguishes missing credentials from wrong ones.",
    requirements: ['auth.key-missing'],
    change: refusedWith(403, ({ incoming }) => hasNoAuthorization(incoming)),
  },
  {
    id: 'authorization-malformed-400',
    title: 'Returns 400 for an Authorization header that is not a bearer token',
    story: 'RFC 6750 defines the error invalid_request with status 400.',
    requirements: ['auth.bearer-only', 'auth.key-exact'],
    change: refusedWith(400, isMalformed),
  },
  {
    id: 'key-locked-out',
    title: 'Returns 401 for the valid key after four wrong keys from the same IP address',
    story: 'A guard against brute force blocks the IP address with the response for a wrong key.',
    requirements: ['auth.key-accepted'],
    change: lockedOut,
  },
];
