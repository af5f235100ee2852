type Optional<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? Key : never }[keyof Fields];

/** The fields that are not undefined: for objects whose fields may be left out, but not be undefined. */
export function definedOnly<Fields extends object>(
  fields: Fields,
): Omit<Fields, Optional<Fields>> & { [Key in Optional<Fields>]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
