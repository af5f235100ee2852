import type fc from 'fast-check';
import type { BodySchema } from '../../json/body-schema.ts';
import { type ClassSpec, classesOf, kind, rarely, shortened } from '../class-family.ts';
import { arrays, type Families, numbers, objects, plainDescriptions, plainNames, words } from '../draws.ts';
import { type FastCheck, type FaultClass, type Group, markPlace } from '../fault-class.ts';
import { type Member, writeObject } from '../layout.ts';

/** The body of an operation, and the requirements under which its invalid bodies are reported. */
export interface Body {
  /** The schema of an object. */
  readonly schema: BodySchema;
  /** What the operation creates, in one word: "category". */
  readonly resource: string;
  /** Other words that clients confuse with the names of members. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Returns the requirement and the budget group for a fault of a member, or of the whole body. */
  readonly rowOf: (
    fault: 'missing' | 'type' | 'null' | 'body type' | 'empty' | 'malformed',
    member?: string,
  ) => Pick<FaultClass, 'requirement'> & { readonly group: Group };
}

/** A kind of JSON values that the schema of a member forbids. */
type ValueSpec = Omit<ClassSpec<string>, 'group'>;

const inText = (text: string): string => `"${text}"`;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const fieldsOf = ({ properties = {} }: BodySchema) => Object.entries(properties);
const isNeeded = ({ required = [] }: BodySchema, field: string): boolean => required.includes(field);

/** Generates, as JSON, plain values that every server must accept. Strings hold the mark. */
function plain(
  fc: FastCheck,
  { type, enum: known, examples, items, ...schema }: BodySchema,
  isName = false,
): fc.Arbitrary<string> {
  const fixed = known ?? examples;
  if (fixed !== undefined) return fc.constantFrom(...fixed.map((one) => JSON.stringify(one)));
  switch (type) {
    case 'string':
      return (isName ? plainNames(fc) : plainDescriptions(fc)).map(inText);
    case 'integer':
      return fc.integer({ min: 1, max: 999 }).map(String);
    case 'number':
      return fc.nat(99).map((whole) => `${whole}.5`);
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'array':
      return fc.array(plain(fc, items ?? { type: 'string' }), { maxLength: 3 }).map((some) => `[${some}]`);
    case 'object':
      return validMembers(fc, { type, ...schema }).map((members) => writeObject(members));
  }
}

/**
 * Generates the members of a valid object, without one of them. Shrinking keeps an optional member, because it may hold the
 * only mark.
 */
export function validMembers(
  fc: FastCheck,
  schema: BodySchema,
  without?: string,
): fc.Arbitrary<readonly Member[]> {
  const isThere = fc.noShrink(fc.integer({ min: 1, max: 4 }).map((one) => one > 1));
  const members = fieldsOf(schema)
    .filter(([key]) => key !== without)
    .map(([key, field]) => {
      const needed = isNeeded(schema, key);
      const written = plain(fc, field, needed).map((value): Member => [key, value]);
      if (needed) return written.map((one): readonly Member[] => [one]);
      return fc.tuple(isThere, written).map(([there, one]): readonly Member[] => (there ? [one] : []));
    });
  return fc.tuple(...members).map((some) => some.flat());
}

/**
 * Returns the values that schemas forbid, by their type. Falsy and truthy values are separate, because weak validators treat
 * them differently.
 */
