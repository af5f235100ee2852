import { clearLine, cursorTo } from 'node:readline';
import { columnsOf, type Output } from '../../text/output.ts';
import { cutInto, joined, type Shown, shown } from '../../text/shown.ts';

export interface LiveLine {
  readonly show: (text: Shown) => void;
  readonly clear: () => void;
  readonly above: (text: Shown) => void;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Whether a line can be written over: on a terminal that moves its cursor, and not in the log of a pipeline. */
export function canWriteOver(stream: Output, env: Env): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb' && !isPipeline(env);
}

/** Whether nobody watches: the variable CI is set, as the services that run pipelines agree. */
export function isPipeline({ CI = '' }: Env): boolean {
  return !['', '0', 'false'].includes(CI.toLowerCase());
}

/** A line that is written over again and again; nothing at all where that cannot be done. */
export function liveLine(stream: Output, env: Env): LiveLine {
  const shows = canWriteOver(stream, env);
  let last = shown``;
  const draw = (text: Shown): void => {
    if (!shows || text === last) return;
    const writable = stream as NodeJS.WriteStream;
    cursorTo(writable, 0);
    clearLine(writable, 0);
    stream.write(text);
    last = text;
  };
  const show = (text: Shown): void => draw(fitted(text, columnsOf(stream, env) - 1));
  const clear = (): void => draw(shown``);
  return {
    show,
    clear,
    above: (text) => {
      const before = last;
      clear();
      stream.write(text);
      draw(before);
    },
  };
}

/** Cuts to the width, colours left out of the count: a live line that wraps cannot be taken back. */
function fitted(text: Shown, width: number): Shown {
  let room = width;
  const cut = cutInto(text, (whole) => [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that painter() sets are kept whole.
    whole.replace(/(\u001b\[\d+m)|[^\u001b]/gu, (match, colour: string | undefined) => {
      if (colour !== undefined) return colour;
      return room-- > 0 ? match : '';
    }),
  ]);
  return joined(cut, '');
}
