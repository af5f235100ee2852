/** The library: docs/library.md shows how it is used. */

export { UsageError } from './config/messages.ts';
export type { RunOptions } from './library/options.ts';
export {
  ReportsNotWritten,
  renderReport,
  type TerminalPage,
  type WriteOptions,
  writeReports,
} from './library/reports.ts';
export { type Running, run } from './library/run.ts';
export type { Clock } from './model/clock.ts';
export type { Ahead, RunEvent } from './model/events.ts';
export type {
  Configuration,
  EarlierLeftovers,
  Finding,
  Observation,
  PayloadEvidence,
  Plan as RequestPlan,
  RecordedExchange,
  Report,
  RequirementResult,
  Residue,
  TimelineRow,
  Wait,
} from './model/report.ts';
export type { Profile } from './model/settings.ts';
export type { Outcome, Verdict } from './model/verdict.ts';
export type { UsedWaiver, Waiver, WaiverState } from './model/waiver.ts';
export type { Reporter } from './report/reporter.ts';
export type { ReporterName } from './report/reporters.ts';
export type { Plan } from './spec/plans.ts';
export type { Level } from './spec/requirement.ts';
