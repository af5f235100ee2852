/** The tests that run the kit against the servers of a family, in real or virtual time. */
export const families = {
  defects: ['tests/gallery/defects.test.ts'],
  variants: ['tests/gallery/variants.test.ts'],
  limiters: [
    'tests/gallery/limiters.test.ts',
    'tests/limiters/*.test.ts',
    'tests/limiters/extended/*.test.ts',
  ],
  phenomena: ['tests/gallery/phenomena.test.ts'],
  hostile: ['tests/gallery/hostile.test.ts'],
  stacks: ['tests/gallery/stacks.test.ts'],
  strangers: ['tests/gallery/strangers.test.ts'],
} as const;

export type Family = keyof typeof families;
