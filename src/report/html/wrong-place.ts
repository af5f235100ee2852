import { traitsOf } from '../../spec/ledger.ts';
import type { Evidence } from '../../spec/requirement.ts';
import type { Finding } from '../model/report.ts';

/** Where the response of a finding is wrong: `body` where nothing more precise is known. */
export function wrongPlaceOf({ requirement, received, exchange }: Finding): Evidence {
  const { evidence, status } = traitsOf(requirement);
  if (evidence !== undefined) return evidence;
  if (status !== undefined && exchange?.response?.status !== status) return 'status';
  // "status: string "400"" is what the shapes say of a member that is wrong.
  const member = /^([A-Za-z]+): /.exec(received)?.[1];
  return member === undefined ? 'body' : { member };
}

/** Whether a header is one of these names, in which `*` stands for what may follow. */
export function isNamed(name: string, names: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return names.some((one) => (one.endsWith('*') ? lower.startsWith(one.slice(0, -1)) : lower === one));
}
