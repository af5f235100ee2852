import { type CheckOrRule, type Probe, probesOf, type Suite } from '../../src/checks/built-in.ts';
import { get } from '../../src/checks/requests.ts';
import { orders, petById } from '../../src/spec/operations.ts';
import { suites } from '../../suites/index.ts';
import { petWithKey } from '../../suites/shared.ts';

/** Does something while one check is removed. A probe that others share is not removed, but sends another request. */
export async function whileBroken<T>(suite: Suite, member: CheckOrRule, act: () => Promise<T>): Promise<T> {
  if (isShared(member)) return whileAskingElse(member, act);
  // No other place changes the suites.
  const checks = suite.checks as CheckOrRule[];
  const place = checks.indexOf(member);
  checks.splice(place, 1);
  try {
    return await act();
  } finally {
    checks.splice(place, 0, member);
  }
}

/** Returns whether it is a probe that another check uses or follows. */
export function isShared(member: CheckOrRule): member is Probe {
  if (member.kind !== 'probe') return false;
  return suites.some(({ checks }) =>
    checks.some(
      (other) =>
        (other.kind === 'check' && probesOf(other).includes(member)) ||
        ('needs' in other && other.needs.after === member),
    ),
  );
}

async function whileAskingElse<T>(probe: Probe, act: () => Promise<T>): Promise<T> {
  const changeable = probe as { make: Probe['make'] };
  const { make } = probe;
  changeable.make = () => get(probe === petWithKey ? orders : petById);
  try {
    return await act();
  } finally {
    changeable.make = make;
  }
}
