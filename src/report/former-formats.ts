import { definedOnly } from '../text/defined-only.ts';

// Converts reports and waivers files of version 0.3.0, which this version still reads. The input has not been compared with
// a schema; the result will be.

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
/** Converts the elements of a list; the schema refuses anything else. */
const mapped = (value: unknown, convert: (one: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(convert) : value;
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Checks whether a value is a report of version 0.3.0. */
export function isFormerReport(value: unknown): boolean {
  const { format, formatVersion } = fieldsOf(value);
  return format === 'petstore-conformance/report' && formatVersion === 2;
}

/** Checks whether a value is a waivers file of version 0.3.0. */
export function isFormerWaivers(value: unknown): boolean {
  const { format, formatVersion, waivers } = fieldsOf(value);
  return format === undefined && formatVersion === 1 && Array.isArray(waivers);
}

/** Converts a waivers file. */
export function acceptedFromFormer(value: unknown): Fields {
  const accepted = mapped(fieldsOf(value)['waivers'], acceptedFailure);
  return { format: 'petstore-conformance/accepted', formatVersion: 1, accepted };
}

/** Converts a waiver. Its signature was the requirement and the cause. It has no operation, so it covers all operations. */
function acceptedFailure(value: unknown): unknown {
  const { signature, expires, state, requirement, ...rest } = fieldsOf(value);
  const cause = typeof signature === 'string' ? signature.replace(`${requirement}: `, '') : signature;
  return definedOnly({ requirement, cause, ...rest, until: expires, state: states[String(state)] });
}

const states: Fields = {
  applied: 'applied',
  expired: 'expired',
  stale: 'no longer needed',
  'not tested': 'not tested again',
};

/** Converts a report: failures that were waived, or known from a baseline, become accepted. */
export function reportFromFormer(value: unknown): Fields {
  const { waivers, baseline, verdict, ...report } = fieldsOf(value);
  const day = String(fieldsOf(baseline)['startedAt']).slice(0, 10);
  const findings = mapped(report['findings'], (one) => formerFinding(one, day));
  const inputs = listOf(fieldsOf(fieldsOf(verdict)['scope'])['notSelected'])
    .filter(({ because }) => because === 'input')
    .flatMap(({ requirements: ids }) => (Array.isArray(ids) ? ids : []));
  const requirements = mapped(report['requirements'], (one) => formerResult(one, listOf(findings), inputs));
  return {
    ...report,
    formatVersion: 3,
    verdict: formerVerdict(fieldsOf(verdict), listOf(requirements)),
    requirements,
    findings,
    ...definedOnly({ accepted: mapped(waivers, acceptedFailure) }),
  };
}

function formerFinding(value: unknown, day: string): Fields {
  const { waived, waiverExpired, known, ...finding } = fieldsOf(value);
  const accepted = waived ?? (known === true ? `in the baseline of ${day}` : undefined);
  const expired =
    typeof waiverExpired === 'string' ? waiverExpired.replace('expired on', 'until') : undefined;
  return { ...finding, ...definedOnly({ accepted, expired }) };
}

/** Converts a result. Its reason was a string without a class; `inputs` are the requirements that needed an input. */
function formerResult(value: unknown, findings: readonly Fields[], inputs: readonly unknown[]): Fields {
  const { reason: text, ...result } = fieldsOf(value);
  const { id, verdict } = result;
  const words = definedOnly({ note: text });
  if (verdict === 'waived') return { ...result, ...words, verdict: 'accepted' };
  // The requirement had passed after a retry, which http.passing-failures judges now.
  if (verdict === 'flaky') return { ...result, ...words, verdict: 'pass' };
  const own = findings.filter(({ requirement }) => requirement === id);
  const note = own[0]?.['accepted'];
  if (note !== undefined && own.every(({ accepted }) => accepted !== undefined))
    return { ...result, verdict: 'accepted', note };
  const isLeftOut = verdict === 'not selected';
  if (!isLeftOut && verdict !== 'not tested') return { ...result, ...words };
  const reasonClass = !isLeftOut ? 'undecided' : inputs.includes(id) ? 'not asked' : 'not selected';
  return { ...result, reason: { code: 'custom', class: reasonClass, text: text ?? 'no reason given' } };
}

const outcomes: Fields = {
  'nothing new': 'passed',
  'waivers out of date': 'passed',
  'passed-selection': 'passed',
  incomplete: 'no verdict',
  'could not be tested': 'no verdict',
};

function formerVerdict({ outcome, ...verdict }: Fields, requirements: readonly Fields[]): Fields {
  const { waived: _waived, flaky: _flaky, ...counts } = fieldsOf(verdict['counts']);
  const { waived, failed, required, selected, passed } = fieldsOf(verdict['scope']);
  const having = (wanted: unknown) => requirements.filter((one) => one['verdict'] === wanted);
  const accepted = having('accepted');
  const inScope = accepted.filter(({ level, section }) => level === 'required' && section === undefined);
  return {
    ...verdict,
    outcome: outcomes[String(outcome)] ?? outcome,
    ...(outcome === 'waivers out of date' ? { exitStatus: 0 } : {}),
    counts: {
      ...counts,
      pass: having('pass').length,
      fail: having('fail').length,
      warn: having('warn').length,
      accepted: accepted.length,
    },
    // A known failure counted as failed.
    scope: {
      required,
      selected,
      passed,
      failed: countOf(failed) + countOf(waived) - inScope.length,
      accepted: inScope.length,
    },
  };
}