function valuesByType(fc: FastCheck, isName: boolean) {
  const { zero, number, integer, fraction, large } = numbers(fc);
  const { ofSeveral, ofSeveralTexts, nested } = arrays(fc);
  const numbersOfName = [
    kind('integer', 'an integer', integer),
    kind('fraction', 'a fraction', fraction),
    kind('large-number', 'an integer beyond 2^53', large),
  ];
  const arraysOfName = [
    kind('array-of-text', 'an array of several strings', ofSeveralTexts),
    kind('array', 'an array nested at least 50 levels deep', nested),
  ];
  return {
    number: [
      kind('zero', 'zero', [zero]),
      ...(isName ? numbersOfName : [kind('number', 'a number other than zero', number)]),
    ],
    boolean: ['true', 'false'].map((one) => kind(one, one, [fc.constant(one)])),
    array: [
      kind('empty-array', 'an empty array', [fc.constant('[]')]),
      ...(isName ? arraysOfName : [kind('array', 'an array with several elements', ofSeveral)]),
    ],
    object: [
      kind('empty-object', 'an empty object', [fc.constant('{}')]),
      kind('object', 'an object with fields', objects(fc)),
    ],
    string: [emptyText(fc), kind('text', 'a string', [words(fc, 1, 8).map(inText)])],
    null: [kind('null', 'null', [fc.constant('null')])],
  };
}

const emptyText = (fc: FastCheck) => kind('empty-text', 'an empty string', [fc.constant('""')]);

/** Lists the kinds of values that a member must not have. The list is most detailed for a required string. */
function wrongValues(fc: FastCheck, schema: BodySchema, needed: boolean): ValueSpec[] {
  const type = schema.type === 'integer' ? 'number' : schema.type;
  const byType = valuesByType(fc, needed && type === 'string' && schema.enum === undefined);
  const others = Object.entries(byType).flatMap(([of, values]) =>
    of === type || (of === 'null' && !needed) ? [] : values,
  );
  return [...others, ...wrongOfType(fc, schema, needed)];
}

/** Lists the kinds of wrong values that have the right type, or that validators are likely to convert to it. */
function wrongOfType(fc: FastCheck, schema: BodySchema, needed: boolean): ValueSpec[] {
  const { integer, fraction, beyondInt64 } = numbers(fc);
  const beyond = kind('beyond-int64', 'an integer beyond int64', beyondInt64);
  switch (schema.type) {
    case 'string': {
      if (schema.enum !== undefined) return unknownWords(fc, schema.enum);
      const inArray = plain(fc, schema, needed).map((one) => `[${one}]`);
      const fault = 'an array of exactly one element that is not a string';
      const ofOne = rarely('in turns', kind('array-of-one', fault, arrays(fc).ofOneOther));
      const both = [beyond, kind('array-of-one-text', 'an array of exactly one string', [inArray])];
      return needed ? both : [...both, ...ofOne];
    }
    case 'integer':
    case 'number':
      return [
        kind(
          'digits',
          'a string of digits',
          integer.slice(0, 3).map((some) => some.map(inText)),
        ),
        ...(schema.type === 'integer' ? [kind('fraction', 'a fraction', fraction)] : []),
        ...(schema.format === 'int64' ? [beyond] : []),
      ];
    case 'boolean':
      return [kind('word', 'true or false as a string', [fc.constantFrom('"true"', '"false"')])];
    case 'array':
      return wrongItems(fc, schema.items ?? { type: 'string' });
    case 'object':
      return wrongMembers(fc, schema);
  }
}

function unknownWords(fc: FastCheck, known: readonly string[]): ValueSpec[] {
  const some = fc.constantFrom(...known);
  const unknown = (values: fc.Arbitrary<string>) => values.filter((one) => !known.includes(one)).map(inText);
  const cases = [some.map(upper), some.map((one) => one.toUpperCase())].map(unknown);
  const others = [words(fc, 1, 9), some.map((one) => `${one} `), some.map((one) => one.slice(0, -1))];
  const hasCases = known.some((one) => upper(one) !== one);
  return [
    emptyText(fc),
    ...(hasCases ? [kind('other-case', 'a known value in a different case', cases)] : []),
    kind('unknown-word', 'an unknown string', others.map(unknown)),
  ];
}

/** Describes kinds of values as parts of a larger value, and wraps the values in it. */
function inPlace(
  kinds: readonly ValueSpec[],
  [id, fault]: readonly [id: string, fault: string],
  wrap: (family: fc.Arbitrary<string>) => fc.Arbitrary<string> = (family) => family,
): ValueSpec[] {
  return kinds.map((one) => ({
    ...one,
    id: `${id}-${one.id}`,
    fault: `${fault} ${one.fault}`,
    values: one.values.map(wrap),
  }));
}

