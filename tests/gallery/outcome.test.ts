import { describe, expect, it } from 'vitest';
import { entries } from '../../gallery/entry.ts';
import { type Outcome, outcomeOf } from '../../gallery/outcome.ts';
import { isGood, matrixComplaints, matrixOf, summaryOf } from '../../gallery/summary.ts';
import { runTrial } from '../../gallery/trial.ts';
import { catalog } from '../../src/spec/catalog.ts';

function entryOf(id: string) {
  const entry = entries.find(({ server }) => server.id === id);
  if (entry === undefined) throw new Error(`The gallery has no ${id}.`);
  return entry;
}

/** Makes outcomes of defects that were reported under these requirements. */
const finding = (...found: readonly (readonly string[])[]): Outcome[] =>
  found.map((rows, index) => ({
    entry: entries[index] ?? entryOf('base-v2'),
    found: rows,
    whileLimited: 0,
    complaints: [],
  }));

describe('an outcome', () => {
  const trial = runTrial();

  it('is a complaint if the server conforms and a defect was expected', async () => {
    const { complaints } = outcomeOf(entryOf('list-wrapped'), await trial, 0);
    expect(complaints).toEqual([
      { expected: 'list.ok', saw: expect.stringMatching(/^nothing\. All selected requirements passed\./) },
    ]);
  });

  it('is a complaint if a variant does not get the warning that it names', async () => {
    const { complaints } = outcomeOf(entryOf('date-absent'), await trial, 0);
    expect(complaints).toEqual([
      { expected: 'warnings only for http.date', saw: expect.stringMatching(/^nothing/) },
    ]);
  });

  it('is a complaint if a request was sent while rate-limited, or the changed server failed', async () => {
    const { report, counted } = await trial;
    expect(outcomeOf(entryOf('token-bucket'), { report, counted }, 0).complaints).toEqual([]);
    expect(outcomeOf(entryOf('token-bucket'), { report, counted }, 2).complaints).toMatchObject([
      { saw: '2 requests, sent one at a time' },
    ]);
    const failed = { report, counted: { ...counted, faults: 1 } };
    expect(outcomeOf(entryOf('token-bucket'), failed, 0).complaints).toHaveLength(1);
  });
});

describe('the kill matrix', () => {
  it('lists each requirement that can fail or warn in a run', () => {
    const rows = matrixOf([]).flatMap((section) => section.rows.map(({ id }) => id));
    const judged = catalog.filter(({ level }) => level === 'required' || level === 'advisory');
    expect(rows).toEqual(judged.filter(({ asked }) => asked !== 'description').map(({ id }) => id));
  });

  it('complains about requirements that fewer than two defects violate', () => {
    const complaints = matrixComplaints(matrixOf(finding(['list.ok'])));
    expect(complaints).toContain('list.ok needs 2 defects that violate it, and has 1');
    expect(complaints).toContain('list.complete needs 2 defects that violate it, and has 0');
  });

  it('complains about a requirement that only ever fails together with another', () => {
    const shadowed = finding(['list.ok', 'list.category'], ['list.ok', 'list.category'], ['list.ok']);
    const complaints = matrixComplaints(matrixOf(shadowed)).filter((text) => /fails together/.test(text));
    expect(complaints).toEqual(['list.category only ever fails together with list.ok']);
  });

  it('counts for the verdict of the whole gallery, not of a part', () => {
    const found = finding(['list.ok']);
    expect(isGood(summaryOf(found, false))).toBe(true);
    expect(isGood(summaryOf(found, true))).toBe(false);
  });
});
