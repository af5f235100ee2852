/** Forgets what was set first where a map holds more than `most`: what a target invents is not remembered without end. */
export function forgetFirst<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}
