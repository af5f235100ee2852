import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isVaried, variations } from '../../../src/exchange/credentials.ts';
import { credentials } from '../../../src/exchange/exchange.ts';
import { keptOfBody } from '../../../src/exchange/response.ts';
import { curlOf } from '../../../src/report/commands.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { readReport } from '../../../src/report/read-report.ts';
import { createRedactor } from '../../../src/report/record/redact.ts';
import { redactReport } from '../../../src/report/record/redact-report.ts';
import { codings, leaksOf } from '../../support/echoes.ts';
import { inTiers } from '../../support/tiers.ts';
import { commandPattern } from '../command-pattern.ts';
import { schemaText } from '../report-schema.ts';
import { sampleFinding, sampleReport } from '../sample-report.ts';

/** Reads a report with a finding for each of these curl commands. Throws an Error that names the first one that is not accepted. */
function readWith(...curls: readonly string[]): void {
  const findings = curls.map((curl) => ({ ...sampleFinding, curl }));
  readReport(JSON.stringify({ ...sampleReport, findings }));
}

/** Checks whether a report with this curl command is accepted. */
function isAccepted(curl: string): boolean {
  try {
    readWith(curl);
    return true;
  } catch (error) {
    expect(String(error)).toContain('/findings/0/curl does not match the pattern in the schema');
    return false;
  }
}

const key = randomBytes(24).toString('base64url');
const redact = createRedactor({ key });

/** Fields without data from outside. */
const own = ['format', 'kit', 'requirementsVersion', 'startedAt', 'finishedAt', 'runMark'];

/** Returns all strings in a value, and decodes the bytes of bodies. */
function stringsIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string')
    return [value, ...(field === 'bodyBase64' ? [Buffer.from(value, 'base64').toString('latin1')] : [])];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => stringsIn(one, name));
}

