import type { Defect } from '../../reference-server/changes/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { csv } from '../docs/csv.ts';
import type { Documents } from '../docs/written.ts';

/** Returns the lists of the gallery that docs/evidence.md links to. */
export function galleryLists(): Documents {
  return {
    'docs/data/gallery-defects.csv': csv(
      ['defect', 'violates', 'needs', 'what is wrong', 'how it happens'],
      defects.map((defect) => [
        defect.id,
        defect.requirements.join(' '),
        optionsFor(defect),
        defect.title,
        defect.story,
      ]),
    ),
    'docs/data/gallery-variants.csv': csv(
      ['variant', 'what is different', 'why it is legal', 'warnings'],
      variants.map(({ id, title, legal, warnings }) => [id, title, legal, warnings.join(' ')]),
    ),
  };
}

const options = { plan: '--plan free', thorough: '--profile thorough', description: '--description' };

function optionsFor({ needs = [] }: Defect): string {
  return needs.map((need) => options[need]).join(' ');
}
