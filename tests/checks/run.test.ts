import { describe, expect, it } from 'vitest';
import { editReplies } from '../../reference-server/changes/edits.ts';
import {
  check,
  conclusion,
  createCategory,
  dependent,
  everyResponse,
  expectStatus,
  fieldLines,
  get,
  isCreation,
  isList,
  isObject,
  jsonOf,
  listCategories,
  notTested,
  post,
  probe,
  statusOf,
  unmet,
} from '../../src/check.ts';
import type { Report } from '../../src/report/model/report.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { checksOf, requirement, runWith } from './run-with.ts';

const everyOne = { only: '*' } as const;
const etag = everyResponse('guide.etag', 'a list has an ETag', isList, (exchange) => {
  if (fieldLines(exchange, 'etag').length === 0) unmet('an ETag', 'none', 'there is no ETag');
});
const brokenList = editReplies('listCategories', (reply) => ({ ...reply, status: 500 }));
const withEtag = editReplies('listCategories', (reply) => ({
  ...reply,
  headers: [...reply.headers, ['ETag', '"1"']],
}));

function resultOf(report: Report, id = 'guide.etag') {
  return report.requirements.find((one) => one.id === id);
}

describe('custom checks', () => {
  it('run with the requirements of the specification, in their own section', async () => {
    const { report } = await runWith(checksOf(etag), { settings: everyOne });
    expect(report.verdict).toMatchObject({ outcome: 'does not conform', exitStatus: 1 });
    expect(report.verdict.sentence).toBe('1 from custom checks (Our API guide) is violated.');
    expect(resultOf(report)).toMatchObject({
      verdict: 'fail',
      section: 'Our API guide',
      source: 'Our API guide',
    });
    expect(report.findings).toMatchObject([
      { requirement: 'guide.etag', section: 'Our API guide', signature: 'guide.etag: there is no ETag' },
    ]);
    expect(resultOf(report, 'list.ok')).not.toHaveProperty('section');
    expect(report.requirements.length).toBe(catalog.length + 1);
  });

  it('pass, and the verdict says so', async () => {
    const { report } = await runWith(checksOf(etag), { server: { change: withEtag }, settings: everyOne });
    expect(resultOf(report)?.verdict).toBe('pass');
    expect(report.verdict.exitStatus).toBe(0);
  });

  it('are counted separately from violations of the specification', async () => {
    const change = editReplies('listCategories', (reply) => ({ ...reply, status: 206 }));
    const own = {
      ...checksOf(),
      checks: [
        everyResponse(
          'guide.etag',
          'a rule',
          () => true,
          () => unmet('a', 'b', 'c'),
        ),
      ],
    };
    const { report } = await runWith(own, { server: { change }, settings: everyOne });
    expect(report.verdict.sentence).toMatch(
      /^\d+ requirements? of the specification and 1 from custom checks \(Our API guide\) are violated\./,
    );
  });

  it('follow their level: an advisory check warns, an observed check adds an observation', async () => {
    const requirements = [requirement('guide.advice', 'advisory'), requirement('guide.seen', 'observed')];
    const checks = [
      everyResponse('guide.advice', 'a rule', isList, () => unmet('this', 'that', 'the other')),
      conclusion('guide.seen', 'how many lists there are', ({ exchanges }) => {
        const lists = exchanges.filter(isList).length;
        return { tested: lists, seen: `${lists} list` };
      }),
    ];
    const { report } = await runWith({ title: 'House rules', requirements, checks });
    expect(resultOf(report, 'guide.advice')?.verdict).toBe('warn');
    expect(resultOf(report, 'guide.seen')).toMatchObject({ verdict: 'observed', note: '1 list' });
    expect(report.verdict.exitStatus).toBe(0);
  });

  it('report findings only for their own requirement, even if a violation names another requirement', async () => {
    const found = { expected: 'a', received: 'b', cause: 'c', requirement: 'list.ok' };
    const rule = conclusion('guide.etag', 'a conclusion', () => ({ occurrences: [found] }));
    const { report } = await runWith(checksOf(rule), { settings: { only: 'guide.*,list.ok' } });
    expect(resultOf(report)).toMatchObject({ verdict: 'fail', tested: 1 });
    expect(resultOf(report, 'list.ok')?.verdict).toBe('pass');
  });

  it('share the response to a probe, which the kit sends once', async () => {
    const health = probe('guide.etag', 'GET /health', {}, () => get('/health'));
    const checking = (title: string) =>
      check('guide.etag', title, { withKey: 0, uses: [health] }, async (tools) => {
        expectStatus(await tools.probe(health), 404);
      });
    const { report, counted } = await runWith(checksOf(health, checking('one'), checking('another')));
    expect(resultOf(report)?.verdict).toBe('pass');
    expect(counted.requests).toBe(2);
  });

  it('search the list by name for the categories that they created', async () => {
    const creates = check(
      'guide.etag',
      'a creation shows',
      { withKey: 2, creates: 1 },
      async ({ send, name }) => {
        const mine = name();
        expectStatus(await send(() => post({ name: mine })), 201);
        const list = jsonOf(await send(() => get(listCategories)));
        const names = Array.isArray(list) ? list.filter(isObject).map((one) => one['name']) : [];
        if (!names.includes(mine)) unmet('the creation', 'nothing', 'the creation is not listed');
      },
    );
    const marks: (string | undefined)[] = [];
    const looks = everyResponse(
      'guide.etag',
      'marks',
      isCreation,
      ({ request }) => void marks.push(request.mark),
    );
    const { report } = await runWith(checksOf(creates, looks));
    expect(resultOf(report)?.verdict).toBe('pass');
    expect(report.leftovers).toHaveLength(1);
    expect(report.leftovers[0]?.name).toMatch(new RegExp(`^${report.runMark}`));
    expect(marks).toEqual([report.leftovers[0]?.name]);
  });

  it('end without a judgment after they call notTested', async () => {
    const { report } = await runWith(
      checksOf(
        check('guide.etag', 'a check', { withKey: 0 }, async () => notTested('there is nothing here')),
      ),
    );
    expect(resultOf(report)).toMatchObject({
      verdict: 'not tested',
      reason: { class: 'undecided', text: 'there is nothing here' },
    });
  });

  it('name the violated requirement that they depend on', async () => {
    const one = check('guide.etag', 'a check', { withKey: 0 }, async () => notTested(dependent));
    const { report } = await runWith(
      { ...checksOf(one), requirements: [{ ...requirement('guide.etag'), dependsOn: ['list.ok'] }] },
      { settings: everyOne, server: { change: brokenList } },
    );
    expect(resultOf(report)?.reason?.text).toBe('depends on list.ok, which failed; fix that first');
  });

  it('send the requests of their testedBy checks with --only', async () => {
    const rule = everyResponse('guide.etag', 'a creation gets a response', isCreation, () => {});
    const fed = { ...requirement('guide.etag'), testedBy: ['create.created'] };
    const alone = await runWith(checksOf(rule));
    expect(resultOf(alone.report)?.verdict).toBe('not tested');
    const withRequests = await runWith({ ...checksOf(rule), requirements: [fed] });
    expect(resultOf(withRequests.report)?.verdict).toBe('pass');
  });

  it('are counted in the plan, and are left out if the budget is too small', async () => {
    const one = check('guide.etag', 'two requests', { withKey: 2 }, async ({ send }) => {
      await send(() => get(listCategories));
      await send(() => get(listCategories));
    });
    const { report } = await runWith(checksOf(one), { settings: { maxRequests: 2 } });
    expect(resultOf(report)).toMatchObject({
      verdict: 'not selected',
      reason: { text: 'not within --max-requests 2' },
    });
    expect(report.requests.total).toBe(1);
    expect((await runWith(checksOf(one))).report.plan).toMatchObject({ withKey: 3 });
  });

  it('send nothing while rate-limited', async () => {
    const many = check('guide.etag', 'ten lists', { withKey: 10 }, async ({ send }) => {
      for (let sent = 0; sent < 10; sent++) expectStatus(await send(() => get(listCategories)), 200);
    });
    const { report, counted } = await runWith(checksOf(many), {
      server: { plans: { free: { minute: 4, day: 1_000 } } },
    });
    expect(resultOf(report)?.verdict).toBe('pass');
    expect(report.waits.length).toBeGreaterThan(0);
    expect(counted.whileLimited).toBe(0);
  });

  it('send no POST to a read-only target', async () => {
    const creates = check('guide.etag', 'a creation', { creates: 1 }, async ({ send, name }) => {
      await send(() => post({ name: name() }));
    });
    const undeclared = check('guide.etag', 'an invalid body', {}, async ({ send }) => {
      await send(() => post('{'));
    });
    const settings = { maxCreates: 0, readOnly: true, exhaust: false };
    const declared = await runWith(checksOf(creates), { settings });
    expect(resultOf(declared.report)).toMatchObject({
      verdict: 'not selected',
      reason: { text: 'the run only reads this target (--read-only)' },
    });
    const { report } = await runWith(checksOf(creates, undeclared), { settings });
    expect(report.requests.creates).toBe(0);
    expect(report.timeline.rows.filter(({ operation }) => operation === createCategory.id)).toEqual([]);
    expect(resultOf(report)?.verdict).toBe('not selected');
  });

  it('see every response', async () => {
    const seen: (number | undefined)[] = [];
    const rule = everyResponse(
      'guide.etag',
      'all',
      () => true,
      (exchange) => void seen.push(statusOf(exchange)),
    );
    const { report } = await runWith(checksOf(rule), { settings: everyOne });
    expect(seen).toHaveLength(report.requests.total);
  });
});
