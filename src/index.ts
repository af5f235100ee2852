/** The library (see docs/reference/library.md). */

export { UsageError } from './config/messages.ts';
export type { Profile } from './config/option.ts';
export type { Clock } from './exchange/clock.ts';
export type { RunOptions } from './library/options.ts';
export {
  ReportsNotWritten,
  renderReport,
  type TerminalPage,
  type WriteOptions,
  writeReports,
} from './library/reports.ts';
export { type Running, run } from './library/run.ts';
export type { Ahead, RunEvent } from './report/model/events.ts';
export type {
  AcceptedFailure,
  AcceptedFile,
  AcceptedState,
  Configuration,
  EarlierLeftovers,
  Finding,
  Leftover,
  Observation,
  PayloadEvidence,
  RecordedExchange,
  Report,
  RequestPlan,
  RequirementResult,
  RunOutcome,
  Scope,
  TimelineRow,
  Verdict,
  Wait,
} from './report/model/report.ts';
export type { Reporter, ReporterName } from './report/reporter.ts';
export type { Plan } from './spec/operations.ts';
export type { Evidence, Level, RowWords } from './spec/requirement.ts';
