import { type Exchange, type HttpResponse, hasResponse } from './exchange.ts';
import { field } from './headers.ts';

/** Checks whether the host is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/**
 * Lists the environment variables that set a proxy for a target, starting with the one for its scheme. A loopback host has
 * none, because no proxy can reach it. The HTTP library handles NO_PROXY.
 */
export function proxyVariables(base: URL, env: Readonly<Record<string, string | undefined>>) {
  if (isLoopback(base.hostname)) return [];
  const schemes = base.protocol === 'https:' ? ['https_proxy', 'http_proxy'] : ['http_proxy', 'https_proxy'];
  return schemes.flatMap((lower) => {
    const name = env[lower] === undefined ? lower.toUpperCase() : lower;
    const value = env[name] ?? '';
    return value === '' ? [] : [{ name, value }];
  });
}

/** Returns the Location of a redirect, or undefined for any other response. */
export function redirectOf({ status, headers }: HttpResponse): string | undefined {
  return status >= 300 && status < 400 ? field(headers, 'location') : undefined;
}

/**
 * Returns the Location of a redirect that only adds or removes a trailing slash. Such a redirect comes from the server's
 * own router, not from a proxy.
 */
export function slashRedirect(exchange: Exchange, base: URL): string | undefined {
  const location = hasResponse(exchange) ? redirectOf(exchange.outcome.response) : undefined;
  if (location === undefined) return undefined;
  const requested = new URL(`${base.origin}${withoutSlash(base.pathname)}${exchange.request.path}`);
  if (!URL.canParse(location, requested.href)) return undefined;
  const { origin, pathname } = new URL(location, requested);
  const differs =
    pathname !== requested.pathname && withoutSlash(pathname) === withoutSlash(requested.pathname);
  return origin === requested.origin && differs ? location : undefined;
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
