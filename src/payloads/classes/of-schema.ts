import type fc from 'fast-check';
import type { BodySchema } from '../../json/body-schema.ts';
import { type ClassSpec, classesOf, shortened } from '../class-family.ts';
import { arrays, type Families, numbers, objects, plainDescriptions, plainNames, words } from '../draws.ts';
import { type FastCheck, type FaultClass, type Group, markPlace } from '../fault-class.ts';
import { type Member, writeObject } from '../layout.ts';

/** The body of an operation, and what its invalid bodies are reported under. */
export interface Body {
  /** Of an object. */
  readonly schema: BodySchema;
  /** What it creates, in a word: "category". */
  readonly resource: string;
  /** Other words for members, which clients confuse with them. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Returns the requirement and the row of the budget for a fault of a member, or of the whole body. */
  readonly rowOf: (
    fault: 'missing' | 'type' | 'null' | 'body type' | 'empty' | 'malformed',
    member?: string,
  ) => Pick<FaultClass, 'requirement'> & { readonly group: Group };
}

/** A kind of values: those of a member that its schema forbids, as JSON. */
type ValueSpec = Omit<ClassSpec<string>, 'group'>;

const inText = (text: string): string => `"${text}"`;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const fieldsOf = ({ properties = {} }: BodySchema) => Object.entries(properties);
const isNeeded = ({ required = [] }: BodySchema, field: string): boolean => required.includes(field);

/** Generates plain values as JSON, which every server must accept. Strings hold the mark. */
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
 * Generates the members of a valid object, without one of them. Whether an optional one is there does not shrink: it may hold the only
 * mark.
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

/** The values that several types forbid. Falsy and truthy ones are apart, because weak validators treat them differently. */
function commonValues(fc: FastCheck) {
  const single = (id: string, fault: string, value: string): ValueSpec => ({
    id,
    fault,
    values: [fc.constant(value)],
  });
  const { zero, number, beyondInt64 } = numbers(fc);
  return {
    zero: { id: 'zero', fault: 'zero', values: [zero] },
    yes: single('true', 'true', 'true'),
    no: single('false', 'false', 'false'),
    emptyArray: single('empty-array', 'an empty array', '[]'),
    emptyObject: single('empty-object', 'an empty object', '{}'),
    object: { id: 'object', fault: 'an object with fields', values: objects(fc) },
    none: single('null', 'null', 'null'),
    number: { id: 'number', fault: 'a number other than zero', values: number },
    beyondInt64: { id: 'beyond-int64', fault: 'an integer beyond int64', values: beyondInt64 },
    array: { id: 'array', fault: 'an array with several elements', values: arrays(fc).ofSeveral },
    emptyText: single('empty-text', 'an empty string', '""'),
    text: { id: 'text', fault: 'a string', values: [words(fc, 1, 8).map(inText)] },
  } as const satisfies Record<string, ValueSpec>;
}

/** Lists the kinds of values that a member must not have. A required string has the finest ones. */
function wrongValues(fc: FastCheck, schema: BodySchema, needed: boolean): ValueSpec[] {
  const { zero, yes, no, emptyArray, emptyObject, object, none, number, array, emptyText, text } =
    commonValues(fc);
  const absent = needed ? [none] : [];
  switch (schema.type) {
    case 'string':
      return schema.enum === undefined
        ? wrongStrings(fc, schema, needed)
        : [
            ...[...absent, zero, no, yes, number, emptyArray, array, emptyObject, object, emptyText],
            ...unknownWords(fc, schema.enum),
          ];
    case 'integer':
    case 'number':
      return [
        ...[...absent, no, yes, emptyArray, array, emptyObject, object, emptyText, text],
        {
          id: 'digits',
          fault: 'a string of digits',
          values: numbers(fc)
            .integer.slice(0, 3)
            .map((some) => some.map(inText)),
        },
        ...(schema.type === 'integer' ? wrongIntegers(fc, schema) : []),
      ];
    case 'boolean':
      return [
        ...[...absent, zero, number, emptyArray, array, emptyObject, object, emptyText, text],
        { id: 'word', fault: 'true or false as a string', values: [fc.constantFrom('"true"', '"false"')] },
      ];
    case 'array':
      return [
        ...[...absent, zero, no, yes, number, emptyObject, object, emptyText, text],
        ...wrongItems(fc, schema.items ?? { type: 'string' }),
      ];
    case 'object':
      return [
        ...[...absent, zero, no, yes, number, emptyArray, array, emptyText, text],
        ...wrongMembers(fc, schema),
      ];
  }
}

