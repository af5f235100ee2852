import type { HttpRequest } from '../../src/exchange/exchange.ts';
import type { ResponseParts } from '../support/responses.ts';

/** Returns a response with a JSON body. */
export function json(status: number, value: unknown): Partial<ResponseParts> {
  return { status, headers: [['Content-Type', 'application/json']], body: JSON.stringify(value) };
}

/** Returns the response of a conforming server. */
export function correctly({ method, credential, body }: HttpRequest): Partial<ResponseParts> {
  if (!credential.startsWith('bearer'))
    return json(401, { code: 'no_key', message: 'No valid key.', status: 401 });
  return method === 'GET' ? json(200, []) : json(201, { ...JSON.parse(String(body)), id: 1 });
}
