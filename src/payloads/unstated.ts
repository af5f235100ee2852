/** A body that the specification does not mention. The kit notes the response and does not judge it. */
export interface UnstatedBody {
  readonly requirement: 'invalid.unstated' | 'invalid.either';
  readonly name: string;
  readonly body: (mark: string) => Uint8Array;
  readonly contentType?: string | undefined;
}

/** These bodies are sent only with `thorough`, because a server may store any of them. */
export const unstatedBodies: readonly UnstatedBody[] = [
  either('name is empty', (mark) => `{"name":"","description":"${mark}"}`),
  either('name is blank', (mark) => `{"name":"  ","description":"${mark}"}`),
  free('a name of 1,000 letters', (mark) => `{"name":"${mark.padEnd(1_000, 'x')}"}`),
  free(
    'a description of 10,000 letters',
    (mark) => `{"name":"${mark}","description":"${'x'.repeat(10_000)}"}`,
  ),
  free('a body with 200,000 spaces', (mark) => `{"name":"${mark}"${' '.repeat(200_000)}}`),
  free('an unknown field', (mark) => `{"name":"${mark}","color":"brown"}`),
  free('a repeated member name', (mark) => `{"name":"${mark}","name":"${mark}x"}`),
  free('another media type', (mark) => `{"name":"${mark}"}`, 'text/plain'),
  free('a byte order mark', (mark) => `\ufeff{"name":"${mark}"}`),
];

function either(name: string, text: (mark: string) => string): UnstatedBody {
  return { requirement: 'invalid.either', name, body: (mark) => Buffer.from(text(mark)) };
}

function free(name: string, text: (mark: string) => string, contentType?: string): UnstatedBody {
  return { requirement: 'invalid.unstated', name, body: (mark) => Buffer.from(text(mark)), contentType };
}

/** A body that a faulty server may store and then fail on permanently, because nothing can be deleted. */
export interface PoisonBody {
  readonly name: string;
  readonly body: (mark: string) => Uint8Array;
  /** Whether the body is a NewCategory that a server may accept. */
  readonly creates: boolean;
}

/** A depth that exhausts the stack of recursive parsers and validators. */
const levels = 5_000;
const letters = 2_000_000;

/**
 * These bodies are sent after all others, and only with `thorough`. Invalid ones come first, and the most harmful ones last.
 */
export const poisonBodies: readonly PoisonBody[] = [
  invalid('a name of arrays nested 5,000 deep', 'name', nested()),
  invalid('a name of 1e400', 'name', '1e400'),
  invalid('a description of -1e400', 'description', '-1e400'),
  invalid('a name of NaN', 'name', 'NaN'),
  invalid('a description of NaN', 'description', 'NaN'),
  invalid('a description of -Infinity', 'description', '-Infinity'),
  poison('a name in `__proto__`', false, (mark) => `{"__proto__":{"name":"${mark}"}}`),
  poison('a raw control character in the description', false, (mark) => described(mark, 'a\u0001b')),
  poison(
    'an unknown field of arrays nested 5,000 deep',
    true,
    (mark) => `{"name":"${mark}","x":${nested()}}`,
  ),
  poison('a control character in the description', true, (mark) => described(mark, 'a\\u0001b')),
  poison('a NUL in the description', true, (mark) => described(mark, 'a\\u0000b')),
  poison('a lone surrogate in the description', true, (mark) => described(mark, 'a\\ud800b')),
  undecodable('a Latin-1 letter in the description', 'caf\xe9'),
  undecodable('a surrogate as bytes in the description', '\xed\xa0\x80'),
  poison('a name of two million letters', true, (mark) => `{"name":"${mark.padEnd(letters, 'x')}"}`),
];

function poison(name: string, creates: boolean, text: (mark: string) => string): PoisonBody {
  return { name, creates, body: (mark) => Buffer.from(text(mark)) };
}

/** Creates a body with one field of the wrong type, and the mark in the other field. */
function invalid(name: string, field: 'name' | 'description', value: string): PoisonBody {
  const other = field === 'name' ? 'description' : 'name';
  return poison(name, false, (mark) => `{"${other}":"${mark}","${field}":${value}}`);
}

/** Creates a body whose description is not UTF-8, which a server may accept. */
function undecodable(name: string, description: string): PoisonBody {
  return { name, creates: true, body: (mark) => Buffer.from(described(mark, description), 'latin1') };
}

function described(mark: string, description: string): string {
  return `{"name":"${mark}","description":"${description}"}`;
}

function nested(): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}
