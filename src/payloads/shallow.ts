/** Texts, brackets, and everything between them; a text that is not closed ends with the whole, so that none is read twice. */
const tokens = /"(?:[^"\\]|\\.?)*(?:"|$)|[[\]{}]|[^"[\]{}]+/gs;

/**
 * A JSON text without what stands more than `depth` arrays and objects deep: so a body that is nested deeper than
 * readers go can be read as far as its fields. What is left out is not looked at. Undefined where a bracket is not
 * closed, or one too many is.
 */
export function cutBelow(text: string, depth: number): string | undefined {
  let open = 0;
  let kept = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '[' || token === '{') open++;
    if (open <= depth) kept += token;
    if ((token === ']' || token === '}') && --open < 0) return undefined;
  }
  return open === 0 ? kept : undefined;
}
