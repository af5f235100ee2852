import type { Stretch } from './find-parts.ts';

/** What a run of letters says once it is decoded. */
export interface Decoded {
  readonly text: string;
  /** Where in the text that was read a stretch of the decoded one stands. */
  readonly origin: (stretch: Stretch) => Stretch;
}

/** Shorter runs hold less of a secret than is taken out: seven bytes. */
const codings = [
  { coding: 'base64', run: /[\w+/-]{10,}/g, shifts: [0, 1, 2, 3], letters: 8 / 6 },
  { coding: 'hex', run: /[0-9a-f]{14,}/gi, shifts: [0, 1], letters: 2 },
] as const;

/** Every run of Base64 (also for URLs) and hexadecimal in a text, decoded from each place where it may begin. */
export function* decodedRuns(text: string): Generator<Decoded> {
  for (const { coding, run, shifts, letters } of codings) {
    for (const match of text.matchAll(run)) {
      for (const shift of shifts) {
        const begin = match.index + shift;
        yield {
          text: Buffer.from(match[0].slice(shift), coding).toString('latin1'),
          origin: ({ from, to }) => ({
            from: begin + Math.floor(from * letters),
            to: Math.min(begin + Math.ceil(to * letters), match.index + match[0].length),
          }),
        };
      }
    }
  }
}
