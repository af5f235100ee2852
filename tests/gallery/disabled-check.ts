import { get } from '../../src/checks/requests.ts';
import { type CheckOrRule, type Probe, probesOf, type Suite } from '../../src/checks/vocabulary.ts';
import { orders, petById } from '../../src/spec/operations.ts';
import { suites } from '../../suites/index.ts';
import { petWithKey } from '../../suites/shared.ts';

/** Calls `act` while one check is removed. A probe that other checks share is not removed, but sends a different request. */
export async function whileDisabled<T>(suite: Suite, check: CheckOrRule, act: () => Promise<T>): Promise<T> {
  if (isShared(check)) return whileRequestingElse(check, act);
  // No other code changes the suites.
  const checks = suite.checks as CheckOrRule[];
  const place = checks.indexOf(check);
  checks.splice(place, 1);
  try {
    return await act();
  } finally {
    checks.splice(place, 0, check);
  }
}

/** Returns whether a check is a probe that another check uses or follows. */
export function isShared(check: CheckOrRule): check is Probe {
  if (check.kind !== 'probe') return false;
  return suites.some(({ checks }) =>
    checks.some(
      (other) =>
        (other.kind === 'check' && probesOf(other).includes(check)) ||
        ('needs' in other && other.needs.after === check),
    ),
  );
}

async function whileRequestingElse<T>(probe: Probe, act: () => Promise<T>): Promise<T> {
  const changeable = probe as { make: Probe['make'] };
  const { make } = probe;
  changeable.make = () => get(probe === petWithKey ? orders : petById);
  try {
    return await act();
  } finally {
    changeable.make = make;
  }
}
