import { type KeyOption, type Limits, PLAN_NAMES, type Settings } from './options.ts';

const INT64_MAX = 2n ** 63n - 1n;
/** Node's timers take no longer times. */
const LONGEST_MS = 2 ** 31 - 1;

/** Throws a TypeError that names the first invalid setting. */
export function checkSettings(settings: Settings): void {
  whole('port', settings.port, 0, 65_535);
  if (settings.host === '') refuse('host ""', 'Give an address such as 127.0.0.1.');
  checkKeys(settings);
  for (const plan of PLAN_NAMES) checkLimits(`plans.${plan}`, settings.plans[plan]);
  checkLimits('anonymous', settings.anonymous);
  whole('minuteMs', settings.minuteMs, 1, LONGEST_MS);
  whole('dayMs', settings.dayMs, settings.minuteMs, LONGEST_MS);
  checkIds(settings);
  whole('ban.after', settings.ban.after, 0, Number.MAX_SAFE_INTEGER);
  whole('ban.lastsMs', settings.ban.lastsMs, 0, 86_400_000);
  whole('bodyLimit', settings.bodyLimit, 1, 2 ** 30);
  whole('headLimit', settings.headLimit, 1_024, 2 ** 20);
  for (const name of ['headTimeoutMs', 'requestTimeoutMs', 'keepAliveMs', 'stopGraceMs'] as const) {
    whole(name, settings[name], 1, LONGEST_MS);
  }
  if (settings.headTimeoutMs > settings.requestTimeoutMs) {
    refuse(
      `headTimeoutMs ${settings.headTimeoutMs} above requestTimeoutMs ${settings.requestTimeoutMs}`,
      'Give the whole request at least the time of its head.',
    );
  }
  whole('mostAddresses', settings.mostAddresses, 1, 10_000_000);
}

function checkKeys({ keys, plans }: Settings): void {
  if (keys.length === 0) refuse('no key', 'Give at least one in keys.');
  if (new Set(keys.map(({ key }) => key)).size < keys.length) refuse('a key twice', 'Give each key once.');
  keys.forEach(({ key, plan }: KeyOption, index) => {
    // The message does not show the key: messages end up in logs.
    if (!/^[A-Za-z0-9._~+/-]+=*$/.test(key)) {
      refuse(
        `keys[${index}] that is no bearer token`,
        'Use letters, digits and -._~+/ with = at the end only.',
      );
    }
    if (!PLAN_NAMES.includes(plan)) refuse(`plan ${JSON.stringify(plan)}`, `Give ${PLAN_NAMES.join(', ')}.`);
    if (plans[plan] === undefined) refuse(`a key on plan ${plan} without numbers`, `Give plans.${plan}.`);
  });
}

function checkLimits(name: string, limits: Limits | undefined): void {
  if (limits === undefined) return;
  whole(`${name}.minute`, limits.minute, 1, Number.MAX_SAFE_INTEGER);
  whole(`${name}.day`, limits.day, 1, Number.MAX_SAFE_INTEGER);
}

function checkIds({ seed, firstId }: Settings): void {
  const seen = new Set<bigint>();
  for (const { id } of seed) {
    if (id === undefined) continue;
    if (typeof id === 'number' && !Number.isSafeInteger(id)) {
      refuse(`seed id ${id}`, 'Give whole numbers, beyond 2^53 as bigint.');
    }
    int64('seed id', BigInt(id));
    if (seen.has(BigInt(id))) refuse(`seed id ${id} twice`, 'Give each id once.');
    seen.add(BigInt(id));
  }
  int64('firstId', firstId);
}

function int64(name: string, value: bigint): void {
  if (value > INT64_MAX || value < -INT64_MAX - 1n) refuse(`${name} ${value}`, 'Give an int64.');
}

function whole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  refuse(`${name} ${value}`, `Give ${least} to ${most}.`);
}

function refuse(saw: string, advice: string): never {
  throw new TypeError(`Failed to start the reference server: saw ${saw}. ${advice}`);
}
