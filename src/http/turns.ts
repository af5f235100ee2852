/** The part of one exchange in the turns that all share. */
export interface Turn {
  /** Whether the turn is there, now or since an earlier call; where it is not, `go` is called once it is. */
  take(go: () => void): boolean;
  /** To be called once, at the end of the exchange. */
  leave(): void;
}

/** Makes turns of which so many are taken at a time; they are given in the order in which they were asked for. */
export function createTurns(most: number): () => Turn {
  const waiting = new Set<{ readonly go: () => void; has: boolean }>();
  let free = most;
  return () => {
    let own: { readonly go: () => void; has: boolean } | undefined;
    return {
      take(go) {
        if (own !== undefined) return own.has;
        own = { go, has: free > 0 };
        if (own.has) free--;
        else waiting.add(own);
        return own.has;
      },
      leave() {
        if (own === undefined) return;
        if (!own.has) waiting.delete(own);
        else {
          const [next] = waiting;
          if (next === undefined) free++;
          else {
            waiting.delete(next);
            next.has = true;
            next.go();
          }
        }
        own = undefined;
      },
    };
  };
}
