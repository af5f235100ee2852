import type { OwnConnection } from '../http/client.ts';
import type { Exchange, HttpRequest } from '../model/exchange.ts';

/** A request that somebody wants sent. */
export interface Wanted {
  readonly purpose: string;
  readonly sentFor: string;
  /** The higher, the earlier it is sent. */
  readonly worth: number;
  /** A target that keeps the specification creates something for it. */
  readonly creates?: boolean;
  /** The connection that it goes on, where that is not left to the client (reading 18). */
  readonly own?: OwnConnection | undefined;
  /** Makes the request; called again, with 2, where a try before failed in a passing way (readings 10 and 19). */
  readonly make: (attempt: 1 | 2) => HttpRequest;
}

/** A wanted request in the queue. */
export interface Entry extends Wanted {
  readonly order: number;
  request: HttpRequest;
  /** How often it was sent and failed in a passing way. */
  tries: number;
  /** The newest of these was answered 502, 503 or 504. */
  wasShed?: boolean;
  /** One of the queue's own, which nobody waits for. */
  readonly internal?: boolean;
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (reason: Error) => void;
}

/** Whether the server is to take the request as the key's. */
export function isWithKey({ presentation }: HttpRequest): boolean {
  return presentation === 'bearer' || presentation === 'bearer-lowercase';
}

/** A GET /categories with the key in its usual spelling: what proves limits, recoveries and lists. */
export function isPlainList(request: HttpRequest): boolean {
  return request.operation === 'listCategories' && request.presentation === 'bearer';
}
