/**
 * A body that a faulty service may store and then choke on for ever, for nothing can be deleted (reading 12). Such
 * bodies are sent in `thorough` alone, after everything else.
 */
export interface PoisonBody {
  readonly name: string;
  readonly body: (mark: string) => Uint8Array;
  /** Whether it is a NewCategory that a service may well accept. */
  readonly creates: boolean;
}

/** Parsers and validators that call themselves for each level run out of stack somewhere below this. */
const levels = 5_000;
const letters = 2_000_000;

/** The one that has to be refused comes first, then what does the most harm last. */
export const poisonBodies: readonly PoisonBody[] = [
  poison('a name of arrays 5,000 deep', false, (mark) => `{"description":"${mark}","name":${nested()}}`),
  poison('an unknown field of arrays 5,000 deep', true, (mark) => `{"name":"${mark}","x":${nested()}}`),
  poison('a NUL in the description', true, (mark) => `{"name":"${mark}","description":"a\\u0000b"}`),
  poison(
    'a lone surrogate in the description',
    true,
    (mark) => `{"name":"${mark}","description":"a\\ud800b"}`,
  ),
  poison('a name of two million letters', true, (mark) => `{"name":"${mark.padEnd(letters, 'x')}"}`),
];

function poison(name: string, creates: boolean, text: (mark: string) => string): PoisonBody {
  return { name, creates, body: (mark) => Buffer.from(text(mark)) };
}

function nested(): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}