/** Returns the report with `echo` appended to every string. */
function planted(report: Report, echo: string): Report {
  const behind = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value} ${echo}`;
    if (Array.isArray(value)) return value.map(behind);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        name === 'startedAt'
          ? one
          : name === 'bodyBase64'
            ? Buffer.from(`{"name":"${echo}"}`).toString('base64')
            : behind(one),
      ]),
    );
  };
  const fields = Object.entries(report).map(([name, one]) => [name, own.includes(name) ? one : behind(one)]);
  return Object.fromEntries(fields) as Report;
}

const finding = sampleFinding;
const report: Report = { ...sampleReport, findings: [finding] };

describe('redactReport', () => {
  for (const { rows, options } of inTiers(
    codings.map(({ id, write }) => [id, write] as const),
    4,
  ))
    it.each(rows)('removes the key from all fields: %s', options, (_id, write) => {
      const written = planted(report, write(key, Math.random));
      expect(leaksOf(key, stringsIn(written).join('\n')).length).toBeGreaterThan(0);
      expect(leaksOf(key, stringsIn(redactReport(written, redact)).join('\n'))).toEqual([]);
    });

  it('keeps the bytes of a body, unless they contain the key', () => {
    const again = (text: string) => {
      const body = Buffer.from(text).toString('base64');
      const change = {
        ...report,
        exchanges: { recorded: [{ request: { again: { bodyBase64: body } } }], leftOut: 0 },
      };
      return redactReport(change as unknown as Report, redact).exchanges?.recorded[0]?.request.again
        .bodyBase64;
    };
    expect(again('{"name":"a \\u00e9 \\ud800"}')).toBe(
      Buffer.from('{"name":"a \\u00e9 \\ud800"}').toString('base64'),
    );
    expect(
      again(`{"name":"${[...key].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}"}`),
    ).toBeUndefined();
  });

  it('does not change a report without secrets', () => {
    expect(redactReport(report, redact)).toEqual(report);
  });

  it.each(['not-selected-4711', 'list-of-categories-24', '2026-11-22T10', 'bearer-lowercase-x'])(
    'keeps the wording of the kit if the key consists of words that the kit uses: %s',
    (words) => {
      expect(redactReport(report, createRedactor({ key: words }))).toEqual(report);
    },
  );
});

/** Splits a command as a shell does. Returns undefined if a quote is not closed. */
function wordsOf(line: string): string[] | undefined {
  if (line.startsWith('#')) return [];
  const word = /^(?:'[^']*'|"[^"$`\\]*(?:\$[A-Z_]+[^"$`\\]*)?"|\\'|[\w@./:=+-])+/;
  const words: string[] = [];
  for (let rest = line; rest !== ''; ) {
    const found = word.exec(rest)?.[0];
    if (found === undefined) return undefined;
    words.push(found);
    rest = rest.slice(found.length).trimStart();
  }
  return words;
}

/** The beginning of a command, without its last quote. */
const start = "curl -i --globoff -H 'Accept: application/json' 'http://x/";

describe('a curl command', () => {
  const request = (body: string, path = '/categories') => ({
    ...{
      method: 'POST' as const,
      path,
      operation: 'createCategory' as const,
      credential: 'bearer' as const,
    },
    body: Buffer.from(body),
  });
  const recorder = {
    base: new URL('http://localhost:3000/petstore/v1'),
    userAgent: 'kit',
    extraHeaders: [],
    redact: createRedactor({ key }),
    runMark: 'kitqzabcde',
    startedAt: 0,
  };

  it.each([
    ['a secret that begins with quotes', `{"name":"'AAAAAAA|touch PWNED;#"}`, ["''AAAAAAA"]],
    [
      "a secret that spans the kit's own words",
      '{"name":"rabbit $(touch PWNED)"}',
      ["application/json' --data-binary", "categories'"],
    ],
    [
      'escapes that are cut',
      `{"name":"${'&amp;amp;amp;amp;amp;amp;amp;amp;amp;amp;#x41;'}' ; touch PWNED #"}`,
      ['qwertyuiop'],
    ],
  ])('remains one command with quoted arguments: %s', (_title, body, secrets) => {
    const parts = { ...recorder, redact: createRedactor({ key, headerValues: secrets }) };
    const line = curlOf(request(body), parts);
    const { curl } = redactReport({ ...sampleReport, findings: [{ ...finding, curl: line }] }, parts.redact)
      .findings[0] as { curl: string };
    expect(wordsOf(curl), curl).toBeDefined();
    expect(wordsOf(curl)?.every((word) => word === 'curl' || !/^(touch|;|\|)/.test(word))).toBe(true);
  });

  it.each(credentials.filter(isVaried))(
    'is accepted in a report with every variation of the credential %s',
    (credential) => {
      const numbers = Array.from({ length: variations }, (_, index) => index);
      readWith(
        ...numbers.map((variation) => curlOf({ ...request('', '/pets/1'), credential, variation }, recorder)),
      );
    },
  );

  it.each(credentials)('is accepted in a report with the credential %s', (credential) => {
    const bodies = [
      undefined,
      '{"name":"it\\u0027s"}',
      "it's",
      'é\'\\"$(touch PWNED)',
      '@/etc/passwd',
      "@é'",
      '-\0%s\\',
      'x'.repeat(9_999),
    ];
    const lines: string[] = [];
    for (const body of bodies)
      for (const base of [recorder.base, new URL("https://localhost/a'b/[1]/%2e./v1")]) {
        const { body: bytes, ...get } = request(body ?? '', "/pets/it's");
        const sent = { ...get, credential, ...(body === undefined ? {} : { body: bytes }) };
        const tlsFiles = { ca: 'C:\\ca.pem', cert: "it's:me.pem", certKey: 'me.key' };
        const more = { extraHeaders: [["X-It's", 'x'] as const], tlsFiles };
        const line = curlOf(sent, { ...recorder, base, ...more });
        lines.push(line);
        const isTls = base.protocol === 'https:' && !line.startsWith('#');
        expect(line.includes(`--cert 'it'\\''s\\:me.pem' --key 'me.key'`)).toBe(isTls);
      }
    readWith(...lines);
  });

  it.each(['/pets/a\nb', "/pets/\u001b[201~'", '/pets/\u202e'])(
    'is replaced by a comment if a control character is outside the body: %j',
    (path) => {
      const line = curlOf(request('{}', path), recorder);
      expect(line).toBe('# no curl command: the request has control characters outside of its body');
      expect(isAccepted(line)).toBe(true);
    },
  );

  it('is accepted in the form that the kit writes', () => {
    expect(isAccepted(`${start}'`)).toBe(true);
    expect(isAccepted(`printf 'a%%\\\\\\047' | curl -i --globoff --data-binary @- 'http://x/'`)).toBe(true);
    expect(JSON.parse(schemaText).$defs.curl.pattern).toBe(commandPattern);
  });

  it.each([
    `${start}';touch PWNED`,
    `${start}'; touch PWNED`,
    `${start}' && touch PWNED`,
    `${start}'\ntouch PWNED`,
    `${start}\u001b[201~touch PWNED'`,
    `${start}' 'http://y/'`,
    start,
    '# a comment',
    '# no curl command: it is; touch PWNED',
    '# no curl command: it is\ntouch PWNED',
    'touch PWNED',
    "curl -i 'http://x/'",
    "curl -i --globoff $(touch PWNED) 'http://x/'",
    'curl -i --globoff "http://x/$PETSTORE_API_KEY"',
    ...[
      '-H "Authorization: $(touch PWNED)"',
      '-H "Authorization: $A $(touch PWNED)"',
      '-H "Authorization: `touch PWNED`"',
      '-H "Authorization: Bearer $(printf %s "$PETSTORE_API_KEY" | sed -E \'s/a/touch/e\')"',
      '-H "Authorization: Bearer $PETSTORE_API_KEY $HOME"',
      `-H "Authorization: Bearer \${PETSTORE_API_KEY}\${HOME}"`,
      '-u "$HOME:"',
      '-u "$PETSTORE_API_KEY:$HOME"',
      '-H "Authorization: Bearer $PETSTORE_API_KEY:h"',
      '-H "Authorization: Bearer $1"',
      '-H "Authorization: Bearer !touch"',
      '-H "X-Home: $HOME"',
      "-H '@/etc/passwd'",
      "--data-binary '@/etc/passwd'",
      '--data-binary @body-of-3-bytes',
      '--data-binary @-',
      "--data-binary $'\\x40/etc/passwd'",
      "--data-raw $'x'",
      "--config 'x'",
      "--cert 'pkcs11:module-path=/tmp/x.so'",
      "'-o'",
      "-X 'DELETE'",
    ].map((words) => `curl -i --globoff ${words} 'https://x/'`),
    ...['$(touch PWNED)', "'-v' 'x'", "'%s'", "'\\c'", "'a\\'", "'a'$HOME", "'a' 'b'", "''"].map(
      (format) => `printf ${format} | curl -i --globoff --data-binary @- 'http://x/'`,
    ),
    "printf 'a' | sh | curl -i --globoff --data-binary @- 'http://x/'",
    "printf 'a' | curl -i --globoff 'http://x/'",
    "curl -i --globoff 'file:///etc/passwd'",
  ])('in an edited report is rejected if it could do more than send the request: %s', (line) => {
    expect(isAccepted(line)).toBe(false);
  });

  it('is validated in linear time', () => {
    for (const unit of ["'\\''", "''", '$A', '"$AAAA', " -H 'a'", " --key 'a'", "\\'"]) {
      const { pattern } = JSON.parse(schemaText).$defs.curl as { pattern: string };
      const form = new RegExp(pattern, 'u');
      const before = process.cpuUsage();
      for (const beginning of [
        'curl -i --globoff ',
        "curl -i --globoff '",
        'curl -i --globoff -H "Authorization: ',
        'curl -i --globoff -H "Authorization: $PETSTORE_API_KEY',
        "printf '",
      ])
        expect(form.test(beginning + unit.repeat(100_000))).toBe(false);
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    }
  });

  it.each([
    ['/pets/[1-1000]', ''],
    ['/pets/../../x', ' --path-as-is'],
    ['/pets/%2E.', ' --path-as-is'],
    ['/./{a}', ' --path-as-is'],
    ['/pets/a.b/..c', ''],
  ])('makes curl send %s unchanged', (path, options) => {
    const line = curlOf(request('{}', path), recorder);
    expect(line.startsWith(`curl -i --globoff${options} -H `), line).toBe(true);
    expect(line.endsWith(` 'http://localhost:3000/petstore/v1${path}'`), line).toBe(true);
  });
});

it('redacts text that quotes traffic before shortening it', () => {
  const quote = (length: number) => `${'9'.repeat(length - 5)}${key}`;
  const [row] = sampleReport.timeline.rows;
  const written = {
    ...sampleReport,
    findings: [{ ...finding, received: quote(4_000) }],
    leftovers: [{ id: '1', name: quote(200), mayExist: false }],
    timeline: { ...sampleReport.timeline, rows: [{ ...row, retryAfter: quote(60) }] },
  } as unknown as Report;
  const { findings, leftovers, timeline } = redactReport(written, redact);
  expect(findings[0]?.received).toBe(`${'9'.repeat(3_995)}[key]`);
  expect(leftovers[0]?.name).toBe(`${'9'.repeat(195)}[key]`);
  expect(timeline.rows[0]?.retryAfter).toBe(`${'9'.repeat(55)}[key]`);
});

it('redacts only the beginning of a long quote', () => {
  const lengths: number[] = [];
  const traffic = (text: string) => {
    lengths.push(text.length);
    return text;
  };
  const long = 'x'.repeat(300_000);
  const written = { ...sampleReport, findings: [{ ...finding, received: long, listed: long }] };
  const [shown] = redactReport(
    written,
    Object.assign((text: string) => text, redact, { traffic }),
  ).findings;
  expect([shown?.received, shown?.listed]).toEqual([long.slice(0, 4_000), long.slice(0, 4_000)]);
  expect(Math.max(...lengths)).toBe(keptOfBody);
});

it('leaves out a number whose digits are the key', () => {
  const digits = '9876543210';
  const row = { ...sampleReport.timeline.rows[0], limit: 9_876_543_210 };
  const written = { ...sampleReport, timeline: { ...sampleReport.timeline, rows: [row] } } as Report;
  expect(JSON.stringify(redactReport(written, createRedactor({ key: digits })))).not.toContain(digits);
});
