const stopping = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once with status 130. Returns
 * the way to stop listening, after which a signal does what it does to any process.
 */
export function onStopSignal(stop: () => void): () => void {
  let asked = false;
  const listener = (): void => {
    if (asked) process.exit(130);
    asked = true;
    stop();
  };
  for (const signal of stopping) process.on(signal, listener);
  return () => {
    for (const signal of stopping) process.off(signal, listener);
  };
}
