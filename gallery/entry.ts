import type { Defect, Need, Variant } from '../reference-server/changes/change.ts';
import { defects } from '../reference-server/defects/index.ts';
import { variants } from '../reference-server/variants/index.ts';
import type { Settings } from '../src/config/settings.ts';

/** A server of the gallery: one with a defect, or a legal variant. */
export type Entry =
  | { readonly kind: 'defect'; readonly server: Defect }
  | { readonly kind: 'variant'; readonly server: Variant };

/** Defects that only a run with an interface description detects. */
export const descriptionDefects: readonly Defect[] = defects.filter((defect) => needs(defect, 'description'));

/** Every server of the gallery: the defects, then the variants. */
export const entries: readonly Entry[] = [
  ...defects
    .filter((defect) => !descriptionDefects.includes(defect))
    .map((server): Entry => ({ kind: 'defect', server })),
  ...variants.map((server): Entry => ({ kind: 'variant', server })),
];

/** Returns the settings that a run needs to detect the defect of the entry. */
export function settingsFor(entry: Entry): Partial<Settings> {
  if (entry.kind === 'variant') return {};
  return {
    ...(needs(entry.server, 'plan') ? { plan: 'free' as const } : {}),
    ...(needs(entry.server, 'thorough') ? { profile: 'thorough' as const } : {}),
  };
}

function needs(defect: Defect, need: Need): boolean {
  return defect.needs?.includes(need) === true;
}
