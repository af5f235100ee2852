import { type Exchange, type HttpResponse, isAnswer } from '../model/exchange.ts';
import { field } from './headers.ts';

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
