/** The tests that ask the servers of a family, in real or virtual time. */
export const families = {
  defects: ['tests/gallery/defects.test.ts', 'tests/gallery/extended/defects.test.ts'],
  variants: ['tests/gallery/variants.test.ts', 'tests/gallery/extended/variants.test.ts'],
  limiters: [
    'tests/limiters/*.test.ts',
    'tests/limiters/extended/ban.test.ts',
    'tests/limiters/extended/hostile-times.test.ts',
    'tests/limiters/extended/matrix.test.ts',
    'tests/limiters/extended/scenarios.test.ts',
  ],
  phenomena: ['tests/phenomena/extended/*.test.ts'],
  hostile: ['tests/hostile/hostile.test.ts', 'tests/hostile/extended/hostile.test.ts'],
  strangers: ['tests/strangers/extended/*.test.ts'],
} as const;

export type Family = keyof typeof families;
