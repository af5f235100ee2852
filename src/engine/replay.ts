import type { Settings } from '../config/settings.ts';
import { knownBodyOf } from '../report/accepted.ts';
import { type Change, changesBetween, sideOf } from '../report/changes.ts';
import { needsProof, onlyFor } from '../report/conditions.ts';
import type { Finding, Report } from '../report/model/report.ts';
import { traitsOf } from '../spec/catalog.ts';
import { run } from './run.ts';
import { type Catalogue, catalogueOf } from './select.ts';
import type { RunContext } from './session.ts';

/** The outcome of each finding, and the report of the run that tested the findings again. */
export interface Replayed {
  readonly changes: readonly Change[];
  readonly report: Report;
}

/**
 * Runs what the findings of a report need, and compares the two reports as `diff` does. The run tests the requirements of the
 * findings with the bodies that failed. If requests for other requirements may have caused a finding, it tests everything that
 * `settings` select. It sends nothing for findings that no request can decide (`undecidable`), so these findings are not tested
 * again.
 */
export async function replay(
  reported: Report,
  findings: readonly Finding[],
  settings: Settings,
  { undecidable = [], ...context }: RunContext & { readonly undecidable?: readonly Finding[] } = {},
): Promise<Replayed> {
  const catalogue = catalogueOf(context.added);
  const isWhole = findings.some((finding) => needsWholeRun(finding, catalogue));
  const { accepted: _, ...given } = settings;
  const again: Settings = {
    ...given,
    // A replay selects few requirements on purpose, so `strict` must not apply.
    strict: false,
    againBodies: findings.flatMap((finding) => knownBodyOf(finding, reported.runMark) ?? []),
    ...(isWhole ? {} : { only: onlyFor(findings).join() }),
  };
  const report = await run(again, context);
  const changes = changesBetween(sideOf(reported), sideOf(report));
  const isOf =
    ({ kind, requirement, signature }: Change) =>
    (finding: Finding) =>
      kind === 'new' ? finding.requirement === requirement : finding.signature === signature;
  const all = [...findings, ...undecidable];
  return { changes: changes.filter((change) => all.some(isOf(change))), report };
}

/** Checks whether requests for other requirements may have caused a finding. */
function needsWholeRun(finding: Finding, { checks }: Catalogue): boolean {
  const { requirement } = finding;
  // Testing a requirement that needs the proof already sends all the requests of the proof.
  if (needsProof(finding)) return false;
  const { showsStored, invalidBodies } = traitsOf(requirement);
  const bodiesDecide = invalidBodies === true && showsStored !== true;
  const isConclusion = checks.some((one) => one.requirement === requirement && one.kind === 'conclusion');
  return isIntermittent(finding) || (isConclusion && !bodiesDecide);
}

/** Checks whether the reported run also got a correct response at the same place, or to the same GET with the key. */
function isIntermittent({ places, alsoCorrect = [], exchange }: Finding): boolean {
  if (places.some(({ place }) => alsoCorrect.some((one) => one.place === place))) return true;
  const { method, again } = exchange?.request ?? {};
  if (method !== 'GET' || again?.credential !== 'bearer') return false;
  return alsoCorrect.some(({ place }) => place.startsWith(`${method} ${again.path} `));
}
