import { Agent } from 'node:http';
import { type Change, type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { bearer, json, KEY, manualClock, send, type TestRequest, type TestResponse } from './talk.ts';

const bodies: readonly (string | Uint8Array)[] = [
  '{"name":"dog"}',
  '{"name":"cat","description":"purrs and sleeps"}',
  '{"name":"horse","id":123456789012}',
  `{"name":"R & \\"D\\" <b>'x'</b> \u00e9 \u732b \u{1f408}","description":"null"}`,
  '{"name":"DOG"}',
  '{ "description" : "\\u0061ll \\ud83d\\udc08","name":" trim\u0065\u0301d "}',
  '{"name":"a","description":null}',
  '{}',
  '{"Name":"b"}',
  '{"category":{"name":"c"}}',
  '{"name":7}',
  '{"name":true}',
  '{"name":["d"]}',
  '{"name":{"a":1}}',
  `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  '{"name":"e","description":0}',
  '{"name":"f","description":5}',
  '{"name":"g","description":{"a":1}}',
  '{"name":" "}',
  'null',
  '[{"name":"h"}]',
  '"i"',
  'name=j',
  '{"name":"k"',
  '{"name":"l',
  '{"name":"m",}',
  '{"name":"n"} trailing',
  '{"name":"o"/* p */}',
  "{'name':'q'}",
  Uint8Array.of(0x7b, 0xff, 0x7d),
  '',
];

const get = (path: string, headers: Record<string, string> = bearer): TestRequest => ({ path, headers });

const authorizations = [
  'Bearer nothing-like-it',
  `Bearer ${KEY}x`,
  `Bearer ${KEY.slice(0, -1)}`,
  `Bearer ${KEY.toLowerCase()}`,
  'Bearer',
  KEY,
  `Basic ${KEY}`,
  `bearer ${KEY}`,
];

/** Returns the requests in order. A number advances the clock by that many milliseconds. */
function script(): readonly (TestRequest | number)[] {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body: string | Uint8Array, headers: Record<string, string> = bearer): TestRequest => ({
    method: 'POST',
    path: '/categories',
    headers: { ...headers, ...json },
    body,
  });
  const spend = Array.from({ length: 34 }, () => get('/categories'));
  return [
    get('/categories', {}),
    post('{"name":"keyless"}', {}),
    get('/categories'),
    post('{"name":"bird","description":"sings at dawn"}'),
    get('/categories'),
    { ...get('/categories'), agent },
    { ...get('/categories', {}), agent },
    ...['/pets/1', '/store/orders', '/openapi.json', '/nothing'].flatMap((path) => [
      get(path),
      get(path, {}),
    ]),
    ...authorizations.flatMap((Authorization) => [
      get('/categories', { Authorization }),
      get('/store/orders', { Authorization }),
      get('/pets/1', { Authorization }),
      post('{"name":"guarded"}', { Authorization }),
    ]),
    ...bodies.map((body) => post(body)),
    get('/categories'),
    1_300,
    get('/categories'),
    20_000,
    ...spend,
    41_000,
    get('/categories'),
    30_000,
    ...[
      '{"name":"1234567890123456789"}',
      '{"name":"s","description":"true"}',
      '{"name":""}',
      '{"name":"u","description":"C:\\\\dogs"}',
    ].map((body) => post(body)),
    get('/categories', { Authorization: 'Bearer nothing-lik\u00e9-it' }),
    { ...post('<name>t</name>'), headers: { ...bearer, 'Content-Type': 'application/xml' } },
    { ...post('{"name":"v"'), endsEarly: true },
    get('/categories'),
  ];
}

function described({ status, httpVersion, interim, rawHeaders, body }: TestResponse): string {
  return JSON.stringify([status, httpVersion, interim, rawHeaders, body.toString('latin1')]);
}

interface Conversation {
  readonly server: ReferenceServer;
  readonly responses: readonly string[];
}

/**
 * Starts a server with a change, sends the script to it, and returns the responses: all of them, or up to and
 * including the first for which `isLast` returns true.
 */
export async function converse(
  change?: Change,
  isLast: (response: string, index: number) => boolean = () => false,
): Promise<Conversation> {
  const clock = manualClock();
  const server = await startReferenceServer({
    keys: [{ key: KEY, plan: 'free' }],
    plans: { free: { minute: 75, day: 1_000 } },
    clock,
    ...(change === undefined ? {} : { change }),
  });
  const responses: string[] = [];
  for (const line of script()) {
    if (typeof line === 'number') {
      clock.advance(line);
      continue;
    }
    const response = await send(server, line).then(described, (error: Error) => error.message);
    if (isLast(response, responses.push(response) - 1)) break;
  }
  await server.close();
  return { server, responses };
}
