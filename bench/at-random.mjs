import fc from 'fast-check';
import { trialKey } from '../build/gallery/trial.js';
import { plainList, post } from '../build/src/checks/requests.js';
import { capsOf, defaultSettings } from '../build/src/config/settings.js';
import { createClient } from '../build/src/http/client.js';
import { plainCategory } from '../build/src/payloads/valid.js';
import { requestFor } from '../build/suites/refusing.js';

const seed = 1;

/** The prefix of all names, so that the rules look for them in lists. */
const mark = 'recorded';

/** Generates `count` requests: a list, then random bodies, about a fourth of them plain categories, the others invalid. */
export function generateAtRandom(classes, count) {
  let names = 0;
  const name = () => mark + fourLetters(names++);
  const invalid = fc
    .oneof(...classes.map((faultClass) => faultClass.arbitrary.map((draft) => ({ faultClass, draft }))))
    .map((body) => () => requestFor({ ...body, seed, path: '0' }, name));
  const plain = fc.constant(() => {
    const text = name();
    return post(plainCategory(text), { mark: text });
  });
  const bodies = fc.oneof({ arbitrary: invalid, weight: 3 }, { arbitrary: plain, weight: 1 });
  return [plainList(), ...fc.sample(bodies, { seed, numRuns: count - 1 }).map((make) => make())];
}

/** Writes a number as four letters, as the kit's own names have after the mark of the run. */
function fourLetters(number) {
  return [0, 1, 2, 3]
    .map((place) => String.fromCharCode('a'.charCodeAt(0) + (Math.floor(number / 26 ** place) % 26)))
    .join('');
}

/** Sends requests one at a time with the kit's own client. */
export async function exchangesOf(url, requests, clock) {
  const client = createClient({
    base: new URL(url),
    key: trialKey,
    clock,
    concurrency: 1,
    timeoutMs: 10_000,
    userAgent: 'bench',
    caps: capsOf(defaultSettings()),
  });
  const exchanges = [];
  try {
    for (const request of requests) {
      const purpose = request.generated?.faultClass.fault ?? 'a plain request';
      const sentFor = request.generated?.faultClass.requirement ?? 'create.created';
      exchanges.push(await client.exchange(request, { purpose, sentFor, attempt: 1, overLimit: false }));
    }
  } finally {
    await client.close();
  }
  return exchanges;
}
