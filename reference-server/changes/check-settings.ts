import { type KeyOption, type Limits, PLAN_NAMES, type Settings } from '../options.ts';

/** The longest delay that Node.js timers support. */
const LONGEST_MS = 2 ** 31 - 1;

/** Throws a TypeError that names the first invalid setting. */
export function checkSettings(settings: Settings): void {
  whole('port', settings.port, 0, 65_535);
  if (settings.host === '') refuse('host is empty', 'Use a host or IP address such as 127.0.0.1.');
  checkKeys(settings);
  for (const plan of PLAN_NAMES) checkLimits(`plans.${plan}`, settings.plans[plan]);
  checkLimits('anonymous', settings.anonymous);
  whole('minuteMs', settings.minuteMs, 1, LONGEST_MS);
  whole('dayMs', settings.dayMs, settings.minuteMs, LONGEST_MS);
  whole('ban.after', settings.ban.after, 0, Number.MAX_SAFE_INTEGER);
  whole('ban.lastsMs', settings.ban.lastsMs, 0, 86_400_000);
  whole('bodyLimit', settings.bodyLimit, 1, 2 ** 30);
  whole('headLimit', settings.headLimit, 1_024, 2 ** 20);
  for (const name of ['headTimeoutMs', 'requestTimeoutMs', 'keepAliveMs', 'stopGraceMs'] as const) {
    whole(name, settings[name], 1, LONGEST_MS);
  }
  if (settings.headTimeoutMs > settings.requestTimeoutMs) {
    refuse(
      `headTimeoutMs (${settings.headTimeoutMs}) is greater than requestTimeoutMs (${settings.requestTimeoutMs})`,
      'Make requestTimeoutMs at least headTimeoutMs.',
    );
  }
}

function checkKeys({ keys, plans }: Settings): void {
  if (keys.length === 0) refuse('there are no keys', 'Add at least one to keys.');
  if (new Set(keys.map(({ key }) => key)).size < keys.length)
    refuse('a key is listed twice', 'List each key once.');
  keys.forEach(({ key, plan }: KeyOption, index) => {
    // The message omits the key because messages end up in logs.
    if (!/^[!-~]+$/.test(key)) {
      refuse(`keys[${index}] is not a key`, 'Use visible ASCII characters, without spaces.');
    }
    if (!PLAN_NAMES.includes(plan))
      refuse(`plan ${JSON.stringify(plan)} is unknown`, `Use ${PLAN_NAMES.join(', ')}.`);
    if (plans[plan] === undefined)
      refuse(`a key uses plan ${plan}, which has no numbers`, `Set plans.${plan}.`);
  });
}

function checkLimits(name: string, limits: Limits | undefined): void {
  if (limits === undefined) return;
  whole(`${name}.minute`, limits.minute, 1, Number.MAX_SAFE_INTEGER);
  whole(`${name}.day`, limits.day, 1, Number.MAX_SAFE_INTEGER);
}

function whole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  refuse(`${name} is ${value}`, `Use ${least} to ${most}.`);
}

function refuse(problem: string, advice: string): never {
  throw new TypeError(`Cannot start the reference server: ${problem}. ${advice}`);
}
