import { clearLine, cursorTo } from 'node:readline';

/** Where progress is shown: standard error, so that the report alone is on standard output. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

export interface LiveLine {
  readonly show: (text: string) => void;
  readonly clear: () => void;
  readonly above: (text: string) => void;
}

/** A line that is written over again and again; nothing at all where the stream is no terminal. */
export function liveLine(stream: ProgressStream): LiveLine {
  let shown = '';
  const draw = (text: string): void => {
    if (stream.isTTY !== true || text === shown) return;
    const writable = stream as NodeJS.WriteStream;
    cursorTo(writable, 0);
    clearLine(writable, 0);
    stream.write(text);
    shown = text;
  };
  const show = (text: string): void => draw(fitted(text, (stream.columns ?? 80) - 1));
  const clear = (): void => draw('');
  return {
    show,
    clear,
    above: (text) => {
      const before = shown;
      clear();
      stream.write(text);
      draw(before);
    },
  };
}

/** Cuts to the width, colours left out of the count: a live line that wraps cannot be taken back. */
function fitted(text: string, width: number): string {
  let room = width;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that painter() sets are kept whole.
  return text.replace(/(\u001b\[\d+m)|[^\u001b]/gu, (match, colour: string | undefined) => {
    if (colour !== undefined) return colour;
    return room-- > 0 ? match : '';
  });
}
