import type { Change } from '../../reference-server/changes/change.ts';
import { plainList } from '../../src/checks/requests.ts';
import type { Settings } from '../../src/config/settings.ts';
import { catalogueOf, select } from '../../src/engine/select.ts';
import { openSession, type RunContext, type SessionEnd } from '../../src/engine/session.ts';
import type { HttpRequest } from '../../src/exchange/exchange.ts';
import type { DispatcherOptions } from '../../src/http/dispatcher.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { startInMemory } from './in-memory.ts';
import { settingsFor, testKey } from './run-against.ts';

interface Given {
  readonly settings?: Partial<Settings>;
  readonly context?: RunContext;
  readonly change?: Change;
  /** Returns whether the target refuses new connections now. */
  readonly isGone?: () => boolean;
}

const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });

/** Opens a session. The test sends its requests and ends it. */
export function opened({
  settings: given = {},
  context,
  change = [] as never,
  isGone = () => false,
}: Given = {}) {
  const clock = createSharedClock();
  const { url, openDispatcher } = startInMemory({ keys: [{ key: testKey, plan: 'free' }], clock, change });
  const routes: DispatcherOptions[] = [];
  const counts = { closed: 0 };
  const settings = settingsFor(url, given);
  const session = openSession(
    settings,
    {
      clock,
      openDispatcher: (route) => {
        routes.push(route);
        const served = openDispatcher(route);
        return {
          dispatch(sent, handler) {
            if (!isGone()) return served.dispatch(sent, handler);
            handler.onResponseError?.(undefined as never, refused);
            return true;
          },
          destroy: async () => void counts.closed++,
        };
      },
      ...context,
    },
    select(catalogueOf(), settings),
  );
  const send = (make: () => HttpRequest = plainList, creates = false) =>
    session.lane.send({ purpose: 'a list', sentFor: 'list.ok', priority: 1, creates, make });
  const finish = (ending: Partial<SessionEnd> = {}) =>
    session.finish({
      plan: { checks: 1, withKey: 1, withoutKey: 0, creates: 0, invalidBodies: 0, atMost: 1 },
      tries: new Map(),
      ...ending,
    });
  return { session, send, finish, routes, counts, clock };
}
