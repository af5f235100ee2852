import type { JsonObject, JsonValue } from '../json/read.ts';
import type { Answer } from '../model/exchange.ts';
import type { Mismatch } from '../model/finding.ts';
import { sameText } from './texts.ts';

/** A category that the run created, as its 201 shows it. */
export interface Created {
  readonly exchange: Answer;
  readonly id: bigint;
  readonly name: string;
  readonly description?: string;
}

/** What is wrong with the rows of the list that are one creation's, if anything. */
export function rowProblem(one: Created, rows: readonly JsonObject[]): Mismatch | undefined {
  const [row, second] = rows;
  const what = `the category "${one.name}" with id ${one.id}`;
  if (row === undefined) {
    return {
      expected: `${what}, created before, in the list`,
      received: 'a list without it',
      cause: 'a created category is missing from the list',
    };
  }
  if (second !== undefined && row['id'] !== second['id']) {
    return {
      expected: `${what} once`,
      received: `it stands in the list ${rows.length} times`,
      cause: 'a created category stands in the list more than once',
    };
  }
  const { id, name, description } = row;
  // A field of another type is list.category's to judge.
  const faults = [
    ...(typeof id === 'bigint' && id !== one.id ? [['the id of its 201', 'another id']] : []),
    ...(typeof name === 'string' && !sameText(name, one.name)
      ? [['the name of its 201', 'another name']]
      : []),
    ...(differs(one.description, description) ? [descriptionFault(one.description, description)] : []),
  ];
  if (faults.length === 0) return undefined;
  const told = faults.map(([due]) => due).join(' and ');
  const shown = faults.map(([, found]) => found).join(' and ');
  return {
    expected: `${what} with ${told}`,
    received: `the list shows it with ${shown}`,
    cause: `the list shows ${shown}, unlike the 201`,
  };
}

/** What was due and what was shown in its place, where the description was left out, put in, or changed. */
function descriptionFault(created: string | undefined, listed: JsonValue | undefined): readonly string[] {
  if (typeof listed !== 'string') return ['the description of its 201', 'no description'];
  return created === undefined
    ? ['no description (its 201 had none)', 'a description']
    : ['the description of its 201', 'another description'];
}

function differs(created: string | undefined, listed: JsonValue | undefined): boolean {
  if (typeof listed === 'string') return !sameText(listed, created ?? '');
  return created !== undefined && created.trim() !== '' && (listed === undefined || listed === null);
}
