import type { Finding } from '../../model/report.ts';

/** The part of an answer that a finding is about. */
export type WrongPlace =
  | { readonly part: 'status' }
  | { readonly part: 'header'; readonly name: RegExp }
  | { readonly part: 'body' }
  /** Nowhere: the answer is right, and what came before or after it is wrong. */
  | { readonly part: 'none' }
  /** One member of the JSON in the body, by its name; the body, where it is not there. */
  | { readonly part: 'member'; readonly name: string };

const header = (name: RegExp): WrongPlace => ({ part: 'header', name });

/** Where the answer is wrong, row by row; the first that matches counts. */
const places: readonly (readonly [row: RegExp, place: WrongPlace])[] = [
  [/\.media-type$/, header(/^content-type$/i)],
  [/^auth\.challenge$/, header(/^www-authenticate$/i)],
  [/^invalid\.nothing-stored$/, { part: 'none' }],
  [/^(auth|invalid)\./, { part: 'status' }],
  [/^errors\.status$/, { part: 'member', name: 'status' }],
  [/^errors\.codes$/, { part: 'member', name: 'code' }],
  [/^headers\.(limit|limit-steady|plan)$/, header(/^x-ratelimit-limit$/i)],
  [/^headers\.(remaining|usage)$/, header(/^x-ratelimit-remaining$/i)],
  [/^headers\.(reset|reset-reached|plan-window)$/, header(/^x-ratelimit-reset$/i)],
  [/^headers\./, header(/^x-ratelimit-/i)],
  [/^limit\.retry-after/, header(/^retry-after$/i)],
  [/^limit\./, { part: 'status' }],
  [/^http\.date$/, header(/^date$/i)],
  [/^list\.page-marks$/, header(/^(link|x-total.*|content-range)$/i)],
  [/^create\.(id|id-unique)$/, { part: 'member', name: 'id' }],
];

/** Where the answer of a finding is wrong, as far as its requirement tells. */
export function wrongPlaceOf({ requirement, received, exchange }: Finding): WrongPlace {
  const found = places.find(([row]) => row.test(requirement))?.[1];
  if (found !== undefined) return found;
  const status = exchange?.response?.status;
  const wanted = requirement.startsWith('list.') ? 200 : requirement.startsWith('create.') ? 201 : undefined;
  if (wanted !== undefined && status !== wanted) return { part: 'status' };
  // "status: string "400"" is what the shapes say of a member that is wrong.
  const name = /^([A-Za-z]+): /.exec(received)?.[1];
  return name === undefined ? { part: 'body' } : { part: 'member', name };
}
