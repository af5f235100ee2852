import type { HttpRequest } from '../../src/exchange/exchange.ts';
import type { Told } from '../support/responses.ts';

/** An answer with a body of JSON. */
export function json(status: number, value: unknown): Partial<Told> {
  return { status, headers: [['Content-Type', 'application/json']], body: JSON.stringify(value) };
}

/** What a service that keeps the specification answers. */
export function soundly({ method, credential, body }: HttpRequest): Partial<Told> {
  if (!credential.startsWith('bearer'))
    return json(401, { code: 'no_key', message: 'No valid key.', status: 401 });
  return method === 'GET' ? json(200, []) : json(201, { ...JSON.parse(String(body)), id: 1 });
}
