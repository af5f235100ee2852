import { withDefaults } from '../../reference-server/options.ts';
import { referenceParts } from '../../reference-server/reference-parts.ts';
import { classify } from '../../src/payloads/classify.ts';
import { type Draft, markPlace, render } from '../../src/payloads/fault-class.ts';
import type { WeakValidator } from './weak-validators/index.ts';

const settings = withDefaults({ keys: [{ key: 'key', plan: 'free' }] });

/** Returns the response of a weak validator to a draft. */
export function responseTo(validator: WeakValidator, draft: Draft): ReturnType<WeakValidator['accepts']> {
  return validator.accepts(render(draft, markPlace));
}

/** Returns the requirements that a weak validator violates for a draft, as the kit judges its response. */
export function violatedRequirements(validator: WeakValidator, draft: Draft): readonly string[] {
  const bytes = render(draft, markPlace);
  const violated = violatedRequirement(bytes, validator.accepts(bytes));
  return [
    ...(violated === undefined ? [] : [violated]),
    ...(storesWhatItRefuses(validator, bytes) ? ['invalid.nothing-stored'] : []),
  ];
}

/** Mirrors `violatedRequirement` of the suite, which judges an exchange. */
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

/** Checks whether a category is stored although its body is refused. */
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
