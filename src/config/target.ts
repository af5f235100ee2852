import { readBaseUrl } from './base-url.ts';
import { readKeyStrength, refuseKeyInAddress } from './bearer-key.ts';
import type { RunTable } from './options.ts';
import { checkProxies } from './proxies.ts';
import type { Settings } from './settings.ts';
import type { Env, Given, OptionValues } from './values.ts';

/** Where a run goes, and with which key: `findKey` gives it, checked by itself. Throws a UsageError. */
export function readTarget(
  base: Given,
  findKey: () => Pick<Given, 'text' | 'from'>,
  values: Pick<OptionValues<Pick<RunTable, 'allowHttp' | 'allowShortKey'>>, 'on' | 'turnedOn'>,
  env: Env,
): Pick<Settings, 'baseUrl' | 'key' | 'shortKey'> {
  const baseUrl = readBaseUrl(base, values.on('allowHttp'), values.turnedOn('allowHttp'));
  checkProxies(baseUrl, env);
  const { text: key, from } = findKey();
  refuseKeyInAddress(baseUrl, key, base.from);
  const howToAllow = values.turnedOn('allowShortKey');
  const strength = readKeyStrength(key, from, values.on('allowShortKey'), howToAllow);
  return { baseUrl, key, ...strength };
}
