import {
  below,
  type Difference,
  elementsOf,
  fieldsOf,
  isFields,
  isWord,
  membersOf,
  type Place,
  shown,
  unless,
} from './place.ts';

/** Whether an operation demands the bearer key in each way that it offers (Authentication 1 and 2). */
export function keyDemanded(root: Place, operation: Place): Difference[] {
  const own = below(operation, 'security');
  const inEffect = own.value === undefined ? below(root, 'security') : own;
  const ways = elementsOf(inEffect);
  if (ways.length === 0) {
    const received = inEffect.value === undefined ? 'no security requirement' : shown(inEffect.value);
    const place = own.value === undefined ? operation : own;
    return unless(false, place, 'the bearer key', received, 'no key is demanded');
  }
  return ways
    .filter((way) => !membersOf(way).some(([name]) => isBearer(scheme(root, name))))
    .flatMap((way) => keyless(root, way));
}

function isBearer(place: Place): boolean {
  const { type, scheme: word } = fieldsOf(place);
  return type === 'http' && isWord(word, 'bearer');
}

function keyless(root: Place, way: Place): Difference[] {
  const [name] = Object.keys(fieldsOf(way));
  const expected = 'the bearer key (type http, scheme bearer)';
  const cause = 'demands no bearer key';
  if (name === undefined) return unless(false, way, expected, 'no key at all', cause);
  const stated = scheme(root, name);
  if (!isFields(stated.value))
    return unless(false, stated, expected, 'no such scheme', 'the scheme is missing');
  const { type, scheme: word } = fieldsOf(stated);
  const received = word === undefined ? `type ${shown(type)}` : `type ${shown(type)}, scheme ${shown(word)}`;
  return unless(false, stated, expected, received, cause);
}

function scheme(root: Place, name: string): Place {
  return below(root, 'components', 'securitySchemes', name);
}
