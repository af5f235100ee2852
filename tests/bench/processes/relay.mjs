import { connect, createServer } from 'node:net';

/**
 * Relays to a server on the loopback interface, and delays the bytes in each direction by half the round trip time.
 * Opening a connection takes no time. The relay ends with its process.
 */
export async function startRelay(url, roundTripMs) {
  const relay = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    passOn(near, far, roundTripMs / 2);
    passOn(far, near, roundTripMs / 2);
  });
  await new Promise((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(0, '127.0.0.1', resolve);
  });
  const near = new URL(url);
  near.port = relay.address().port;
  return { url: near.href };
}

/** Passes bytes on with a delay. Timers of equal length fire in order, so no bytes overtake earlier ones. */
function passOn(from, to, ms) {
  from.setNoDelay(true);
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), ms));
  from.on('end', () => setTimeout(() => to.end(), ms));
  from.on('error', () => to.destroy());
}
