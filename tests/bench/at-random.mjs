import fc from 'fast-check';
import { plainList, post } from '../../build/src/checks/requests.js';
import { defaultSettings } from '../../build/src/config/settings.js';
import { createClient } from '../../build/src/http/client.js';
import { plainCategory } from '../../build/src/payloads/valid.js';
import { requestFor } from '../../build/suites/refusing.js';
import { trialKey } from '../../build/tests/gallery/trial.js';

const seed = 1;

/** Names begin with this mark, so that the kit searches lists for them. */
const mark = 'recorded';

/**
 * Returns `count` requests: one for the list, and the others with random bodies. On average, every fourth body is valid,
 * and the others belong to random fault classes.
 */
export function generateAtRandom(classes, count) {
  let names = 0;
  const name = () => mark + fourLetters(names++);
  const refused = fc
    .oneof(
      ...classes.map((faultClass) =>
        fc.oneof(...faultClass.families).map((draft) => ({ faultClass, draft })),
      ),
    )
    .map((body) => () => requestFor({ ...body, seed, path: '0' }, name));
  const plain = fc.constant(() => {
    const text = name();
    return post(plainCategory(text), { mark: text });
  });
  const bodies = fc.oneof({ arbitrary: refused, weight: 3 }, { arbitrary: plain, weight: 1 });
  return [plainList(), ...fc.sample(bodies, { seed, numRuns: count - 1 }).map((make) => make())];
}

/** Returns four letters, like those after the mark in the kit's own names. */
function fourLetters(number) {
  return [0, 1, 2, 3]
    .map((place) => String.fromCharCode('a'.charCodeAt(0) + (Math.floor(number / 26 ** place) % 26)))
    .join('');
}

/** Sends requests one after the other with the kit's client. */
export async function exchangesOf(url, requests, clock) {
  const client = createClient({
    base: new URL(url),
    key: trialKey,
    clock,
    timeoutMs: 10_000,
    userAgent: 'bench',
    maxBodyMb: defaultSettings().maxBody,
  });
  const exchanges = [];
  try {
    for (const request of requests) {
      const purpose = request.generated?.faultClass.fault ?? 'a plain request';
      const sentFor = request.generated?.faultClass.requirement ?? 'create.created';
      exchanges.push(await client.exchange(request, { purpose, sentFor, overLimit: false }));
    }
  } finally {
    await client.close();
  }
  return exchanges;
}
