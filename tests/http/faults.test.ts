import { expect, test } from 'vitest';
import { faultOf } from '../../src/http/faults.ts';

const parserError = (reason: string) =>
  Object.assign(new Error(`Response does not match the HTTP/1.1 protocol (${reason})`), {
    name: 'HTTPParserError',
  });

test.each([
  ['Expected HTTP/, RTSP/ or ICE/', 'not-http', 'the response is not HTTP'],
  ['Invalid HTTP version', 'not-http', 'the response is not HTTP'],
  ['Invalid status code', 'not-http', 'the response is not HTTP'],
  [
    "Content-Length can't be present with Transfer-Encoding",
    'malformed',
    'it has both Content-Length and Transfer-Encoding, and HTTP allows only one of them',
  ],
  ['Invalid character in Content-Length', 'malformed', 'its Content-Length is not a number'],
  ['Invalid character in chunk size', 'malformed', 'a chunk of its body is not valid'],
  ['Expected LF after chunk data', 'malformed', 'a chunk of its body is not valid'],
  ['Invalid header token', 'malformed', 'a header line is not valid'],
  ['Unexpected whitespace after header value', 'malformed', 'a header line is not valid'],
  ['Missing expected CR after response line', 'malformed', 'its status line does not end with CR LF'],
  ['Something new', 'malformed', 'the HTTP parser refuses it'],
])('the fault says which rule an invalid HTTP response violates: %s', (reason, kind, sentence) => {
  expect(faultOf(parserError(reason))).toEqual({ kind, sentence });
});

test('a wrong length counts as a cut-off body only if the headers arrived', () => {
  const error = Object.assign(new Error(), { code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' });
  expect(faultOf(error).kind).toBe('malformed');
  expect(faultOf(error).sentence).toMatch(/^its headers state two lengths/);
  const head = { status: 200, headers: [['Content-Length', '9']] as const };
  expect(faultOf(error, head)).toEqual({
    kind: 'cut',
    sentence: 'the length of the body differs from Content-Length',
    ...head,
  });
});
