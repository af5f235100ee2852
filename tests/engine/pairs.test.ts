import { describe, expect, it } from 'vitest';
import { get, plainList } from '../../src/checks/requests.ts';
import { type Check, check, type Needs, type Probe, probe } from '../../src/checks/vocabulary.ts';
import { createPairedSending } from '../../src/engine/paired-sending.ts';
import type { Credential, Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import type { OwnConnection } from '../../src/http/client.ts';
import { cutOff, responded } from '../support/responses.ts';

const requirement = 'auth.key-missing';
const first = probe('list.ok', 'first', { withKey: 1 }, plainList);
const carrier = (title: string, also: Partial<Needs> = {}): Probe =>
  probe('list.ok', title, { withKey: 1, carries: true, ...also }, plainList);
const following = (title: string, also: Partial<Check['needs']> = {}): Check =>
  check(requirement, title, { withoutKey: 1, afterKeyedRequest: true, ...also }, async () => {});
const several = <Item>(count: number, make: (title: string) => Item, name: string) =>
  Array.from({ length: count }, (_, index) => make(`${name}${index + 1}`));
const after = { after: first };

/** How a target responds: whether it keeps a connection open, and the status of each request of a pair. */
interface Target {
  /** For each pair in order, whether both requests use the same connection. The default is true. */
  readonly holds?: readonly (boolean | 'unknown')[];
  /** The status of each second request, and of each request on a fresh connection. */
  readonly statuses?: readonly number[];
  readonly headers?: readonly HeaderLine[];
  /** The outcome of each first request, if it is not a response. */
  readonly outcome?: Exchange['outcome'];
}

/** Sends pairs to a target, and records each request with its connection. */
function pairing(items: readonly (Check | Probe)[], room: number, target: Target = {}) {
  const { holds = [], statuses = [], headers = [], outcome } = target;
  const paired = createPairedSending();
  paired.assign(items, room, () => false);
  const sent: string[] = [];
  let pairs = 0;
  let requests = 0;
  const on = (connection: number, exchange: Exchange): Exchange =>
    holds[pairs - 1] === 'unknown' ? exchange : { ...exchange, connection };
  const keyed = (): Exchange => {
    const exchange = responded({ at: 0, headers });
    return on(++pairs, outcome === undefined ? exchange : { ...exchange, outcome });
  };
  const ending = ({ id, last }: OwnConnection) => `on ${id}${last === true ? ', then closed' : ''}`;
  return {
    paired,
    sent,
    send: (item: Check, credential: Credential = 'none') =>
      paired.send(item, {
        async probe({ title }) {
          sent.push(title);
          return keyed();
        },
        async control(own) {
          sent.push(`control ${ending(own)}`);
          return keyed();
        },
        async request(own) {
          sent.push(`request ${ending(own)}`);
          const status = statuses[requests++] ?? 401;
          const isHeld = pairs > 0 && (holds[pairs - 1] ?? true);
          return on(
            isHeld ? pairs : 1_000 + requests,
            responded({ at: 1, status, request: get('/', credential) }),
          );
        },
      }),
  };
}

describe('requests with the key that other requests may follow', () => {
  it.each<
    readonly [
      what: string,
      carriers: readonly Probe[],
      followers: readonly Check[],
      assigned: readonly string[],
    ]
  >([
    [
      'a single follower gets the first of them',
      several(3, carrier, 'c'),
      several(1, following, 'f'),
      ['c1'],
    ],
    [
      'of two followers, the second gets the last of the first four',
      several(6, carrier, 'c'),
      several(2, following, 'f'),
      ['c1', 'c4'],
    ],
    [
      'of three followers, two get the first ones',
      several(9, carrier, 'c'),
      several(3, following, 'f'),
      ['c1', 'c2', 'c6'],
    ],
    [
      'of four followers, the second half gets the last of the first eight',
      several(9, carrier, 'c'),
      several(4, following, 'f'),
      ['c1', 'c2', 'c7', 'c8'],
    ],
    [
      'the first followers get one each if there are too few',
      several(2, carrier, 'c'),
      several(4, following, 'f'),
      ['c1', 'c2', '', ''],
    ],
    [
      'followers that wait follow requests that wait',
      [carrier('c1'), carrier('c2', after), carrier('c3', after), carrier('c4')],
      [following('f1', after), following('f2', after)],
      ['c2', 'c3'],
    ],
    [
      'a follower that does not wait may follow a request that waits',
      [carrier('c1', after)],
      [following('f1')],
      ['c1'],
    ],
    [
      'a request that cannot precede one check is left for the next check',
      [carrier('c1')],
      [following('f1', after), following('f2')],
      ['', 'c1'],
    ],
    [
      'a follower that waits never follows a request that does not wait',
      [carrier('c1')],
      [following('f1', after)],
      [''],
    ],
  ])('are assigned: %s', async (_what, carriers, followers, assigned) => {
    const { paired, sent, send } = pairing([...carriers, ...followers], 0);
    const connections = carriers.map((one) => paired.carrierOf(one)?.id);
    const found: string[] = [];
    for (const one of followers) {
      sent.length = 0;
      await send(one);
      const [before = '', request] = sent.length === 1 ? ['', ...sent] : sent;
      found.push(before);
      const id = connections[carriers.findIndex(({ title }) => title === before)];
      if (before !== '') expect(request).toBe(`request on ${id}, then closed`);
    }
    expect(found).toEqual(assigned);
    const used = connections.filter((id) => id !== undefined);
    expect(new Set(used).size).toBe(assigned.filter((title) => title !== '').length);
  });
});

describe('a pair', () => {
  const follower = following('f');
  const items = [carrier('c'), follower];

  const again = ['c', 'request on 1, then closed', 'control on 2', 'request on 2, then closed'];
  const split = { holds: [false] };

  it.each<readonly [what: string, room: number, target: Target, isSentAgain: boolean]>([
    ['on two connections is sent again', 2, split, true],
    ['on two connections is not sent again if the budget has no room', 1, split, false],
    ['on one connection is not sent again', 2, {}, false],
    ['on unknown connections is not sent again', 2, { holds: ['unknown'] }, false],
    ['whose second request was not refused is not sent again', 2, { ...split, statuses: [200] }, false],
    [
      'is not sent again if the target announces that it closes',
      2,
      { ...split, headers: [['Connection', 'close']] },
      false,
    ],
    [
      'is not sent again if the target announces that it closes, in any spelling',
      2,
      {
        ...split,
        headers: [
          ['Connection', 'TE'],
          ['connection', 'x, Close'],
        ],
      },
      false,
    ],
    [
      'is sent again if the target does not announce that it closes',
      2,
      { ...split, headers: [['Connection', 'disclosed']] },
      true,
    ],
    ['whose first request got no response is sent again', 2, { ...split, outcome: cutOff(0).outcome }, true],
  ])('%s', async (_what, room, target, isSentAgain) => {
    const { sent, send } = pairing(items, room, target);
    const { connectionUse, control } = await send(follower);
    expect(sent).toEqual(isSentAgain ? again : again.slice(0, 2));
    if (isSentAgain) expect([connectionUse, control?.connection]).toEqual(['held', 2]);
  });

  /** Returns how many requests were sent for each pair. */
  async function taken(count: number, target: Target, room = 40): Promise<readonly number[]> {
    const followers = several(count, following, 'f');
    const { sent, send } = pairing([...several(2 * count, carrier, 'c'), ...followers], room, target);
    const counts: number[] = [];
    for (const one of followers) {
      const before = sent.length;
      await send(one);
      counts.push(sent.length - before);
    }
    return counts;
  }

  it.each<readonly [what: string, target: Target, counts: readonly number[]]>([
    ['if all pairs are split', { holds: Array(9).fill(false) }, [4, 4, 2]],
    [
      'if all pairs are split and the first request is served',
      { holds: Array(9).fill(false), statuses: [200] },
      [2, 4, 4],
    ],
    ['if the connections of other pairs are unknown', { holds: ['unknown', false, false, false] }, [2, 4, 4]],
    ['if other pairs kept their connection', { holds: [false, true, false, true, false] }, [4, 4, 2]],
  ])('is sent again twice %s', async (_what, target, counts) => {
    expect(await taken(3, target)).toEqual(counts);
  });
});

describe('a connection that stays open', () => {
  const keeping = following('f', { keepsOpen: true });
  const other = following('g');
  const waiting = probe('list.ok', 'w', { withKey: 1, onKept: true }, plainList);
  const carriers = several(4, carrier, 'c');

  it('carries the waiting request once the check that kept it open has ended, and is then closed', async () => {
    const { paired, sent, send } = pairing([...carriers, keeping, other, waiting], 0);
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    let own: OwnConnection | undefined;
    const kept = paired
      .keptFor(waiting, (check) => (check === keeping ? over : expect.fail()))
      .then((connection) => {
        own = connection;
      });
    await send(keeping);
    await send(other);
    expect(sent).toEqual(['c1', 'request on 1', 'c4', 'request on 2, then closed']);
    await new Promise(setImmediate);
    expect(own).toBeUndefined();
    end();
    await kept;
    expect(own).toMatchObject({ id: '1', last: true, after: { connection: 1 } });
  });
});

it('a connection is not kept open for a request that its own pair waits for', async () => {
  const waiting = probe('list.ok', 'w', { withKey: 1, onKept: true }, plainList);
  const between = carrier('b', { after: waiting });
  const { paired } = pairing(
    [carrier('c', { after: between }), following('f', { keepsOpen: true }), waiting],
    0,
  );
  expect(await paired.keptFor(waiting, () => expect.fail())).toBeUndefined();
});

describe('the same request on a fresh connection', () => {
  /**
   * Sends pairs with these credentials. The second request of each pair gets a 200. Then asks that these second requests be
   * sent again on fresh connections.
   */
  async function fresh(credentials: readonly Credential[], statuses: readonly number[], room: number) {
    const followers = several(credentials.length, following, 'f');
    const pairs = credentials.map(() => 200);
    const carriers = several(2 * credentials.length, carrier, 'c');
    const { sent, send } = pairing([...carriers, ...followers], room, { statuses: [...pairs, ...statuses] });
    const results = [];
    for (const [index, one] of followers.entries()) results.push(await send(one, credentials[index]));
    sent.length = 0;
    const found: unknown[] = [];
    for (const { onFreshConnection } of results) {
      const exchange = await onFreshConnection();
      found.push(exchange?.outcome.kind === 'response' ? exchange.outcome.response.status : undefined);
    }
    return { found, sent };
  }

  it('is sent once for each credential if the server accepts it', async () => {
    const { found, sent } = await fresh(['none', 'none', 'key-cut'], [200, 403], 5);
    expect(found).toEqual([200, 200, 403]);
    expect(sent).toEqual(['request on 4, then closed', 'request on 5, then closed']);
  });

  it('is sent for each operation if the first such request is refused', async () => {
    const { found, sent } = await fresh(['none', 'none', 'none'], [401, 200, 201], 5);
    expect([found, sent.length]).toEqual([[401, 200, 201], 3]);
  });
});
