import { type CheckOrRule, type Probe, probesOf, type Suite } from '../../src/checks/built-in.ts';
import { get } from '../../src/checks/requests.ts';
import { orders, petById } from '../../src/spec/operations.ts';
import { suites } from '../../suites/index.ts';
import { petWithKey } from '../../suites/shared.ts';

/**
 * Does something while one member of the suites is broken, and mends it: a member is taken away, but for a probe
 * that others share, which is sent for them all the same; that one sends another request.
 */
export async function whileBroken<T>(suite: Suite, member: CheckOrRule, act: () => Promise<T>): Promise<T> {
  if (isShared(member)) return whileAskingElse(member, act);
  // The one place that changes what is otherwise only read.
  const checks = suite.checks as CheckOrRule[];
  const place = checks.indexOf(member);
  checks.splice(place, 1);
  try {
    return await act();
  } finally {
    checks.splice(place, 0, member);
  }
}

/** Whether it is a probe that another member uses or comes after. */
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