/** What a plain string must not be. */
function wrongStrings(fc: FastCheck, schema: BodySchema, needed: boolean): ValueSpec[] {
  const { zero, yes, no, emptyArray, emptyObject, object, none, number, beyondInt64, array } =
    commonValues(fc);
  const { integer, fraction, large } = numbers(fc);
  const { ofSeveralTexts, nested, ofOneOther } = arrays(fc);
  const inArray: ValueSpec = {
    id: 'array-of-one-text',
    fault: 'an array of exactly one string',
    // Some validators convert it to its element.
    values: [plain(fc, schema, needed).map((one) => `[${one}]`)],
  };
  const ofOne: ValueSpec = {
    id: 'array-of-one',
    fault: 'an array of exactly one element that is not a string',
    values: ofOneOther,
    turn: 'in turns',
  };
  if (!needed)
    return [zero, yes, no, emptyArray, emptyObject, object, number, beyondInt64, inArray, array, ofOne];
  return [
    ...[none, zero, no, emptyArray, emptyObject, yes, object],
    { id: 'integer', fault: 'an integer', values: integer },
    { id: 'fraction', fault: 'a fraction', values: fraction },
    { id: 'large-number', fault: 'an integer beyond 2^53', values: large },
    beyondInt64,
    inArray,
    { id: 'array-of-text', fault: 'an array of several strings', values: ofSeveralTexts },
    { id: 'array', fault: 'an array nested at least 50 levels deep', values: nested },
  ];
}

function wrongIntegers(fc: FastCheck, { format }: BodySchema): ValueSpec[] {
  const fraction = { id: 'fraction', fault: 'a fraction', values: numbers(fc).fraction };
  return format === 'int64' ? [fraction, commonValues(fc).beyondInt64] : [fraction];
}

function unknownWords(fc: FastCheck, known: readonly string[]): ValueSpec[] {
  const some = fc.constantFrom(...known);
  const unknown = (values: fc.Arbitrary<string>) => values.filter((one) => !known.includes(one)).map(inText);
  const cases = [some.map(upper), some.map((one) => one.toUpperCase())].map(unknown);
  const others = [words(fc, 1, 9), some.map((one) => `${one} `), some.map((one) => one.slice(0, -1))];
  const hasCases = known.some((one) => upper(one) !== one);
  return [
    ...(hasCases ? [{ id: 'other-case', fault: 'a known value in another case', values: cases }] : []),
    { id: 'unknown-word', fault: 'an unknown string', values: others.map(unknown) },
  ];
}

/** Arrays with exactly one element that they must not have. */
function wrongItems(fc: FastCheck, items: BodySchema): ValueSpec[] {
  const others = fc.array(plain(fc, items), { maxLength: 2 });
  return wrongValues(fc, items, true).map(({ id, fault, values }) => ({
    id: `item-${id}`,
    fault: `an array with ${fault}`,
    values: values.map((family) =>
      fc
        .tuple(others, family, fc.nat(2))
        .map(([some, wrong, at]) => `[${some.toSpliced(at % (some.length + 1), 0, wrong)}]`),
    ),
  }));
}

/** Objects with exactly one member that is missing or wrong. */
function wrongMembers(fc: FastCheck, schema: BodySchema): ValueSpec[] {
  return fieldsOf(schema).flatMap(([key, field]) => {
    const needed = isNeeded(schema, key);
    const rest = validMembers(fc, schema, key);
    const missing: ValueSpec = {
      id: `${key}-missing`,
      fault: `an object without ${key}`,
      values: [rest.map((members) => writeObject(members))],
    };
    const wrong = wrongValues(fc, field, needed).map(({ id, fault, values }) => ({
      id: `${key}-${id}`,
      fault: `an object whose ${key} is ${fault}`,
      values: values.map((family) =>
        fc.tuple(family, rest).map(([value, others]) => writeObject([[key, value], ...others])),
      ),
    }));
    return needed ? [missing, ...wrong] : wrong;
  });
}

