import { clearLine, cursorTo } from 'node:readline';
import { brokenFor, counted, duration, number } from '../../text/layout.ts';
import type { Output } from '../../text/output.ts';
import {
  cutInto,
  escapedAlready,
  joined,
  printable,
  printableWhole,
  type Shown,
  shown,
} from '../../text/shown.ts';
import { columnsOf, type Paint } from '../../text/terminal.ts';
import type { Ahead, RunEvent } from '../model/events.ts';
import type { Plan } from '../model/report.ts';
import { changedPlan, planLine } from '../plan-words.ts';

export interface ProgressOptions {
  readonly stream: Output;
  /** The variables of the process, which may say that a line is not to be written over. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly paint: Paint;
  /** The title of a requirement, so that a failure can be told in words as it is found. */
  readonly titleOf: (requirement: string) => string;
}

export interface Progress {
  readonly listen: (event: RunEvent) => void;
  /** Takes the live line away and stops the countdown; may be called more than once. */
  readonly end: () => void;
}

/** Shorter waits have no line of their own; in seconds. */
const shortestTold = 2;

/** Tells how a run goes: plain lines, and on a terminal one live line below them. */
export function createProgress({ stream, env = {}, paint, titleOf }: ProgressOptions): Progress {
  const live = liveLine(stream, env);
  const told = new Set<string>();
  let ended = false;
  let planned: Plan | undefined;
  let countdown: NodeJS.Timeout | undefined;

  const stopCountdown = (): void => {
    clearInterval(countdown);
    countdown = undefined;
  };
  const say = (text: Shown, coloured = (plain: Shown) => plain): void =>
    live.above(shown`${coloured(brokenFor(stream, text))}\n`);

  const tellPlan = (plan: Plan): void => {
    const text = planned === undefined ? planLine(plan) : changedPlan(planned, plan);
    if (text !== undefined) say(text);
    planned = plan;
  };

  const listen = (event: RunEvent): void => {
    // What is still under way may end after the report was printed; it has no line of its own any more.
    if (ended) return;
    switch (event.type) {
      case 'plan':
        tellPlan(event.plan);
        break;
      case 'exchange':
        stopCountdown();
        live.show(paint('dim', exchangeLine(event)));
        break;
      case 'failure':
        if (told.has(event.requirement)) break;
        told.add(event.requirement);
        say(shown`FAIL ${printable(event.requirement)}: ${printable(titleOf(event.requirement))}`, (text) =>
          escapedAlready(text.replace('FAIL', paint('red', shown`FAIL`))),
        );
        break;
      case 'waiting': {
        stopCountdown();
        const ahead = aheadWords(event.ahead);
        if (event.seconds >= shortestTold)
          say(shown`Waiting ${duration(event.seconds)} ${printable(event.reason)}${ahead}`);
        if (!canWriteOver(stream, env)) break;
        const end = performance.now() + event.seconds * 1_000;
        const tick = (): void => {
          const left = duration(Math.max(0, (end - performance.now()) / 1_000));
          live.show(
            paint('dim', shown`waiting, ${left} left${ahead} (Ctrl-C stops and writes what was seen)`),
          );
        };
        tick();
        countdown = setInterval(tick, 1_000).unref();
        break;
      }
      case 'resumed':
        stopCountdown();
        live.clear();
        break;
      case 'finished':
        end();
        break;
    }
  };
  const end = (): void => {
    ended = true;
    stopCountdown();
    live.clear();
  };
  return { listen, end };
}

/** What comes after a wait: ", then 14 more requests". */
function aheadWords(ahead: Ahead | undefined): Shown {
  if (ahead === undefined) return shown``;
  const { requests, proof } = ahead;
  const parts = [
    ...(requests === 0 ? [] : [counted(requests, 'more request')]),
    ...(proof ? [shown`the proof of the limit`] : []),
  ];
  return shown`, then ${parts.length === 0 ? 'the last list' : printableWhole(parts.join(' and '))}`;
}

function exchangeLine(event: Extract<RunEvent, { type: 'exchange' }>): Shown {
  const remaining = event.remaining === undefined ? '' : shown` · Remaining ${event.remaining}`;
  const status = event.status === undefined ? '' : shown` ${event.status}`;
  return shown`${number(event.sent)} sent, ${number(event.pending)} to come${remaining} ·${status} ${printable(event.purpose, 60)}`;
}

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
