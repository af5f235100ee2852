type Optional<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? Key : never }[keyof Fields];

/** Leaves out the fields that are undefined, for types whose fields may be missing but not undefined. */
export function definedOnly<Fields extends object>(
  fields: Fields,
): Omit<Fields, Optional<Fields>> & { [Key in Optional<Fields>]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
