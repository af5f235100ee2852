import { expect, test } from 'vitest';
import { decodeBody } from '../../src/http/response.ts';

const megabyte = 1024 * 1024;

test.each(['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])(
  '%s is not a content coding',
  (coding) => {
    const bytes = Buffer.from('[]');
    expect(decodeBody(bytes, coding, megabyte)).toEqual({
      bytes,
      problem: 'the body has an unknown content coding',
    });
  },
);
