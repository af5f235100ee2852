/** Deletes the oldest entries of a map with more than `most`. */
export function forgetFirst<Key>(map: Map<Key, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

/** Appends to a list that keeps its first `most` entries. */
export function pushUpTo<Value>(list: Value[], value: Value, most: number): void {
  if (list.length < most) list.push(value);
}

/** Appends to a list that keeps its newest `most` entries. */
export function pushNewest<Value>(list: Value[], value: Value, most: number): void {
  list.push(value);
  if (list.length > most) list.shift();
}

/** Returns the entry of a key, created on first use; undefined for a new key if the map already has `most`. */
export function entryUpTo<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  most: number,
  make: () => Value,
): Value | undefined {
  if (!map.has(key) && map.size < most) map.set(key, make());
  return map.get(key);
}
