import type { HttpResponse } from '../response.ts';

/** Returns the response without the lines of this name. */
export function withoutHeader(response: HttpResponse, name: string): HttpResponse {
  const unwanted = name.toLowerCase();
  return { ...response, headers: response.headers.filter(([found]) => found.toLowerCase() !== unwanted) };
}

/** Returns the response with one line added at the end. */
export function withHeader(response: HttpResponse, name: string, value: string): HttpResponse {
  return { ...response, headers: [...response.headers, [name, value]] };
}

/** Rewrites the value of each line of this name. */
export function mapHeader(
  response: HttpResponse,
  name: string,
  rewrite: (value: string) => string,
): HttpResponse {
  const wanted = name.toLowerCase();
  return {
    ...response,
    headers: response.headers.map((line) =>
      line[0].toLowerCase() === wanted ? [line[0], rewrite(line[1])] : line,
    ),
  };
}
