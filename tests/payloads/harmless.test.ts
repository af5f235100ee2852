import { describe, expect, it } from 'vitest';
import type { Change } from '../../reference-server/index.ts';
import { type Draft, markPlace, renderDraft } from '../../src/payloads/fault-class.ts';
import { generatePayloads, isOfClass, loadClasses, shrink } from '../../src/payloads/generate.ts';
import { poisonBodies } from '../../src/payloads/unstated.ts';
import { runInMemory } from '../support/in-memory.ts';
import { extendedTier, inTiers } from '../support/tiers.ts';
import { weakValidators } from './weak-validators/index.ts';

const { fc, classes } = await loadClasses();

/**
 * An unknown member as the kit sends it, possibly with its value cut short. A server with typed fields does not store
 * it.
 */
const unknownMember =
  /[{,]\s*"(?:x|color|note|tag|comment)"\s*:\s*(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",{}[\]]+)/gs;

/** Writes escaped ASCII letters as they are. */
function unescaped(text: string): string {
  return text.replace(/\\u(00[2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Describes what a faulty server could store and then fail on permanently. Returns undefined if there is nothing. */
function harmIn(bytes: Uint8Array): string | undefined {
  const plain = unescaped(Buffer.from(bytes).toString('latin1'));
  const text = plain.replaceAll(unknownMember, '');
  if (bytes.length > 2_000) return 'too long';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return 'bytes that are not UTF-8';
  }
  const decoded = Buffer.from(text, 'latin1').toString();
  const isControl = (letter: string) => (letter < ' ' && !'\t\n\r'.includes(letter)) || letter === '\u007f';
  if ([...decoded].some(isControl)) return 'a raw control character in a string';
  if (/\\u(00[01]|007f|d[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..\\u)d[c-f])/i.test(decoded))
    return 'an escaped control character or a lone surrogate';
  if (!decoded.isWellFormed()) return 'a lone surrogate';
  if (/\bNaN\b|\bInfinity\b/.test(decoded)) return 'not a number';
  const numbers = decoded.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? [];
  if (numbers.some((number) => !Number.isFinite(Number(number)))) return 'beyond a double';
  if (/\[{100}/.test(decoded)) return 'deep nesting';
  if (/__proto__|constructor|prototype|toString|valueOf/.test(plain)) return 'a key that breaks objects';
  return undefined;
}

const harmful = (drafts: readonly Draft[]) =>
  drafts.flatMap((draft) => {
    const harm = harmIn(renderDraft(draft, markPlace));
    return harm === undefined ? [] : [`${draft.text}: ${harm}`];
  });

describe('dangerous bodies', () => {
  it('are all detected by this test', () => {
    expect(
      poisonBodies.filter(({ body }) => harmIn(body(markPlace)) === undefined).map(({ name }) => name),
    ).toEqual([]);
  });

  it('are dropped if fast-check generates them', () => {
    const drafts = classes.flatMap((one) =>
      fc.sample(fc.oneof(...one.families), { seed: 5, numRuns: 1_000 }).map((draft) => ({ one, draft })),
    );
    const found = drafts.filter(({ draft }) => harmful([draft]).length > 0);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ one, draft }) => isOfClass(one, draft)).map(({ draft }) => draft.text)).toEqual(
      [],
    );
  });

  for (const { rows, options } of inTiers(
    Array.from({ length: 16 }, (_, index) => index * 7_919 - 5),
    8,
  ))
    it(`do not occur among ${rows.length * 2_500} bodies`, options, () => {
      for (const seed of rows) {
        const generated = generatePayloads(fc, classes, seed, 2_500).map(({ draft }) => draft);
        expect(generated).toHaveLength(2_500);
        expect(harmful(generated)).toEqual([]);
      }
    });

  it('are never tried during shrinking, which keeps the mark', extendedTier, async () => {
    for (const failing of generatePayloads(fc, classes, 3, 300)) {
      const tried: Draft[] = [];
      await shrink(fc, failing, 20, (draft) => {
        tried.push(draft);
        return Promise.resolve(tried.length % 3 === 0);
      });
      expect(harmful(tried)).toEqual([]);
      if (failing.draft.text.includes(markPlace))
        expect(tried.filter(({ text }) => !text.includes(markPlace))).toEqual([]);
    }
  });

  const numbered = [...weakValidators.entries()].filter(([seed]) => seed % 4 === 0);
  for (const { rows, options } of inTiers(numbered, 7))
    it.each(['gentle', 'standard'] as const)(
      'are never sent in a %s run, even if the server accepts everything',
      options,
      async (profile) => {
        for (const [seed, { change: weak }] of rows) {
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
          await runInMemory({ change }, { profile, seed });
          const textOf = (body: Uint8Array) => Buffer.from(body).toString('latin1');
          expect(bodies.filter((body) => harmIn(body) !== undefined).map(textOf)).toEqual([]);
        }
      },
    );
});
