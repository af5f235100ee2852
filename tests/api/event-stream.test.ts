import { expect, it } from 'vitest';
import { createEventStream } from '../../src/library/run.ts';
import type { RunEvent } from '../../src/report/model/events.ts';

const response = (sent: number): RunEvent => ({ type: 'exchange', sent, purpose: 'a list', pending: 0 });
const resumed: RunEvent = { type: 'resumed' };

it('a slow reader gets every event, except that consecutive responses beyond a thousand are merged', async () => {
  const stream = createEventStream();
  const events = stream.iterate();
  for (let sent = 1; sent <= 5_000; sent += 1) stream.push(response(sent));
  stream.push(resumed);
  stream.push(response(5_001));
  stream.end(resumed);
  const read: RunEvent[] = [];
  for await (const event of events) read.push(event);
  expect(read).toHaveLength(1_003);
  expect(read.slice(998)).toEqual([response(999), response(5_000), resumed, response(5_001), resumed]);
});
