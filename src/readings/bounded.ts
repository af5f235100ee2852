/** Forgets what was set first where a map holds more than `most`: what a target invents is not remembered without end. */
export function forgetFirst<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}

/** Adds to a list of which the first `most` entries are kept. */
export function pushUpTo<Value>(list: Value[], value: Value, most: number): void {
  if (list.length < most) list.push(value);
}
