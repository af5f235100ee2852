import { isLoopback, proxyVariables } from '../exchange/address.ts';
import { quoted, UsageError } from './messages.ts';
import type { RunTable } from './options.ts';
import { isShortKey, refuseKeyInAddress } from './secrets.ts';
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
  const isShort = isShortKey(key, from, values.on('allowShortKey'), howToAllow);
  return { baseUrl, key, ...(isShort ? { shortKey: true } : {}) };
}

/**
 * The base address as the engine wants it: http or https, without user info, query, fragment and trailing
 * slashes. Plain http is for loopback addresses, or for those who allow it, for the key travels in the clear: a message
 * names `howToAllow`. Throws a UsageError.
 */
export function readBaseUrl(given: Given, allowHttp: boolean, howToAllow = '--allow-http'): string {
  const { text, from } = given;
  const example = 'Give it like https://petstore.example/v1.';
  if (/[\s\p{Cc}]/u.test(text)) throw new UsageError(`${from} holds a blank or a line break. ${example}`);
  if (!/^https?:\/\/[^/\\]/i.test(text)) {
    throw new UsageError(`${from} is no http or https address: saw ${harmless(text)}.\n${example}`);
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw new UsageError(`${from} is no valid address: saw ${harmless(text)}.\n${example}`);
  refuseExtras(text, from);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowHttp) {
    throw new UsageError(
      `${from} is plain http to another machine (${quoted(url.host)}): the key would travel in the clear.\n` +
        `Use https, or add ${howToAllow} if everybody on the way may read the key.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

function refuseExtras(text: string, from: string): void {
  const [, authority = ''] = /^https?:\/\/([^/\\?#]*)/i.exec(text) ?? [];
  const extras: readonly (readonly [isThere: boolean, what: string, advice: string])[] = [
    [authority.includes('@'), 'a user name or password', 'Leave it out; the key is given apart.'],
    [text.includes('?'), 'a query', 'End it with the path.'],
    [text.includes('#'), 'a fragment', 'End it with the path.'],
  ];
  for (const [isThere, what, advice] of extras)
    if (isThere) throw new UsageError(`${from} carries ${what}: saw ${harmless(text)} and more.\n${advice}`);
}

/** The address without the parts in which people leave secrets. */
function harmless(text: string): string {
  const bare = text.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1');
  return quoted(bare);
}

/** Refuses variables that name no proxy; their values are never shown, for they may hold a password. */
function checkProxies(baseUrl: string, env: Env): void {
  for (const { name, value } of proxyVariables(new URL(baseUrl), env)) {
    const url = /^https?:\/\/[^/]/i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
    if (url !== undefined) continue;
    throw new UsageError(
      `${name} is no address of a proxy.\nGive it like http://proxy.example:3128, or unset it; NO_PROXY names hosts to reach without it.`,
    );
  }
}
