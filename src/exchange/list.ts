import { isObject, type JsonObject, type JsonValue } from '../json/read.ts';
import { writeJson } from '../json/value.ts';

/** Returns the elements of a list that have this id. */
export function withId(elements: readonly JsonValue[], id: bigint): JsonObject[] {
  return elements.filter((element): element is JsonObject => isObject(element) && element['id'] === id);
}

/** Returns the JSON of the elements that this run created. Reports must not show data of others. */
export function elementsOfRun(elements: readonly JsonObject[], runMark: string): string[] {
  return elements.map(writeJson).filter((text) => text.toLowerCase().includes(runMark));
}