/** Lists the kinds of arrays with exactly one forbidden element. */
function wrongItems(fc: FastCheck, items: BodySchema): ValueSpec[] {
  const others = fc.array(plain(fc, items), { maxLength: 2 });
  return inPlace(wrongValues(fc, items, true), ['item', 'an array with'], (family) =>
    fc
      .tuple(others, family, fc.nat(2))
      .map(([some, wrong, at]) => `[${some.toSpliced(at % (some.length + 1), 0, wrong)}]`),
  );
}

/** Lists the kinds of objects with exactly one missing or wrong member. */
function wrongMembers(fc: FastCheck, schema: BodySchema): ValueSpec[] {
  return fieldsOf(schema).flatMap(([key, field]) => {
    const needed = isNeeded(schema, key);
    const rest = validMembers(fc, schema, key);
    const left = rest.map((members) => writeObject(members));
    const missing = needed ? [kind(`${key}-missing`, `an object without ${key}`, [left])] : [];
    const wrong = inPlace(wrongValues(fc, field, needed), [key, `an object whose ${key} is`], (family) =>
      fc.tuple(family, rest).map(([value, others]) => writeObject([[key, value], ...others])),
    );
    return [...missing, ...wrong];
  });
}

/** Letters that look like Latin letters. */
const homoglyphs: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', i: 'і' };

/** Returns families of keys that are easily mistaken for the key of a member. */
function lookAlikes(field: string, { resource, synonyms = {} }: Body): readonly (readonly string[])[] {
  const similar = [...field].find((letter) => homoglyphs[letter] !== undefined) ?? '';
  const cyrillic = field.replace(similar, homoglyphs[similar] ?? '');
  const wide = field.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
  return [
    synonyms[field] ?? [],
    [field.slice(0, -1), `${field}s`, `${field}_`, ` ${field}`, `${field} `],
    [cyrillic, wide].filter((one) => one !== field),
    [`${resource}_${field}`, resource + upper(field)],
  ].filter((family) => family.length > 0);
}

/** Generates a key that differs from the name of the field only in the case of its letters. */
function otherCases(fc: FastCheck, field: string): Families<string> {
  const known = [field, upper(field), field.toUpperCase()];
  const mixed = fc
    .tuple(...[...field].map((letter) => fc.constantFrom(letter, letter.toUpperCase())))
    .map((spelled) => spelled.join(''))
    .filter((key) => !known.includes(key));
  const plainCases = known.slice(1).map((key) => fc.constant(key));
  return (field.match(/[a-z]/gi) ?? []).length < 2 ? plainCases : [...plainCases, mixed];
}

/** Creates the classes of objects without a required member. */
function withoutMember(fc: FastCheck, body: Body, field: string): FaultClass[] {
  const { schema, resource } = body;
  const { required = [], properties = {} } = schema;
  const isAlone = required.length === 1;
  const value = plain(fc, properties[field] ?? { type: 'string' }, true);
  // One key per body, because a parser that refuses unknown fields would refuse a body with several.
  const needed = fieldsOf(schema).filter(([key]) => required.includes(key));
  const rest = validMembers(fc, { ...schema, properties: Object.fromEntries(needed) }, field);
  const keyed = (families: Families<string>) =>
    families.map((keys) => fc.tuple(keys, value).map(([key, json]): Member[] => [[key, json]]));
  const similar = lookAlikes(field, body).map((keys) => fc.constantFrom(...keys));
  return classesOf<readonly Member[]>(
    fc,
    {
      ...body.rowOf('missing', field),
      control: `the same object with a \`${field}\``,
      accepted: `a ${resource} without its ${isAlone ? 'only required field' : `required \`${field}\``} is stored`,
      ...(isAlone ? {} : { rest }),
      write: (members, layout, _fault, others) => {
        const all = [...members, ...others];
        const keys = all.map(([key]) => JSON.stringify(key)).join(' and ');
        const label = all.length === 0 ? 'an empty object' : `only ${keys}`;
        return { label, text: writeObject(all, layout) };
      },
    },
    [
      ...(isAlone
        ? withoutAny(fc, body, field)
        : [kind(`${field}-left-out`, `\`${field}\` is missing`, [fc.constant([])])]),
      kind(
        `${field}-other-case`,
        `\`${field}\` is spelled in a different case`,
        keyed(otherCases(fc, field)),
      ),
      ...rarely(
        'in turns',
        kind(`${field}-other-key`, `a similar key instead of \`${field}\``, keyed(similar)),
      ),
    ],
  );
}

