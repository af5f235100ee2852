type Optional<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? Key : never }[keyof Fields];

/** Omits undefined fields, for types whose fields may be missing but not undefined. */
export function definedOnly<Fields extends object>(
  fields: Fields,
): Omit<Fields, Optional<Fields>> & { [Key in Optional<Fields>]?: Exclude<Fields[Key], undefined> } {
  const defined: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) defined[name] = value;
  return defined as never;
}
