import { isLoopback } from '../model/loopback.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A variable that names a proxy, and what it says. */
export interface ProxyVariable {
  readonly name: string;
  readonly value: string;
}

/**
 * The variables that name a proxy for a target; the first is the one for its scheme. None for a loopback
 * address, which no proxy can reach for us. Whether NO_PROXY exempts the target is left to the HTTP library.
 */
export function proxyVariables(base: URL, env: Env): ProxyVariable[] {
  if (isLoopback(base.hostname)) return [];
  const schemes = base.protocol === 'https:' ? ['https_proxy', 'http_proxy'] : ['http_proxy', 'https_proxy'];
  return schemes.flatMap((lower) => {
    const name = env[lower] === undefined ? lower.toUpperCase() : lower;
    const value = env[name] ?? '';
    return value === '' ? [] : [{ name, value }];
  });
}
