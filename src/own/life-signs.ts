/**
 * What the watchdog, which is another thread, sees of this one: how often the event loop has turned, and how many bounded
 * calls are in progress, which have a limit of their own.
 */
export const lifeSigns = new Int32Array(new SharedArrayBuffer(8));

export const turns = 0;
export const boundedCalls = 1;
