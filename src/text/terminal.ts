import { styleText } from 'node:util';
import { escapedAlready, type Shown } from './shown.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: Shown) => Shown;

interface Stream {
  readonly isTTY?: boolean;
}

/** Whether to colour what goes to this stream: NO_COLOR and FORCE_COLOR decide before the kind of stream does. */
export function wantsColour(stream: Stream, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** The way to colour, for one answer of `wantsColour`. */
export function painter(colour: boolean): Paint {
  // The stream was looked at above; styleText would look at stdout, whatever the text is for.
  return colour
    ? (style, text) => escapedAlready(styleText(style, text, { validateStream: false }))
    : (_style, text) => text;
}

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
