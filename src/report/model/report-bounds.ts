/**
 * What a report.json may hold to be read again, and so what one is written with: a target must not be able to make
 * one that no command of the kit reads.
 */
export const reportBounds = {
  bytes: 16 * 1024 * 1024,
  /** What its values may cost, as `weighJson` counts. */
  values: 2_000_000,
  findings: 1_000,
  /** Elements of any other list. */
  listed: 10_000,
  /** Characters of a text: redaction reads a million of it and cuts off the rest. */
  text: 1_100_000,
} as const;
