import { editRateHeaders, editResponses, withStatus } from '../../../reference-server/changes/edits.ts';
import { withoutHeader } from '../../../reference-server/changes/headers.ts';
import { defects } from '../../../reference-server/defects/index.ts';
import type { Change, HeaderLine } from '../../../reference-server/index.ts';
import { problem } from '../../../reference-server/problem.ts';

/** A fault that any limiter of the reference server can have. */
export interface CommonFault {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly string[];
  /** If no requirement covers the fault, the reason why the kit does not report it. */
  readonly why?: string;
  readonly change: Change;
}

/** Returns a fault that is also in the gallery. */
function known(id: string, defectId: string): CommonFault {
  const defect = defects.find((one) => one.id === defectId);
  if (defect === undefined) throw new Error(`There is no defect ${defectId}.`);
  return { id, title: defect.title, requirements: defect.requirements, change: defect.change };
}

const threeHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const without =
  (status: number): Change =>
  (parts, tools) =>
    editResponses(withStatus(status), (response) => threeHeaders.reduce(withoutHeader, response))(
      parts,
      tools,
    );

const rewriting = (header: string, rewrite: (value: number, count: number) => number): Change => {
  return (parts, tools) => {
    let responses = 0;
    return editRateHeaders((lines) => {
      responses++;
      return lines.map(
        ([name, value]): HeaderLine =>
          name === header ? [name, String(rewrite(Number(value), responses))] : [name, value],
      );
    })(parts, tools);
  };
};

export const commonFaults: readonly CommonFault[] = [
  known('reset-delta', 'reset-in-seconds-to-go'),
  known('reset-ms', 'reset-in-milliseconds'),
  known('reset-iso', 'reset-iso-date'),
  known('retry-after-missing', 'retry-after-missing'),
  {
    id: 'retry-after-ms',
    title: 'Sends Retry-After in milliseconds',
    requirements: ['limit.retry-after-agrees'],
    change: (parts) => ({
      tooMany: (usage, now, visit) => {
        const reply = parts.tooMany(usage, now, visit);
        const headers = reply.headers.map(
          ([name, value]): HeaderLine => (name === 'Retry-After' ? [name, `${value}000`] : [name, value]),
        );
        return { ...reply, headers };
      },
    }),
  },
  known('retry-after-short', 'retry-after-one'),
  {
    id: 'remaining-low',
    title: 'Sends an X-RateLimit-Remaining that is six too low',
    requirements: ['limit.enforced'],
    change: rewriting('X-RateLimit-Remaining', (remaining) => Math.max(0, remaining - 6)),
  },
  known('remaining-still', 'remaining-stands-still'),
  known('remaining-negative', 'remaining-negative'),
  {
    id: 'never-429',
    title: 'Serves requests beyond the limit',
    requirements: ['limit.enforced'],
    change: ({ limiter }) => ({
      limiter: { ...limiter, take: (bucket, now) => ({ ...limiter.take(bucket, now), allowed: true }) },
    }),
  },
  {
    id: 'answers-503',
    title: 'Requests beyond the limit return 503',
    requirements: ['limit.enforced'],
    change: (parts) => ({
      tooMany: (usage, now, visit) => ({
        ...parts.tooMany(usage, now, visit),
        status: 503,
        json: visit.parts.errorJson(problem(503, 'unavailable', 'Try again later.')),
      }),
    }),
  },
  {
    id: 'two-processes',
    title: 'Two processes count separately and take turns',
    requirements: ['limit.enforced'],
    change: (parts) => ({
      bucket: (incoming, identity, route) => {
        const bucket = parts.bucket(incoming, identity, route);
        return { ...bucket, id: `${bucket.id} process ${incoming.number % 2}` };
      },
    }),
  },
  {
    id: 'bare-429',
    title: 'Sends a 429 without the three headers',
    requirements: ['headers.present'],
    change: without(429),
  },
  {
    id: 'bare-401',
    title: 'Sends a 401 without the three headers',
    requirements: ['headers.present'],
    change: without(401),
  },
  {
    id: 'limit-wavers',
    title: 'X-RateLimit-Limit varies by four',
    requirements: ['headers.limit-steady'],
    change: rewriting('X-RateLimit-Limit', (limit, count) => limit + (count % 5)),
  },
];
