import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { createRandom } from '../../src/engine/session.ts';
import { generatePayloads, loadClasses, shrink } from '../../src/payloads/draw.ts';
import { type Draft, markPlace, render } from '../../src/payloads/fault-class.ts';
import { poisonBodies } from '../../src/payloads/unstated.ts';
import { generatedSamples, textSamples } from '../../src/payloads/valid.ts';
import { runInMemory } from '../support/in-memory.ts';
import { weakValidators } from './weak-validators/index.ts';

const { fc, classes } = await loadClasses();
const seeds = Array.from({ length: 21 }, (_, index) => index * 7_919 - 5);

/** An unknown member that is named `x`, as the kit sends it: a typed service stores nothing of it. */
const unknownMember = /,"x":(?:"(?:[^"\\]|\\.)*"|[^",{}[\]]+)(?=[},])/g;

/**
 * What a faulty service could store and then choke on for good (reading 12), in words; undefined where there is
 * nothing of it. Bytes stand as one character each.
 */
function harmIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('latin1').replaceAll(unknownMember, '');
  if (bytes.length > 2_000) return 'it is long';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return 'bytes that are not UTF-8';
  }
  const decoded = Buffer.from(text, 'latin1').toString();
  const isControl = (letter: string) => (letter < ' ' && !'\t\n\r'.includes(letter)) || letter === '\u007f';
  if ([...decoded].some(isControl) || /"[^"\n]*[\n\t][^"{},:]*"[,}]/.test(decoded))
    return 'a raw control character in a text';
  if (/\\u(00[01]|007f|d[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..\\u)d[c-f])/i.test(decoded))
    return 'an escaped control character or a lone surrogate';
  if (!decoded.isWellFormed()) return 'a lone surrogate';
  if (/NaN|Infinity/.test(decoded)) return 'no number';
  const numbers = decoded.match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? [];
  if (numbers.some((number) => !Number.isFinite(Number(number)))) return 'beyond a double';
  if (/\[{100}|__proto__|toString|valueOf/.test(decoded)) return 'a depth or a key that objects choke on';
  return undefined;
}

const bytesOf = (draft: Draft) => render(draft, markPlace);
const harmful = (drafts: readonly Draft[]) =>
  drafts.flatMap((draft) => {
    const harm = harmIn(bytesOf(draft));
    return harm === undefined ? [] : [`${draft.text}: ${harm}`];
  });

describe('nothing that a faulty service could store and choke on', () => {
  it('is told from the rest: each dangerous body is seen to be one', () => {
    expect(
      poisonBodies.filter(({ body }) => harmIn(body(markPlace)) === undefined).map(({ name }) => name),
    ).toEqual([]);
  });

  it.each(classes.map((one) => [one.id, one] as const))(
    'is among what %s draws, or among its smallest',
    (_id, { arbitrary, smallest, first }) => {
      const generated = fc.sample(arbitrary, { seed: 3, numRuns: 3_000 });
      const all = [...generated, ...smallest, ...(first === undefined ? [] : [first])];
      expect(harmful([...new Map(all.map((draft) => [draft.text, draft])).values()])).toEqual([]);
    },
  );

  it('is among what is drawn for 21 seeds, nor among what shrinking tries on the way', async () => {
    for (const seed of seeds) {
      const generated = generatePayloads(fc, classes, seed, 120);
      expect(harmful(generated.map(({ draft }) => draft))).toEqual([]);
      for (const failing of generated.slice(seed % 7)) {
        const tried: Draft[] = [];
        await shrink(fc, failing, 20, (draft) => {
          tried.push(draft);
          return Promise.resolve(tried.length % 3 === 0);
        });
        expect(harmful(tried)).toEqual([]);
      }
    }
  });

  it('is ordinary text of any script', () => {
    const random = createRandom(5);
    for (const { what, category } of [...textSamples, ...generatedSamples]) {
      const text = JSON.stringify(category(markPlace, random));
      expect(harmIn(Buffer.from(text)), what).toBeUndefined();
    }
  });

  it.each(['gentle', 'standard'] as const)(
    'is sent in a %s run, whatever the service accepts, and shrinking keeps the mark',
    async (profile) => {
      for (const [seed, { change: weak }] of weakValidators.entries()) {
        if (seed % 4 > 0) continue;
        const bodies: Uint8Array[] = [];
        const change: Change = (parts, tools) => {
          const changed = { ...parts, ...weak(parts, tools) };
          return {
            readNewCategory: (body) => {
              bodies.push(body);
              return changed.readNewCategory(body);
            },
          };
        };
        const { report } = await runInMemory({ change }, { profile, seed });
        const told = (body: Uint8Array) => Buffer.from(body).toString('latin1');
        expect(bodies.filter((body) => harmIn(body) !== undefined).map(told)).toEqual([]);
        const unmarked = bodies
          .map(told)
          .filter((body) => !body.includes(report.runMark) && /[a-z]{3}/i.test(body));
        expect(
          unmarked.filter((body) => !/^\s*(?:null|true|false)\s*$|^\{"name":"\d{18}"/.test(body)),
        ).toEqual([]);
      }
    },
    20_000,
  );
});
