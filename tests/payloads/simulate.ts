import { withDefaults } from '../../reference-server/options.ts';
import { referenceParts } from '../../reference-server/reference-parts.ts';
import { classify } from '../../src/payloads/classify.ts';
import { type Draft, markPlace, render } from '../../src/payloads/fault-class.ts';
import type { WeakValidator } from './weak-validators/index.ts';

const settings = withDefaults({ keys: [{ key: 'key', plan: 'free' }] });

/** What a weak validator answers to a draft. */
export function responseTo(validator: WeakValidator, draft: Draft): ReturnType<WeakValidator['accepts']> {
  return validator.accepts(render(draft, markPlace));
}

/** The rows that a weak validator breaks where it is sent these bytes, judged as the kit judges the answer. */
export function violatedRequirements(validator: WeakValidator, draft: Draft): readonly string[] {
  const bytes = render(draft, markPlace);
  const row = violatedRequirement(bytes, validator.accepts(bytes));
  return [
    ...(row === undefined ? [] : [row]),
    ...(storesWhatItRefuses(validator, bytes) ? ['invalid.nothing-stored'] : []),
  ];
}

/** The same as `violatedRequirement` of the suite, which judges an exchange. */
function violatedRequirement(
  bytes: Uint8Array,
  response: ReturnType<WeakValidator['accepts']>,
): string | undefined {
  const meaning = classify(bytes);
  if (response === 'refused' || meaning.kind !== 'violates') return undefined;
  switch (meaning.requirement) {
    case 'invalid.body-lenient':
      return response === 'accepted' ? meaning.requirement : 'invalid.body-malformed';
    case 'invalid.body-bytes':
      return response === 'other' ? meaning.requirement : undefined;
    case 'invalid.body-empty':
      return bytes.length > 0 && response === 'other' ? 'invalid.body-malformed' : meaning.requirement;
    default:
      return meaning.requirement;
  }
}

/** Whether a marked category gets into the store though its body is refused: it shows in the next list. */
function storesWhatItRefuses({ requirements, change, accepts }: WeakValidator, bytes: Uint8Array): boolean {
  if (!requirements.includes('invalid.nothing-stored') || accepts(bytes) === 'accepted') return false;
  const parts = referenceParts(settings, []);
  const before = parts.store.list().length;
  change(parts, { settings, holders: [], now: () => 0 }).readNewCategory?.(bytes);
  return parts.store
    .list()
    .slice(before)
    .some(({ name }) => name.includes(markPlace));
}
