import type { Finding, RecordedExchange } from '../../src/report/model/report.ts';

/** How a request can be sent again, as a report records it. */
type Again = RecordedExchange['request']['again'];

/**
 * Creates the record of a request in a reported run, with the status of its response. By default, the request is GET
 * /categories with the key.
 */
export function recorded(
  status: number,
  again: Partial<Again> = {},
  { body, ...more }: { readonly body?: string } & Partial<RecordedExchange> = {},
): RecordedExchange {
  const path = again.path ?? '/categories';
  return {
    id: 9,
    purpose: '',
    atMs: 0,
    tookMs: 1,
    request: {
      method: body === undefined ? 'GET' : 'POST',
      url: '',
      headers: [],
      ...(body === undefined ? {} : { body }),
      again: {
        path,
        credential: 'bearer',
        operation: body === undefined ? 'listCategories' : 'createCategory',
        ...(body === undefined ? {} : { bodyBase64: Buffer.from(body).toString('base64') }),
        ...again,
      },
    },
    response: { status, reason: '', headers: [], body: '', cut: false },
    ...more,
  };
}

/** Creates a finding of a reported run. */
export function finding(requirement: string, more: Partial<Finding> = {}): Finding {
  return {
    requirement,
    level: 'required',
    title: '',
    source: '',
    signature: `${requirement}: any`,
    cause: 'any',
    wrong: 'body',
    expected: '',
    received: '',
    count: 1,
    tested: 1,
    instances: [],
    places: [],
    impact: '',
    fix: '',
    ...more,
  };
}
