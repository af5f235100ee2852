/** The files of the extended tier. All other tests are in the quick one. */
export const extendedFiles = 'tests/**/extended/**/*.test.ts';