/** Lists the kinds of objects without any member of the schema. This is a single fault only if no other member is required. */
function withoutAny(
  fc: FastCheck,
  { schema, resource }: Body,
  field: string,
): ClassSpec<readonly Member[]>[] {
  const wrapped = (...keys: readonly string[]) => [
    fc
      .tuple(fc.constantFrom(...keys), validMembers(fc, schema))
      .map(([key, members]): Member[] => [[key, writeObject(members)]]),
  ];
  const deeper = `the ${resource} is nested one level deeper`;
  const others = ['body', `new${upper(resource)}`, 'payload', 'attributes', 'item', '0'];
  const long = fc
    .array(words(fc, 1, 9), { minLength: 30, maxLength: 70 })
    .map((some) => `${markPlace} ${some.join(' ')}`);
  const texts = fieldsOf(schema).filter(([key, { type }]) => key !== field && type === 'string');
  return [
    kind('no-fields', 'the body is an empty object', [fc.constant([])]),
    ...texts.slice(0, 1).map(([key]) =>
      kind(
        `${key}-alone`,
        `only a ${key}`,
        [plainDescriptions(fc), long].map((some) => some.map((text): Member[] => [[key, inText(text)]])),
      ),
    ),
    ...[resource, 'data'].map((key) =>
      kind(`${field}-under-${key}`, `${deeper}, under \`${key}\``, wrapped(key)),
    ),
    ...rarely('in turns', kind(`${field}-under-other`, deeper, wrapped(...others))),
  ];
}

/** Names what a member must be. */
function typeWords({ type, enum: known }: BodySchema): string {
  if (known !== undefined) return 'one of its values';
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Creates the classes of bodies in which one member is missing or wrong according to the schema of the body. */
export function memberClasses(fc: FastCheck, body: Body, field: string): FaultClass[] {
  const { schema } = body;
  const own = schema.properties?.[field] ?? { type: 'string' };
  const needed = isNeeded(schema, field);
  const expected = typeWords(own);
  const wrong = classesOf<string>(
    fc,
    {
      ...body.rowOf('type', field),
      control: `the same object with ${expected} as \`${field}\``,
      accepted: `clients get back a \`${field}\` that is not ${expected}, or not what they sent`,
      rest: validMembers(fc, schema, field),
      write: (value, layout, _fault, others) => ({
        label: `${field} is ${shortened(value)}`,
        text: writeObject([[field, value], ...others], layout),
      }),
    },
    inPlace(wrongValues(fc, own, needed), [field, `${field} is`]),
  );
  return needed ? [...withoutMember(fc, body, field), ...wrong] : wrong;
}

/** Creates the class of bodies in which an optional member is null, which the schema neither allows nor forbids explicitly. */
export function nullClass(fc: FastCheck, body: Body, field: string): FaultClass[] {
  return classesOf<string>(
    fc,
    {
      ...body.rowOf('null', field),
      unstated: true,
      control: `the same object with a string as \`${field}\``,
      accepted: 'no harm: both 201 and 400 are allowed',
      rest: validMembers(fc, body.schema, field),
      write: (value, layout, _fault, others) => ({
        label: `${field} is null`,
        text: writeObject([...others, [field, value]], layout),
      }),
    },
    [kind(`null-${field}`, `${field} is null`, [fc.constant('null')])],
  );
}
