import { request } from 'undici';
import { definedOnly } from '../text/defined-only.ts';
import { createDispatcher } from './dispatcher.ts';

export interface Fetching {
  readonly timeoutMs: number;
  /** The largest text that is taken, in bytes. */
  readonly most: number;
  /** PEM of an authority to trust beside the usual ones. */
  readonly ca?: string;
}

/**
 * The text at an address, asked for once, without a key; redirects are not followed. Throws an error whose
 * message says why it could not be had.
 */
export async function fetchText(address: URL, { timeoutMs, most, ca }: Fetching): Promise<string> {
  const dispatcher = createDispatcher(
    definedOnly({ base: address, timeoutMs, maxHeaderBytes: 64 * 1024, ca }),
  );
  try {
    const { statusCode, body } = await request(address, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (statusCode !== 200) throw new Error(`it was answered ${statusCode}`);
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of body) {
      size += (piece as Buffer).length;
      if (size > most) throw new Error(`it has more than ${Math.floor(most / 1024 / 1024)} MB`);
      pieces.push(piece as Buffer);
    }
    return Buffer.concat(pieces).toString();
  } finally {
    await dispatcher.destroy();
  }
}
