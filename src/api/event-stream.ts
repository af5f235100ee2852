import type { RunEvent } from '../model/events.ts';

/** Passes the events of one run on to everybody who iterates. */
export interface EventStream {
  /** Tells an event to those who iterate by now; it is kept for nobody else. */
  readonly push: (event: RunEvent) => void;
  /** The last event of all, which those who come later get as well. */
  readonly end: (last: RunEvent) => void;
  /** Ends every iteration, those to come too, with this error. */
  readonly fail: (error: unknown) => void;
  /** From the next event on. */
  readonly iterate: () => AsyncIterableIterator<RunEvent, undefined>;
}

/** Beyond so many that a slow reader has not taken yet, exchanges in a row are told as one, the last of them. */
const mostUnread = 1_000;

type End =
  | { readonly kind: 'last'; readonly event: RunEvent }
  | { readonly kind: 'error'; readonly error: unknown };

interface Reader {
  readonly unread: RunEvent[];
  /** Called when there is something new to read. */
  wake: () => void;
}

/** A stream without readers keeps nothing but its end. */
export function createEventStream(): EventStream {
  const readers = new Set<Reader>();
  let ended: End | undefined;

  const finish = (end: End): void => {
    ended = end;
    for (const reader of readers) reader.wake();
  };
  return {
    push(event) {
      for (const reader of readers) {
        add(reader.unread, event);
        reader.wake();
      }
    },
    end: (event) => finish({ kind: 'last', event }),
    fail: (error) => finish({ kind: 'error', error }),
    iterate() {
      const reader: Reader = { unread: [], wake: () => {} };
      readers.add(reader);
      return read(reader);
    },
  };

  async function* read(reader: Reader): AsyncGenerator<RunEvent, undefined> {
    try {
      for (;;) {
        const next = reader.unread.shift();
        if (next !== undefined) yield next;
        else if (ended?.kind === 'error') throw ended.error;
        else if (ended?.kind === 'last') {
          yield ended.event;
          return undefined;
        } else
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
      }
    } finally {
      readers.delete(reader);
    }
  }
}

function add(unread: RunEvent[], event: RunEvent): void {
  const isSuperseded =
    unread.length >= mostUnread && unread.at(-1)?.type === 'exchange' && event.type === 'exchange';
  if (isSuperseded) unread.pop();
  unread.push(event);
}
