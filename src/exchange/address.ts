import { type Exchange, type HttpResponse, isAnswer } from './exchange.ts';
import { field } from './headers.ts';

/** Whether the host is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

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

/** Where a response redirects to, as it says so; undefined where it does not. */
export function redirectOf({ status, headers }: HttpResponse): string | undefined {
  return status >= 300 && status < 400 ? field(headers, 'location') : undefined;
}

/**
 * The Location of a redirect to the same address with a trailing slash, or without it: that is the router of the
 * service itself, not something in front of it (reading 15). `base` is the base address.
 */
export function slashRedirect(exchange: Exchange, base: URL): string | undefined {
  const location = isAnswer(exchange) ? redirectOf(exchange.outcome.response) : undefined;
  if (location === undefined) return undefined;
  const asked = new URL(`${base.origin}${withoutSlash(base.pathname)}${exchange.request.path}`);
  if (!URL.canParse(location, asked.href)) return undefined;
  const { origin, pathname } = new URL(location, asked);
  const differs = pathname !== asked.pathname && withoutSlash(pathname) === withoutSlash(asked.pathname);
  return origin === asked.origin && differs ? location : undefined;
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
