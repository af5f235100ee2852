/**
 * How wide what a stream shows may be, in columns: as wide as its terminal, else as the variable COLUMNS says, else
 * 80. A terminal that was never given a size says 0.
 */
export function columnsOf(
  stream: { readonly columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): number {
  if (stream.columns !== undefined && stream.columns > 0) return stream.columns;
  const said = Number(env['COLUMNS']);
  return Number.isInteger(said) && said > 0 ? said : 80;
}
