export type { Clock } from './model/clock.ts';
export type { Listener, RunEvent } from './model/events.ts';
export type { Finding, Report, RequirementResult } from './model/report.ts';
export type { Profile, Settings } from './model/settings.ts';
export { run } from './run/run.ts';
export type { RunContext } from './run/session.ts';
