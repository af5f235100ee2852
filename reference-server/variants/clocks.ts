import type { Change, Variant } from '../changes/change.ts';
import { editRateHeaders, editResponses } from '../changes/edits.ts';
import { mapHeader, withoutHeader } from '../changes/headers.ts';
import type { HttpResponse } from '../response.ts';

const TEN_MINUTES = 600_000;

const dateMoved = (response: HttpResponse, ms: number): HttpResponse =>
  mapHeader(response, 'Date', (date) => new Date(Date.parse(date) + ms).toUTCString());

/** Shifts the clock behind Date and Reset by some milliseconds for each response. */
const clockOff = (offOf: (response: number) => number): Change => {
  return (parts) => {
    let responses = 0;
    return {
      rateHeaders: (usage, now, visit) => {
        const off = offOf(responses);
        const shown = { ...usage.shown, resetAt: usage.shown.resetAt + off };
        return parts.rateHeaders({ ...usage, shown }, now + off, visit);
      },
      finish: async (response, visit) => {
        const off = offOf(responses);
        responses += 1;
        return dateMoved(await parts.finish(response, visit), off);
      },
    };
  };
};

const always = () => true;

export const clockVariants: readonly Variant[] = [
  {
    id: 'clock-ahead',
    title: 'Has a clock that is ten minutes ahead',
    legal: "The server's clock is judged by its own Date.",
    warnings: [],
    change: clockOff(() => TEN_MINUTES),
  },
  {
    id: 'clock-behind',
    title: 'Has a clock that is ten minutes behind',
    legal: "The server's clock is judged by its own Date.",
    warnings: [],
    change: clockOff(() => -TEN_MINUTES),
  },
  {
    id: 'clock-behind-without-date',
    title: 'Has a clock that is ten minutes behind, and sends no Date',
    legal: 'Without a Date, Reset is compared with the local clock, with fifteen minutes of tolerance.',
    warnings: ['http.date'],
    change: (parts, tools) => {
      const { finish = parts.finish, rateHeaders = parts.rateHeaders } = clockOff(() => -TEN_MINUTES)(
        parts,
        tools,
      );
      return {
        rateHeaders,
        finish: async (response, visit) => withoutHeader(await finish(response, visit), 'Date'),
      };
    },
  },
  {
    id: 'clocks-of-two-gateways',
    title: 'Alternates responses from two gateways whose clocks are a second apart',
    legal: 'headers.reset compares Reset with the Date of the same response, and Reset may move.',
    warnings: [],
    change: clockOff((responses) => (responses % 2 === 0 ? 0 : 1_000)),
  },
  {
    id: 'date-five-seconds-old',
    title: 'Sends a Date that is five seconds old',
    legal: 'headers.reset allows ten seconds between Reset and Date.',
    warnings: [],
    change: editResponses(always, (response) => dateMoved(response, -5_000)),
  },
  {
    id: 'reset-rounded-down',
    title: 'Rounds Reset down to a whole second',
    legal: 'The specification does not say how Reset is rounded.',
    warnings: [],
    change: editRateHeaders((lines, { shown }) =>
      lines.map(([name, value]) =>
        name === 'X-RateLimit-Reset' ? [name, String(Math.floor(shown.resetAt / 1_000))] : [name, value],
      ),
    ),
  },
];
