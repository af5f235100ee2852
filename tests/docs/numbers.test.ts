import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../reference-server/options.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { type KnownTarget, planFor, withBodies } from '../../src/engine/plan.ts';
import { catalogueOf, mostWithoutKey, select } from '../../src/engine/select.ts';
import { outcomes as endings } from '../../src/report/model/verdicts.ts';
import { requestsOf } from '../../src/report/plan-words.ts';
import { planQuotas } from '../../src/spec/operations.ts';
import { settingsFor } from '../support/run-against.ts';
import { codeWords, page, table } from './markdown.ts';
import { root } from './root.ts';

const minuteQuota = (limit: number) => ({ limit, remaining: limit - 1, secondsToReset: 60 });

/** Plans a standard run after a first response that shows this about the target. */
async function planWith(known: KnownTarget) {
  const settings = settingsFor('http://shop.test/v1');
  const selection = select(catalogueOf(), settings);
  const { checks } = await withBodies(selection, settings, known);
  return planFor({ ...selection, checks }, settings, known).plan;
}

const inWords = (count: number) => count.toLocaleString('en-US');

describe('docs/explanation/quota.md', () => {
  /**
   * tests/engine/cost.test.ts compares the same sums with the server's counts, and tests/engine/maxima.test.ts does the
   * same with the maxima.
   */
  it('states how many requests a run sends on each plan, and the maximum', async () => {
    const rows = Object.entries(planQuotas).map(async ([plan, { minute }]) => {
      const { totalWithKey = 0, atMost } = await planWith(minuteQuota(minute));
      const name = `${plan[0]?.toUpperCase()}${plan.slice(1)}`;
      return [name, ...[totalWithKey, mostWithoutKey, atMost].map(inWords)];
    });
    expect(table(page('docs/explanation/quota.md'), 'What a run costs')).toEqual(await Promise.all(rows));
  });

  it('states the maximum for a server without a limit, and the maximum number of categories', async () => {
    const { atMost, createsAtMost } = await planWith({ isUnlimited: true });
    const text = page('docs/explanation/quota.md').replaceAll(/\s+/g, ' ');
    expect(text).toContain(`A server that shows no limit gets at most ${atMost} requests.`);
    expect(text).toContain(`A standard run creates at most ${createsAtMost} categories`);
  });
});

describe('README.md', () => {
  it('states what a run on the Free plan costs', async () => {
    const plan = await planWith(minuteQuota(planQuotas.free.minute));
    const text = page('README.md');
    const gentle = defaultSettings('gentle').maxRequests;
    expect(text).toContain(
      `**Requests:** normally ${requestsOf(plan)}, at most ${plan.atMost} if the headers are correct; at most ${gentle} with \`--profile gentle\`.`,
    );
    expect(text).toContain(`**Leftovers:** about ${plan.creates} categories, at most ${plan.createsAtMost}.`);
  });
});

describe('docs/guides/validate.md', () => {
  it('states how many categories a run leaves behind', async () => {
    const { creates, createsAtMost } = await planWith(minuteQuota(planQuotas.free.minute));
    const text = page('docs/guides/validate.md').replaceAll(/\s+/g, ' ');
    expect(text).toContain(`a server that conforms usually has about ${creates} more categories.`);
    expect(text).toContain(`may have up to ${createsAtMost} more (\`--max-creates\`)`);
  });
});

describe('the tables of exit statuses', () => {
  const statuses = (outcomes: readonly (keyof typeof endings)[]) =>
    outcomes.map((outcome) => String(endings[outcome].exitStatus));
  const ended = ['conforms', 'does not conform', 'wrong command or configuration', 'no verdict'] as const;

  it.each([
    ['README.md', 'What a red build means', ended],
    ['docs/guides/ci.md', 'What the exit status means', [...ended, 'interrupted']],
  ] as const)('%s has each status', (path, heading, outcomes) => {
    expect(table(page(path), heading).map(([status]) => status)).toEqual(statuses(outcomes));
  });
});

describe('docs/reference/reference-server.md', () => {
  it('lists every parameter', () => {
    const settings = withDefaults({ keys: [] });
    const listed = table(page('docs/reference/reference-server.md'), 'From code').flatMap(([names = '']) =>
      codeWords(names),
    );
    expect(listed.sort()).toEqual([...Object.keys(settings), 'change'].sort());
  });
});

describe('CONTRIBUTING.md', () => {
  it('describes each script that neither npm nor another script calls', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const called = ['dependencies', 'prepack', 'lint', 'types', 'version'];
    const verbs = ['scripts/write.mjs', 'tests/prove.mjs'].flatMap((file) => {
      const { stderr } = spawnSync(process.execPath, [join(root, file)], { encoding: 'utf8' });
      return /is one of (.+)\./.exec(stderr)?.[1]?.split(', ') ?? [];
    });
    expect(verbs.length).toBeGreaterThan(10);
    const text = `${page('CONTRIBUTING.md')}${page('docs/maintain/release.md')}`;
    const missing = [
      ...Object.keys(scripts).filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(text)),
      ...verbs.filter((verb) => !text.includes(`\`${verb}\``)),
    ].filter((name) => !called.includes(name));
    expect(missing).toEqual([]);
  });
});