/** Letters that look like others. */
const homoglyphs: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', i: 'і' };

/** Returns families of keys that are easily mistaken for a member. */
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

/** Generates a key in any other case. */
function otherCases(fc: FastCheck, field: string): Families<string> {
  const known = [field, upper(field), field.toUpperCase()];
  const mixed = fc
    .tuple(...[...field].map((letter) => fc.constantFrom(letter, letter.toUpperCase())))
    .map((spelled) => spelled.join(''))
    .filter((key) => !known.includes(key));
  const plainCases = known.slice(1).map((key) => fc.constant(key));
  return (field.match(/[a-z]/gi) ?? []).length < 2 ? plainCases : [...plainCases, mixed];
}

/** Objects without a required member. */
function withoutMember(fc: FastCheck, body: Body, field: string): FaultClass[] {
  const { schema, resource } = body;
  const { required = [], properties = {} } = schema;
  const isAlone = required.length === 1;
  const value = plain(fc, properties[field] ?? { type: 'string' }, true);
  // One key per body, because a parser that refuses unknown fields would refuse the others.
  const needed = fieldsOf(schema).filter(([key]) => required.includes(key));
  const rest = validMembers(fc, { ...schema, properties: Object.fromEntries(needed) }, field);
  const keyed = (families: Families<string>) =>
    families.map((keys) => fc.tuple(keys, value).map(([key, json]): Member[] => [[key, json]]));
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
        : [{ id: `${field}-left-out`, fault: `\`${field}\` is missing`, values: [fc.constant([])] }]),
      {
        id: `${field}-other-case`,
        fault: `\`${field}\` is spelled in another case`,
        values: keyed(otherCases(fc, field)),
      },
      {
        id: `${field}-other-key`,
        fault: `another key instead of \`${field}\``,
        values: keyed(lookAlikes(field, body).map((keys) => fc.constantFrom(...keys))),
        turn: 'in turns',
      },
    ],
  );
}

/** Objects that lack all members, which is one fault only if no other member is required. */
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
  const under = (key: string): ClassSpec<readonly Member[]> => ({
    id: `${field}-under-${key}`,
    fault: `the ${resource} is nested one level deeper, under \`${key}\``,
    values: wrapped(key),
  });
  const long = fc
    .array(words(fc, 1, 9), { minLength: 30, maxLength: 70 })
    .map((some) => `${markPlace} ${some.join(' ')}`);
  const texts = fieldsOf(schema).filter(([key, { type }]) => key !== field && type === 'string');
  return [
    { id: 'no-fields', fault: 'the body is an empty object', values: [fc.constant([])] },
    ...texts.slice(0, 1).map(([key]) => ({
      id: `${key}-alone`,
      fault: `only a ${key}`,
      values: [plainDescriptions(fc), long].map((some) =>
        some.map((text): Member[] => [[key, inText(text)]]),
      ),
    })),
    under(resource),
    under('data'),
    {
      id: `${field}-under-other`,
      fault: `the ${resource} is nested one level deeper`,
      values: wrapped('body', `new${upper(resource)}`, 'payload', 'attributes', 'item', '0'),
      turn: 'in turns',
    },
  ];
}

/** Names what a member must be. */
function typeWords({ type, enum: known }: BodySchema): string {
  if (known !== undefined) return 'one of its values';
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Returns the kinds of bodies in which one member is missing or wrong, by the schema of the body. */
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
    wrongValues(fc, own, needed).map((spec) => ({
      ...spec,
      id: `${field}-${spec.id}`,
      fault: `${field} is ${spec.fault}`,
    })),
  );
  return needed ? [...withoutMember(fc, body, field), ...wrong] : wrong;
}

/** Returns the kind of bodies in which an optional member is null, which the schema neither allows nor forbids in words. */
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
    [{ id: `null-${field}`, fault: `${field} is null`, values: [fc.constant('null')] }],
  );
}
