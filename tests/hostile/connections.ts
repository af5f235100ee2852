import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Behavior,
  creations,
  everything,
  laterLists,
  lists,
  onlyThe,
  posts,
  refusals,
} from './behavior.ts';
import { handlingConnections, head, message, writingOn } from './message.ts';
import { listen } from './raw-server.ts';

const firstFails = 'an unreachable target cannot be tested';
const twice = 'a request that keeps failing violates the requirement that it was sent for';
const passing = 'after one cut connection, the request is retried and reported as flaky';
const closed = 'closing a connection between responses is legal';
const cutList = 'a list that keeps ending early, with the rate-limit headers, violates list.ok';
/** A run waits a second after each lost request. */
const longWaits = ['--max-wait', '150'];
const noComplete = /The target's response is not complete: /;

/** Connections that are refused, cut or closed at any stage of an exchange. */
export const connections: readonly Behavior[] = [
  {
    id: 'refused',
    does: 'does not listen on its port',
    arises: 'the server is down, or the port is wrong',
    status: 3,
    because: firstFails,
    verdictPattern: /Cannot reach the target: the connection was refused/,
    async start() {
      const server = createServer();
      const port = await listen(server);
      await new Promise((resolve) => server.close(resolve));
      return { url: `http://127.0.0.1:${port}/v1`, close: async () => undefined };
    },
  },
  {
    id: 'closed-at-once',
    does: 'closes each connection immediately',
    arises: 'a firewall, or a proxy without a server behind it',
    status: 3,
    because: firstFails,
    verdictPattern: noComplete,
    start: () => handlingConnections((socket) => socket.end()),
  },
  {
    id: 'reset-at-once',
    does: 'resets each connection immediately',
    arises: 'a firewall that accepts a connection before it refuses it',
    status: 3,
    because: firstFails,
    verdictPattern: noComplete,
    start: () => handlingConnections((socket) => socket.resetAndDestroy()),
  },
  ...stages('every response', {
    which: () => everything,
    status: 3,
    because: firstFails,
    verdictPattern: noComplete,
    afterHead: { status: 1, because: cutList, requirements: ['list.ok'] },
  }),
  ...stages('every list except the first', {
    which: () => laterLists,
    status: 1,
    because: twice,
    requirements: ['list.ok'],
  }),
  {
    id: 'reset-after-body',
    does: 'resets the connection right after each complete response',
    arises: 'a proxy with a very short idle time',
    status: 0,
    because: closed,
    args: longWaits,
    start: () =>
      writingOn(everything, async (correct, socket) => {
        socket.write(message(correct));
        await pause(20);
        socket.resetAndDestroy();
      }),
  },
  {
    id: 'closed-unannounced',
    does: 'closes the connection after each response without announcing it',
    arises: 'keep-alive turned off behind a proxy that announces it',
    status: 0,
    because: closed,
    start: () => writingOn(everything, (correct, socket) => void socket.end(message(correct))),
  },
  {
    id: 'second-request-cut',
    does: 'cuts each connection when the second request arrives on it',
    arises: 'an idle timeout that expires at the wrong moment',
    status: 0,
    because: closed,
    args: longWaits,
    start: () =>
      writingOn(
        ({ onConnection }) => onConnection > 1,
        (_correct, socket) => void socket.resetAndDestroy(),
      ),
  },
  {
    id: 'one-list-cut',
    does: 'cuts the connection once, on a list',
    arises: 'a transient fault of a load balancer',
    status: 0,
    because: passing,
    start: () => writingOn(onlyThe(2, lists), (_correct, socket) => void socket.resetAndDestroy()),
  },
  {
    id: 'first-list-cut',
    does: 'cuts the connection once, on the first request',
    arises: 'a server that is still starting',
    status: 0,
    because: passing,
    start: () => writingOn(onlyThe(1, lists), (_correct, socket) => void socket.resetAndDestroy()),
  },
  {
    id: 'one-creation-cut',
    does: 'creates a category and cuts the connection before the response, once',
    arises: 'a fault of a load balancer after the request was handled',
    status: 0,
    because: 'a cut connection on a POST proves nothing, and the POST is not resent unchanged',
    start: () => {
      const created: string[] = [];
      const cut = onlyThe(1, creations);
      return writingOn(
        (request, correct) => {
          if (creations(request, correct)) created.push(request.body.toString('latin1'));
          return cut(request, correct);
        },
        (_correct, socket) => void socket.resetAndDestroy(),
        { complaint: () => (new Set(created).size < created.length ? 'a body was sent twice' : undefined) },
      );
    },
  },
  {
    id: 'creations-cut',
    does: 'cuts the connection on every POST',
    arises: 'a gateway that allows reads and blocks writes',
    status: 1,
    because: twice,
    requirements: ['create.created'],
    args: ['--only', 'create.created'],
    start: () => writingOn(posts, (_correct, socket) => void socket.resetAndDestroy()),
  },
  {
    id: 'refusals-cut',
    does: 'cuts the connection instead of every 401',
    arises: 'a gateway that drops responses it does not recognize',
    status: 1,
    because: `401 is required (Authentication 3), and ${twice}`,
    requirements: ['auth.key-invalid', 'auth.key-missing'],
    // Each cut is followed by a pause, so only a few requests are sent.
    args: ['--only', 'auth.key-missing,auth.key-invalid', '--max-wait', '40'],
    start: () => writingOn(refusals, (_correct, socket) => void socket.resetAndDestroy()),
  },
  {
    id: 'dies-amid-run',
    does: 'resets every connection from the 21st request on',
    arises: 'a server that crashes under test, or a firewall that blocks the kit',
    status: 3,
    because: 'a target that is away for a while proves nothing',
    verdictPattern: /the target stopped responding .+ It stopped at POST /,
    start: () =>
      writingOn(
        ({ number }) => number > 20,
        (_correct, socket) => void socket.resetAndDestroy(),
      ),
  },
];

type Stated = Pick<Behavior, 'status' | 'because' | 'requirements' | 'verdictPattern'>;

/** Builds one behavior for each stage at which an exchange may be cut. */
function stages(
  who: string,
  {
    which,
    afterHead,
    ...stated
  }: Stated & {
    readonly which: () => Parameters<typeof writingOn>[0];
    /** The expected result if the client has already read the headers. */
    readonly afterHead?: Stated;
  },
): Behavior[] {
  const prefix = who === 'every response' ? '' : 'later-';
  const cut = (
    id: string,
    does: string,
    before: (...args: Parameters<typeof head>) => Buffer | string,
    results: Stated = stated,
  ): Behavior => ({
    id: `${prefix}${id}`,
    does: `resets the connection ${does}, for ${who}`,
    arises: 'a crash, a deployment, or a proxy timeout',
    ...results,
    start: () =>
      writingOn(which(), async (correct, socket) => {
        socket.write(before(correct));
        // The client must read the bytes before the reset overtakes them.
        await pause(20);
        socket.resetAndDestroy();
      }),
  });
  return [
    cut('reset-before-answer', 'once the request is read', () => ''),
    cut('reset-amid-status-line', 'during the status line', () => 'HTTP/1.1 2'),
    cut('reset-amid-head', 'during the headers', (correct) => head(correct).subarray(0, 60)),
    cut(
      'reset-after-head',
      'after the headers',
      (correct) => head(correct, { framing: ['Content-Length: 50'] }),
      afterHead,
    ),
    cut(
      'reset-amid-body',
      'during the body',
      (correct) => message(correct, { framing: [`Content-Length: ${correct.body.length + 10}`] }),
      afterHead,
    ),
  ];
}
