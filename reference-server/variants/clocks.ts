import type { Change, Variant } from '../change.ts';
import { editRateHeaders, editResponses } from '../edits.ts';
import { type HttpResponse, mapHeader, withoutHeader } from '../response.ts';

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
    title: 'The clock is ten minutes ahead',
    legal: "Reading 5: the server's clock is judged by its own Date.",
    warnings: [],
    change: clockOff(() => TEN_MINUTES),
  },
  {
    id: 'clock-behind',
    title: 'The clock is ten minutes behind',
    legal: "Reading 5: the server's clock is judged by its own Date.",
    warnings: [],
    change: clockOff(() => -TEN_MINUTES),
  },
  {
    id: 'clock-behind-without-date',
    title: 'The clock is ten minutes behind and no Date tells',
    legal: 'Reading 5: without a Date the local clock judges, with fifteen minutes of tolerance.',
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
    title: 'Answers come by turns from two gateways whose clocks are a second apart',
    legal: 'headers.reset is judged by the Date of the same answer, and Reset may move (reading 3).',
    warnings: [],
    change: clockOff((responses) => (responses % 2 === 0 ? 0 : 1_000)),
  },
  {
    id: 'date-five-seconds-old',
    title: 'Date is five seconds old',
    legal: 'headers.reset leaves ten seconds of tolerance between Reset and Date.',
    warnings: [],
    change: editResponses(always, (response) => dateMoved(response, -5_000)),
  },
  {
    id: 'reset-rounded-down',
    title: 'Reset is rounded down to a whole second',
    legal: 'How Reset is rounded is not stated.',
    warnings: [],
    change: editRateHeaders((lines, { shown }) =>
      lines.map(([name, value]) =>
        name === 'X-RateLimit-Reset' ? [name, String(Math.floor(shown.resetAt / 1_000))] : [name, value],
      ),
    ),
  },
];
