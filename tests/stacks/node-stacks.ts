import type { Expectations } from './expectations.ts';
import { expected as expressExpected } from './express/expected.ts';
import { startExpress } from './express/first.ts';
import { expected as fastifyExpected } from './fastify/expected.ts';
import { startFastify } from './fastify/first.ts';
import { startFastifyFixed } from './fastify/fixed.ts';
import { expected as honoExpected } from './hono/expected.ts';
import { startHono } from './hono/first.ts';
import { expected as koaExpected } from './koa/expected.ts';
import { startKoa } from './koa/first.ts';
import { expected as nestExpected } from './nest/expected.ts';
import { startNest } from './nest/first.ts';
import type { StartStack } from './stack.ts';

/** A JavaScript stack, which runs in the same process as the test. */
export interface NodeStack {
  /** The id of the stack in the gallery. */
  readonly name: string;
  readonly expected: Expectations;
  readonly start: StartStack;
  /** The packages whose versions are shown. */
  readonly packages: readonly string[];
}

export const nodeStacks: readonly NodeStack[] = [
  {
    name: 'express',
    expected: expressExpected,
    start: startExpress,
    packages: ['express', 'express-rate-limit'],
  },
  {
    name: 'fastify',
    expected: fastifyExpected,
    start: startFastify,
    packages: ['fastify', '@fastify/rate-limit'],
  },
  { name: 'koa', expected: koaExpected, start: startKoa, packages: ['koa', 'koa-ratelimit'] },
  { name: 'nest', expected: nestExpected, start: startNest, packages: ['@nestjs/core', '@nestjs/throttler'] },
  { name: 'hono', expected: honoExpected, start: startHono, packages: ['hono', 'hono-rate-limiter'] },
];

/** The Fastify stack, fixed by following the kit's report. */
export const fixedFastify: NodeStack = {
  name: 'fastify-fixed',
  expected: { title: 'Fastify 5 with @fastify/rate-limit, fixed', fails: {}, warns: {}, differences: [] },
  start: startFastifyFixed,
  packages: ['fastify', '@fastify/rate-limit'],
};
