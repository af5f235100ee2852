import { clearLine, cursorTo } from 'node:readline';
import { columnsOf } from '../columns.ts';

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

type Env = Readonly<Record<string, string | undefined>>;

/** Whether a line can be written over: on a terminal that moves its cursor, and not in the log of a pipeline. */
export function canWriteOver(stream: ProgressStream, env: Env): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb' && !isPipeline(env);
}

/** Whether nobody watches: the variable CI is set, as the services that run pipelines agree. */
export function isPipeline({ CI = '' }: Env): boolean {
  return !['', '0', 'false'].includes(CI.toLowerCase());
}

/** A line that is written over again and again; nothing at all where that cannot be done. */
export function liveLine(stream: ProgressStream, env: Env): LiveLine {
  const shows = canWriteOver(stream, env);
  let shown = '';
  const draw = (text: string): void => {
    if (!shows || text === shown) return;
    const writable = stream as NodeJS.WriteStream;
    cursorTo(writable, 0);
    clearLine(writable, 0);
    stream.write(text);
    shown = text;
  };
  const show = (text: string): void => draw(fitted(text, columnsOf(stream, env) - 1));
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
