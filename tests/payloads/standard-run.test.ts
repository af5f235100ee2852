import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { runInMemory } from '../support/in-memory.ts';

/** The bodies that the requirements name, as a standard run sends them, with an ellipsis for the mark. */
const named: readonly (readonly [requirement: string, body: string])[] = [
  ...['null', '0', 'false', '[]', '{}', 'true', '1', '-1.5', '9007199254740993', '["a"]', '{"a":1}'].map(
    (value) => ['name-type', `{"name":${value},"description":"…"}`] as const,
  ),
  ['name-type', `{"name":${'['.repeat(50)}${']'.repeat(50)},"description":"…"}`],
  ...['0', '1', 'true', 'false', '["a"]', '{"a":1}'].map(
    (value) => ['description-type', `{"description":${value},"name":"…"}`] as const,
  ),
  ...['null', '"…"', '1', 'true', 'false', '[]', '[{"name":"…"}]'].map(
    (value) => ['body-type', value] as const,
  ),
  ...['{}', '{"description":"…"}', '{"Name":"…"}', '{"category":{"name":"…"},"data":{"name":"…"}}'].map(
    (value) => ['name-missing', value] as const,
  ),
  ...['{"name":"…"', '{"name":"…', 'name=…'].map((value) => ['body-malformed', value] as const),
  ...['{"name":"…"}x', '{"name":"…",}', "{'name':'…'}", '{"name":"…"/**/}', '{name:"…"}'].map(
    (value) => ['body-lenient', value] as const,
  ),
  ['body-bytes', '{"name":"…","x":"\xe9"}'],
  ['body-empty', ''],
];

/** Runs the kit against the reference server; returns the report and the bodies sent. */
async function sentIn(seed: number) {
  const received: string[] = [];
  const change: Change = (parts) => ({
    readNewCategory: (body) => {
      received.push(Buffer.from(body).toString('latin1'));
      return parts.readNewCategory(body);
    },
  });
  const { report } = await runInMemory({ change }, { seed });
  const mark = new RegExp(`${report.runMark}[a-z]{4}`, 'g');
  return { report, bodies: received.map((body) => body.replaceAll(mark, '…')) };
}

const seeds = [0, 1, 2, 3, 4];
const runs = await Promise.all(seeds.map(sentIn));

describe.each(seeds)('a standard run with seed %i', (seed) => {
  it.each(named)('sends a body that invalid.%s names, once: %s', (_requirement, body) => {
    expect(runs[seed]?.bodies.filter((sent) => sent === body)).toHaveLength(1);
  });

  it('sends these and two more, in 62 requests with the key and 36 without', () => {
    expect(named).toHaveLength(39);
    expect(runs[seed]?.report.plan.invalidBodies).toBe(41);
    expect(runs[seed]?.report.requests).toMatchObject({ withKey: 62, withoutKey: 36 });
  });
});

it('the seed selects the two other bodies', () => {
  const isNamed = (body: string) => named.some(([, one]) => one === body);
  const isValid = (body: string) => /"(description|name)"\s*:\s*"\S/.test(body) && !body.includes('"x"');
  const others = runs.map(({ bodies }) => bodies.filter((body) => !isNamed(body) && !isValid(body)));
  expect(new Set(others.map((some) => some.join('\n'))).size).toBe(seeds.length);
});
