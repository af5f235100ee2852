/** The JSON Pointer (RFC 6901) of a place, from the names and indexes that lead there; the whole document is `''`. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${escapeStep(String(step))}`).join('');
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
