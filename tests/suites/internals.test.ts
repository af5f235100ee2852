import { expect, test } from 'vitest';
import type { HeaderLine } from '../../src/exchange/exchange.ts';
import errors, { internalsIn } from '../../suites/errors.ts';
import { responded } from '../support/responses.ts';
import { tallied } from './judged.ts';

test.each([
  ['   at get (/srv/app.js:10:7)', 'a JavaScript stack trace', 'at get (/srv/app.js:10:7'],
  ['no\n  at list (app.js:10:7)', 'a JavaScript stack trace', 'at list (app.js:10:7'],
  ['Traceback (most recent call last):', 'a Python stack trace', 'Traceback (most recent call last)'],
  ['at org.pets.Api.all(Api.java:42)', 'a Java stack trace', 'at org.pets.Api.all(Api.java:42)'],
  ['no at org.pets.Api.all(Api.java:42)', 'a Java stack trace', 'at org.pets.Api.all(Api.java:42)'],
  ['no\\tat org.pets.Api.all(Api.java:42)', 'a Java stack trace', '\\tat org.pets.Api.all(Api.java:42)'],
  [
    'no at Api.All(Int32 id) in Api.cs:line 42',
    'a .NET stack trace',
    'at Api.All(Int32 id) in Api.cs:line 4',
  ],
  ['goroutine 18 [running]:', 'a Go stack trace', 'goroutine 18 [running]'],
  ['Fatal error: no in a.php on line 42', 'a PHP error', 'Fatal error: no in a.php on line 42'],
  ['Uncaught PDOException: no on line 42', 'a PHP error', 'Uncaught PDOException: no on line 42'],
  ["app.rb:42:in `all'", 'a Ruby stack trace', 'p.rb:42:in `'],
  ["app.rb:42:in 'all'", 'a Ruby stack trace', "p.rb:42:in '"],
  ['/srv/pets/app.py', 'a file path', '/srv/pets/app.py'],
  ['{"in":"/srv/pets/app.py"}', 'a file path', '"/srv/pets/app.py'],
  ['in C:\\pets\\app.py', 'a file path', 'C:\\pets\\app.py'],
  ['in C:\\\\pets\\\\app.py', 'a file path', 'C:\\\\pets\\\\app.py'],
  ['SELECT id FROM pets', 'SQL', 'SELECT id FROM'],
  ['INSERT  INTO pets (name) VALUES (?)', 'SQL', 'INSERT  INTO pets (name) VALUES'],
  ['UPDATE pets SET name = ?', 'SQL', 'UPDATE pets SET'],
  ['DELETE  FROM pets', 'SQL', 'DELETE  FROM'],
  ['no: SQLSTATE 42', 'a database error', 'SQLSTATE'],
  ['no: ORA-00942', 'a database error', 'ORA-00942'],
  ['no: SQLITE_BUSY', 'a database error', 'SQLITE_BUSY'],
  ['syntax error at or near "pets"', 'a database error', 'syntax error at or near'],
])('%j shows %s', (text, name, near) => {
  expect(internalsIn(text)).toEqual({ name, near });
});

test.each([
  'Look at com.example for help.',
  'Arrive at Paris(home) in time.',
  'The goroutine is running.',
  'An error on line 42 of the body.',
  'The file pets.rb:42 is unknown.',
  'The path /pets/7 is unknown.',
  'SELECT a pet, then UPDATE it.',
  'ORA-7 and SQLITE are unknown.',
])('%j shows no internals', (text) => {
  expect(internalsIn(text)).toBeUndefined();
});

test('a finding quotes the first forty characters of them', () => {
  const headers: readonly HeaderLine[] = [['Content-Type', 'application/json']];
  const body = '{"message":"no at org.example.pets.Categories.list(Categories.java:42)"}';
  const { causes } = tallied(errors, 'errors.no-internals', [
    responded({ at: 0, status: 500, headers, body }),
  ]);
  expect([...causes.values()].map(({ mismatch }) => mismatch)).toEqual([
    {
      expected: 'an error without internals',
      received: 'a Java stack trace',
      cause: 'a Java stack trace is shown',
      near: 'at org.example.pets.Categories.list(Cate',
    },
  ]);
});
