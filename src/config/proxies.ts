import { proxyVariables } from '../http/proxy-variables.ts';
import { UsageError } from './usage-error.ts';

/** Refuses variables that name no proxy; their values are never shown, for they may hold a password. */
export function checkProxies(baseUrl: string, env: Readonly<Record<string, string | undefined>>): void {
  for (const { name, value } of proxyVariables(new URL(baseUrl), env)) {
    const url = /^https?:\/\/[^/]/i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
    if (url !== undefined) continue;
    throw new UsageError(
      `${name} is no address of a proxy.\nGive it like http://proxy.example:3128, or unset it; NO_PROXY names hosts to reach without it.`,
    );
  }
}
