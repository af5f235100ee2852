export type { Answer, Delivery, HeaderLine, Reply } from './answer.ts';
export type { SeedCategory } from './categories.ts';
export type { Change, Defect, Need, Tools, Variant } from './change.ts';
export type { Ban } from './limits/limiter.ts';
export type { Clock, KeyOption, ReferenceServerOptions } from './options.ts';
export type { Parts, Visit } from './parts.ts';
export { type Limits, PLAN_NAMES, type PlanName, PUBLISHED_LIMITS } from './plans.ts';
export { type ReferenceServer, startReferenceServer } from './start.ts';
export type { Statistics } from './statistics.ts';
