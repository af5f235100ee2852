import { isLoopback } from '../model/loopback.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';
import type { Given } from './values.ts';

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
  const shown = `saw ${harmless(text)} and more`;
  if (authority.includes('@')) {
    throw new UsageError(
      `${from} carries a user name or password: ${shown}.\nLeave it out; the key is given apart.`,
    );
  }
  if (text.includes('?')) throw new UsageError(`${from} carries a query: ${shown}.\nEnd it with the path.`);
  if (text.includes('#'))
    throw new UsageError(`${from} carries a fragment: ${shown}.\nEnd it with the path.`);
}

/** The address without the parts in which people leave secrets. */
function harmless(text: string): string {
  const bare = text.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1');
  return quoted(bare);
}
