/** Numbers by their place, a few bytes each where objects take a hundred: for what there may be a hundred thousand of. */
export interface Column {
  /** What was set at a place; 0 where nothing was. */
  get(place: number): number;
  set(place: number, value: number): void;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const placesAtFirst = 128;

/** `numbersOf` makes an array for so many numbers of the wanted width: it holds what is set in its place, rounded as it rounds. */
export function createColumn(numbersOf: (length: number) => Numbers): Column {
  let numbers = numbersOf(placesAtFirst);
  return {
    get: (place) => numbers[place] ?? 0,
    set(place, value) {
      if (place >= numbers.length) {
        const larger = numbersOf(Math.max(place + 1, numbers.length * 2));
        larger.set(numbers);
        numbers = larger;
      }
      numbers[place] = value;
    },
  };
}
