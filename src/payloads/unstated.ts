/** A body about which the specification is silent: what a server answers is shown and never judged. */
export interface UnstatedBody {
  readonly requirement: 'invalid.unstated' | 'invalid.null-description' | 'invalid.either';
  readonly name: string;
  readonly body: (mark: string) => Uint8Array;
  readonly contentType?: string;
}

/** Sent in `thorough` alone, for a server may store any of them. */
export const unstatedBodies: readonly UnstatedBody[] = [
  either('description is null', (mark) => `{"name":"${mark}","description":null}`),
  either('name is empty', (mark) => `{"name":"","description":"${mark}"}`),
  either('name is blank', (mark) => `{"name":"  ","description":"${mark}"}`),
  free('a name of 1,000 letters', (mark) => `{"name":"${mark.padEnd(1_000, 'x')}"}`),
  free(
    'a description of 10,000 letters',
    (mark) => `{"name":"${mark}","description":"${'x'.repeat(10_000)}"}`,
  ),
  free('a body of 200,000 blanks', (mark) => `{"name":"${mark}"${' '.repeat(200_000)}}`),
  free('an unknown field', (mark) => `{"name":"${mark}","color":"brown"}`),
  free('a name that stands twice', (mark) => `{"name":"${mark}","name":"${mark}x"}`),
  free('another media type', (mark) => `{"name":"${mark}"}`, 'text/plain'),
  free('a byte order mark', (mark) => `\ufeff{"name":"${mark}"}`),
];

function either(name: string, text: (mark: string) => string): UnstatedBody {
  return { requirement: 'invalid.either', name, body: (mark) => Buffer.from(text(mark)) };
}

function free(name: string, text: (mark: string) => string, contentType?: string): UnstatedBody {
  const body = {
    requirement: 'invalid.unstated',
    name,
    body: (mark: string) => Buffer.from(text(mark)),
  } as const;
  return contentType === undefined ? body : { ...body, contentType };
}
