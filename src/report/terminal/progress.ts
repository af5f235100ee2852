import { brokenFor, counted, duration, number } from '../../text/layout.ts';
import { columnsOf, type Env, type Output, type Paint } from '../../text/output.ts';
import {
  cutInto,
  escapedAlready,
  joined,
  printable,
  printableWhole,
  type Shown,
  shown,
} from '../../text/shown.ts';
import type { Ahead, RunEvent } from '../model/events.ts';
import type { RequestPlan } from '../model/report.ts';
import { planChanges, planLine, requestsOf } from '../plan-words.ts';

interface ProgressOptions {
  readonly stream: Output;
  /** The environment variables, which may show that lines cannot be overwritten. */
  readonly env?: Env;
  readonly paint: Paint;
}

/** Waits shorter than this, in seconds, are not reported immediately. */
const shortestReported = 2;
/** The shortest time between lines that say how far the run is, in ms, if no line can be overwritten. */
const quietMs = 20_000;

export type Progress = ReturnType<typeof createProgress>;

/** Shows the progress of a run: the plan once it is definite and, on a terminal, a live line below it. */
export function createProgress({ stream, env = {}, paint }: ProgressOptions) {
  const live = liveLine(stream, env);
  const { canShow } = live;
  let ended = false;
  let planned: RequestPlan | undefined;
  /** How many requests are in the plan, once the first response has made the plan definite. */
  let total: number | undefined;
  /**
   * How far the run is. The live line always shows this; if no line can be overwritten, a new line shows it from time to
   * time.
   */
  let state: (() => Shown) | undefined;
  const startedAt = performance.now();
  let lastSaid: number | undefined;

  const say = (text: Shown): void => {
    live.above(shown`${brokenFor(stream, text)}\n`);
  };
  const sayState = (): void => {
    lastSaid = performance.now();
    if (state !== undefined) say(state());
  };
  const showState = (): void => {
    if (state === undefined) live.clear();
    else if (canShow) live.show(paint('dim', state()));
    else if (performance.now() - (lastSaid ?? startedAt) >= quietMs) sayState();
  };
  const timer = setInterval(showState, 1_000).unref();

  const sayPlan = ({ plan, definite }: Extract<RunEvent, { type: 'plan' }>): void => {
    // Before the first response, neither the limit nor the cost of the run is known.
    if (!definite) return;
    const text = planned === undefined ? planLine(plan) : planChanges(planned, plan);
    if (text !== undefined) say(text);
    planned = plan;
    total = requestsOf(plan);
  };
  const listen = (event: RunEvent): void => {
    // Requests in flight may end after the report is printed.
    if (ended) return;
    switch (event.type) {
      case 'plan':
        sayPlan(event);
        break;
      case 'exchange':
        state = () => exchangeLine(event, total);
        showState();
        break;
      case 'waiting':
        state = waitingLine(event, canShow);
        // The first wait is reported immediately, to explain why nothing happens.
        if (!canShow && lastSaid === undefined && event.seconds >= shortestReported) sayState();
        else showState();
        break;
      case 'unproven':
        say(shown`This run does not try to reach the limit: ${printable(event.reason)}.`);
        break;
      case 'resumed':
        state = undefined;
        showState();
        break;
      case 'finished':
        end();
        break;
    }
  };
  /** Removes the live line. Can be called again. */
  const end = (): void => {
    ended = true;
    clearInterval(timer);
    live.clear();
  };
  return { listen, end };
}

/** Returns a function that says what a wait is for, and how long it will still last. */
function waitingLine({ seconds, reason, ahead }: Extract<RunEvent, { type: 'waiting' }>, canShow: boolean) {
  const end = performance.now() + seconds * 1_000;
  const advice = canShow ? shown` (Ctrl-C stops and writes a report)` : shown``;
  return (): Shown => {
    const left = duration(Math.max(0, (end - performance.now()) / 1_000));
    return shown`waiting ${printable(reason)}, ${left} left${aheadWords(ahead)}${advice}`;
  };
}

/** Returns what follows a wait, as far as it is known: ", then at least 14 more requests". */
function aheadWords(ahead: Ahead | undefined): Shown {
  if (ahead === undefined) return shown``;
  const { requests, proof } = ahead;
  const parts = [
    ...(requests === 0 ? [] : [`at least ${counted(requests, 'more request')}`]),
    ...(proof ? [shown`the proof of the limit`] : []),
  ];
  return shown`, then ${parts.length === 0 ? 'the last list request' : printableWhole(parts.join(' and '))}`;
}

/** Returns "15 of 86 sent". Retries, which the plan does not contain, raise the total. */
function exchangeLine(event: Extract<RunEvent, { type: 'exchange' }>, total: number | undefined): Shown {
  const { sent, pending, purpose } = event;
  const all = total === undefined ? '' : shown` of ${number(Math.max(total, sent + pending))}`;
  const remaining = event.remaining === undefined ? '' : shown` · Remaining ${event.remaining}`;
  const status = event.status === undefined ? '' : shown` ${event.status}`;
  return shown`${number(sent)}${all} sent${remaining} ·${status} ${printable(purpose, 60)}`;
}

/**
 * Checks whether a line can be overwritten: on a terminal that can move its cursor, but not in the log of a CI job, which
 * sets the variable CI.
 */
function canOverwrite({ isTTY }: Output, { TERM, CI = '' }: Env): boolean {
  return isTTY === true && TERM !== 'dumb' && ['', '0', 'false'].includes(CI.toLowerCase());
}

/** Moves the cursor to the start of its line, and clears the line from the cursor on. */
const lineStart = escapedAlready('\u001b[1G');
const clearRest = escapedAlready('\u001b[0K');

/** Creates a line that is overwritten; does nothing where that is not possible. */
function liveLine(stream: Output, env: Env) {
  const canShow = canOverwrite(stream, env);
  let last = shown``;
  // The line is overwritten in a single write, without clearing it first, so that it does not flicker.
  const draw = (text: Shown): void => {
    if (text !== last) stream.write(shown`${lineStart}${text}${clearRest}`);
    last = text;
  };
  return {
    canShow,
    show(line: Shown): void {
      // Text in the last column may make a terminal start another line.
      if (canShow) draw(fitted(line, columnsOf(stream, env) - 1));
    },
    clear: (): void => draw(shown``),
    above: (text: Shown): void => {
      stream.write(last.length > 0 ? shown`${lineStart}${clearRest}${text}${last}` : text);
    },
  };
}

/** Cuts a line to the width, not counting colors: a wrapped line cannot be removed. */
function fitted(text: Shown, width: number): Shown {
  let room = width;
  const cut = cutInto(text, (whole) => [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the color codes of painter() must stay whole.
    whole.replace(/\u001b\[\d+m|[^\u001b]/gu, (part) =>
      part.startsWith('\u001b') || room-- > 0 ? part : '',
    ),
  ]);
  return joined(cut, '');
}
