import { describe, expect, it } from 'vitest';
import { get } from '../../../src/checks/requests.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import type { StopKind } from '../../../src/exchange/stopped.ts';
import { petById } from '../../../src/spec/operations.ts';
import { entryOf, knowledgeOf, type Step, toPost } from '../../support/knowledge.ts';
import { freshReadings } from '../../support/readings.ts';
import { cutOff, responded } from '../../support/responses.ts';

const { outcome: cut } = cutOff(0);
const toPet = { request: get(petById) };
const silent: Step = { outcome: cut };
const refused: Step = { entry: toPost, status: 503 };

describe('doubt whether the target is alive', () => {
  it.each<readonly [what: string, steps: readonly Step[], doubtful: boolean]>([
    ['does not follow one fault', [{}, silent], false],
    ['follows two requests without a response', [silent, silent], true],
    ['follows two refusals if a list was served', [{}, refused, refused], true],
    ['does not follow one refusal', [{}, refused], false],
    ['does not follow refusals if no list was served', [refused, refused], false],
    ['does not follow refusals if only another GET was served', [{ entry: toPet }, refused, refused], false],
    ['does not follow refusals if the list was redirected', [{ status: 300 }, refused, refused], false],
    ['does not follow refusals if the newest list failed', [{}, silent, refused, refused], false],
    [
      'is not dispelled by another operation that fails',
      [{}, { entry: toPet, status: 404 }, refused, refused],
      true,
    ],
    ['is dispelled by a response', [{}, refused, { entry: toPet }, refused], false],
    [
      'does not follow refusals beyond the limit',
      [{}, ...[1, 2].map(() => ({ ...refused, overLimit: true }))],
      false,
    ],
  ])('%s', (_what, steps, doubtful) => {
    const { knowledge, send } = knowledgeOf();
    send(...steps);
    expect(knowledge.state().doubtful).toBe(doubtful);
  });
});

describe('the run', () => {
  it('goes on after usual responses', () => {
    const { send } = knowledgeOf();
    expect(send({}, { entry: toPost, status: 201 }, { status: 429 }, {})).toBeUndefined();
  });

  it('ends when the target stopped responding', () => {
    const { send } = knowledgeOf();
    expect(send(silent, silent, silent)).toBeUndefined();
    expect(send(silent)).toMatchObject({ kind: 'target gone', message: 'the target stopped responding' });
  });

  it('ends when a key that was accepted is refused after a 429', () => {
    const { send } = knowledgeOf();
    expect(send({}, { status: 429 }, { status: 401 })).toMatchObject({
      kind: 'possible ban',
      message:
        'the key was accepted before a 429 and is now refused, which may be a ban. Do not use the key until the operators ' +
        'of the server release it. Then use --no-exhaust or --profile gentle to stay below the limit',
    });
  });
});

describe('a list before the next POST', () => {
  /** A step after which a list is needed, or is not. */
  interface Needing extends Step {
    readonly needs: boolean;
  }
  const needs = true;
  const posted = (status: number, also: NonNullable<Step['entry']> = {}): Needing => ({
    entry: { ...toPost, ...also },
    status,
    needs,
  });

  it.each<readonly [what: string, steps: readonly Needing[], due: boolean]>([
    ['is not due at first', [], false],
    ['is not due if none is needed', [{ ...posted(201), needs: false }], false],
    ['is due after a POST', [posted(201)], true],
    ['is no longer due once none is needed', [posted(201), { needs: false }], false],
  ])('%s', (_what, steps, due) => {
    let isNeeded = false;
    const readings = freshReadings();
    const listHealth = { ...readings.listHealth, needsList: () => isNeeded };
    const { knowledge, send } = knowledgeOf({}, { readings: { ...readings, listHealth } });
    for (const step of steps) {
      isNeeded = step.needs;
      send(step);
    }
    expect(knowledge.state().listDue).toBe(due);
  });
});

describe('a POST', () => {
  const shownBy = responded({ at: 0 }) satisfies Exchange;
  const cap = { status: 409, created: 3, shownBy, isDoubtful: false };

  it.each<
    readonly [
      what: string,
      found: { readonly broken?: string; readonly cap?: typeof cap },
      entry: NonNullable<Step['entry']>,
      kind: StopKind | undefined,
    ]
  >([
    ['that creates is sent', {}, { ...toPost, creates: true }, undefined],
    ['is not sent if the list is broken', { broken: 'it is broken' }, toPost, 'list broken'],
    ['that creates is not sent beyond the cap', { cap }, { ...toPost, creates: true }, 'no more categories'],
    ['that does not create is sent beyond the cap', { cap }, toPost, undefined],
    [
      'is the only request that waits for the list',
      { broken: 'it is broken', cap },
      { creates: true },
      undefined,
    ],
  ])('%s', (_what, found, entry, kind) => {
    const readings = freshReadings();
    const listHealth = { ...readings.listHealth, whyNoPost: () => found.broken };
    const creationCap = { ...readings.creationCap, reached: () => found.cap };
    const { knowledge } = knowledgeOf({}, { readings: { ...readings, listHealth, creationCap } });
    const messages = {
      'list broken': 'it is broken',
      'no more categories': 'the target refuses any further category (see create.created)',
    };
    const stopped = knowledge.whyNot(entryOf(entry));
    expect(stopped?.kind).toBe(kind);
    if (kind !== undefined) expect(messages).toHaveProperty([kind], stopped?.message);
  });

  it('is not sent if its operation is limited, even if creations are left', () => {
    const { knowledge, send } = knowledgeOf();
    const limited: Step = { entry: toPost, status: 429, quota: [60, 50, 3600] };
    send(limited, {}, limited);
    expect(knowledge.whyNot(entryOf({ ...toPost, creates: true }))).toMatchObject({
      kind: 'operation limited',
    });
  });
});
