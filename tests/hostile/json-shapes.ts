import { type Behavior, everything, lists, refusals, type Which } from './behavior.ts';
import { deviatingOn } from './message.ts';

const extra = 'extra fields are legal (errors.shape)';
const beyondCap = 'a response that exceeds a limit of the kit is not judged';
const dense = /more than one array or object per 8 characters/;
const size = 1.9 * 1024 * 1024;

/** A JSON value of 1.9 MB that needs many times as much memory if every nested value is kept. */
interface Shape {
  readonly id: string;
  readonly is: string;
  readonly make: () => string;
  /** Whether the value has more arrays and objects than the kit reads. */
  readonly isDense?: true;
  /**
   * If given, a second server adds the value to each error response with this status, in an extra field. Other statuses need no
   * test, because the same code reads them.
   */
  readonly field?: keyof typeof places;
  readonly isEverywhere?: true;
  /** The requirements that a list with this value violates. */
  readonly requirements?: readonly string[];
}

const schemas: readonly Shape[] = [
  {
    id: 'nested',
    is: '2,500 arrays nested 400 deep',
    make: () => listOf(`${'['.repeat(400)}${']'.repeat(400)}`),
    isDense: true,
  },
  {
    id: 'arrays',
    is: '500,000 arrays of one zero',
    make: () => listOf('[0]'),
    isDense: true,
    field: '401',
  },
  {
    id: 'integers',
    is: '600,000 small integers',
    make: () => listOf('42'),
    requirements: ['list.category'],
    field: '400',
    isEverywhere: true,
  },
  {
    id: 'wide-in-deep',
    is: '600,000 strings in an array nested 500 deep',
    make: () => `[${'['.repeat(500)}${'"",'.repeat(size / 3)}""${']'.repeat(500)}]`,
    requirements: ['list.category'],
  },
  { id: 'names', is: 'an object with 130,000 names', make: objectOfNames, requirements: ['list.ok'] },
];

function listOf(value: string): string {
  return `[${`${value},`.repeat(Math.floor(size / (value.length + 1)) - 1)}${value}]`;
}

function objectOfNames(): string {
  const members: string[] = [];
  for (let at = 0; at < size / 15; at++) members.push(`"k${String(at).padStart(9, '0')}":0`);
  return `{${members.join()}}`;
}

/**
 * Selects few requirements, so that the run stores few responses of each status: twenty would exceed the memory bound
 * several times over.
 */
const ofEachStatus = ['--only', 'list.ok,list.category,create.created,auth.key-missing,invalid.name-type'];

/** Where an additional field holds the value. */
const places = {
  '400': { which: (_asked, { status }) => status === 400, only: 'invalid.name-type,invalid.body-type' },
  '401': { which: refusals, only: 'auth.key-missing' },
} satisfies Readonly<Record<string, { readonly which: Which; readonly only: string }>>;

/** Values that fill memory if unneeded parts of them are kept. */
export const jsonShapes: readonly Behavior[] = schemas.flatMap((shape) => [
  inList(shape),
  ...(shape.field === undefined ? [] : [inField(shape, shape.field)]),
  ...(shape.isEverywhere ? [everywhere(shape)] : []),
]);

function inList({ id, is, make, isDense, requirements = [] }: Shape): Behavior {
  return {
    id: `shape-${id}-list`,
    does: `returns ${is} for every list`,
    arises: 'malice',
    heavy: true,
    ...(isDense
      ? { status: 3, because: beyondCap, listNotTested: dense }
      : {
          args: ['--only', 'list.ok,list.category,list.ids-unique'],
          status: 1,
          because: 'a list must contain Categories (GET /categories)',
          requirements,
        }),
    start: () => replacing(lists, make()),
  };
}

function inField({ id, is, make, isDense }: Shape, place: keyof typeof places): Behavior {
  const { which, only } = places[place];
  return {
    id: `shape-${id}-${place}`,
    does: `puts ${is} in an extra field of each ${place}`,
    arises: 'malice',
    heavy: true,
    args: ['--only', only],
    ...(isDense ? { status: 3, because: beyondCap, verdictPattern: dense } : { status: 0, because: extra }),
    start: () => {
      const field = `,"x":${make()}}`;
      return deviatingOn(which, ({ body }) => ({
        body: body.toString('utf8').trimEnd().slice(0, -1) + field,
      }));
    },
  };
}

function everywhere({ id, is, make }: Shape): Behavior {
  return {
    id: `shape-${id}-everywhere`,
    does: `returns ${is} for everything`,
    arises: 'malice',
    heavy: true,
    args: ofEachStatus,
    status: 1,
    because: 'a list must contain Categories, and a 401 an Error',
    start: () => replacing(everything, make()),
  };
}

function replacing(which: Which, body: string) {
  const bytes = Buffer.from(body);
  return deviatingOn(which, () => ({ body: bytes }));
}
