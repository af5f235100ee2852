/** Of longer bodies the newest is known alone, in bytes. */
const longestShared = 1024;
/** What is longer than this never comes in one part, which would lie in the buffer of its connection, in bytes. */
const longestCopied = 1024 * 1024;
/** So many different ones are known at a time: an error has few texts. */
const mostKnown = 64;

/**
 * Makes a function that copies a body out of the buffer in which it came, or gives the copy of an equal one that came
 * before: a service refuses thousands of bodies with the same bytes, and what is made of these can be made once.
 */
export function createBodySharer(): (bytes: Uint8Array) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  let newest: Uint8Array = new Uint8Array();
  return (bytes) => {
    if (bytes.length > longestShared) {
      if (bytes.length === newest.length && Buffer.compare(bytes, newest) === 0) return newest;
      // A body that came in many parts lies in room of its own.
      const isOwn = bytes.length > longestCopied && 2 * bytes.length > bytes.buffer.byteLength;
      newest = isOwn ? bytes : Buffer.copyBytesFrom(bytes);
      return newest;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const equal = known.get(text);
    // A rule of the user's may have written to it.
    if (equal !== undefined && Buffer.compare(bytes, equal) === 0) return equal;
    if (known.size === mostKnown) known.clear();
    const copy = Buffer.copyBytesFrom(bytes);
    known.set(text, copy);
    return copy;
  };
}
