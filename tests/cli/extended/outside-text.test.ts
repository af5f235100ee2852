// @module-tag extended
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandNames, commands } from '../../../src/cli/commands.ts';
import { flagOf, isSwitch, type Rows, variableOf } from '../../../src/config/option.ts';
import { commandOptions } from '../../../src/config/options.ts';
import { readReport } from '../../../src/report/read-report.ts';
import { hostileBody } from '../../report/hostile-texts.ts';
import { sampleReport } from '../../report/sample-report.ts';
import { temporaryFolder } from '../command.ts';
import { carryOut, type Environment } from '../in-process.ts';

/** Lines that a build server would act on. */
const commandLines = [
  '::error::Forged',
  '##[error]Forged',
  '##vso[task.complete result=Succeeded]',
  "##teamcity[buildStatus text='Forged']",
  'section_start:1:Forged\r\u001b[0K',
];
const hostile: Readonly<Record<string, string>> = {
  'characters and lines': [
    'Planted\u001b[7m\u001b]0;t\u0007\u0000\u007f\b\u009b2J\u0085\u2028\u2029\u202e\u200b\ufeff\u{e0041}\ud800x\udfff',
    ...commandLines,
    '\r\nForged verdict',
  ].join('\n'),
  'a command at the beginning': '\t ::error title=Planted\u009b7m::Forged',
};

/** The kit's own escape sequences: colors, and clearing the progress line. */
const own = new RegExp(`${'\u001b'}\\[(?:(?:[0-68]|[0-9]{2,3})m|1G|0K)`, 'g');

/** Control and format characters, line separators and lone surrogates, except line breaks and tabs. */
const rawRanges = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
] as const;

function rawIn(text: string): string[] {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const found = codes.filter((code) => rawRanges.some(([first, last]) => code >= first && code <= last));
  return [...new Set(found)].map((code) => code.toString(16));
}

interface Tried extends Environment {
  readonly args: readonly string[];
  /** Whether only programs read the format. If so, only raw characters matter. */
  readonly forPrograms?: boolean;
}

/** Runs a command and examines everything that it writes. */
async function expectSafe({ args, forPrograms = false, ...given }: Tried): Promise<string> {
  const { status, stdout, stderr } = await carryOut(args, given);
  expect(status, stderr).not.toBeNull();
  const text = `${stdout}\n${stderr}`;
  const plain = given.atTerminal ? text.replace(own, '') : text;
  const context = `${JSON.stringify(args.join(' '))}: ${JSON.stringify(plain)}`;
  expect(rawIn(plain), context).toEqual([]);
  if (!forPrograms) expect(plain.split('\n').filter(isForged), context).toEqual([]);
  expect(plain, context).not.toMatch(/##(?:\[|[a-z]+\[)/i);
  return text;
}

function isForged(line: string): boolean {
  return (
    /^\s*(?:Forged|::|section_)/.test(line) && !/^::(?:error|warning|notice) title=[^:\r\n]*::/.test(line)
  );
}

const unreachable = ['--base-url', 'http://127.0.0.1:1/v1'];
const words: Readonly<Record<string, readonly string[]>> = {
  replay: ['report.json', ...unreachable],
  report: ['report.json'],
  diff: ['report.json', 'report.json'],
  compare: ['report.json', 'report.json'],
  accept: ['report.json'],
  judge: ['traffic.har'],
  explain: ['list.ok'],
};

/** Appends the hostile text to every free-form string of a report. */
function reportWith(text: string): unknown {
  const report = structuredClone(sampleReport);
  plantIn(report);
  return report;

  function plantIn(part: object): void {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'object' && value !== null) plantIn(value);
      if (typeof value !== 'string') continue;
      Object.assign(part, { [name]: `${text}${value}${text}` });
      if (!isReport(report)) Object.assign(part, { [name]: value });
    }
  }
}

function isReport(value: unknown): boolean {
  try {
    readReport(JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function harWith(text: string): unknown {
  const exchange = (method: string, path: string, status: number) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: {
      method,
      url: `http://pets.example/v1${path}`,
      headers: [
        { name: 'Authorization', value: 'Bearer abcdefghijkl' },
        { name: `X-${text}`, value: text },
      ],
      ...(method === 'POST' ? { postData: { mimeType: text, text: `{"name":"a"}${text}` } } : {}),
    },
    response: {
      status,
      statusText: text,
      headers: [
        { name: 'Content-Type', value: text },
        { name: 'Retry-After', value: text },
        { name: text, value: text },
      ],
      content: { mimeType: text, text: hostileBody(text, status) },
    },
  });
  return {
    log: {
      version: '1.2',
      entries: [
        exchange('GET', '/categories', 200),
        exchange('POST', '/categories', 201),
        exchange('POST', '/categories', 400),
        exchange('GET', `/pets/${encodeURIComponent(text.toWellFormed())}`, 404),
        exchange('GET', '/categories', 429),
      ],
    },
  };
}

const reports = new Map(
  Object.values(hostile).map((text) => [text, JSON.stringify(reportWith(text))] as const),
);

/** Creates a folder with all files that commands read, each containing the hostile text. */
async function folderWith(text: string): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'report.json'), reports.get(text) ?? '');
  await writeFile(join(cwd, 'traffic.har'), JSON.stringify(harWith(text)));
  return cwd;
}

const withValues = (rows: Rows) =>
  Object.entries(rows).flatMap(([name, row]) => (isSwitch(row) ? [] : [name]));
const usage = { env: { PETSTORE_API_KEY: 'test-Key_0123456789-xyz' } };

describe.each(Object.entries(hostile))('no external text reaches the output unescaped: %s', (_what, text) => {
  it.each(commandNames)('as the value of each option of %s', async (command) => {
    const cwd = await folderWith(text);
    const needed = command === 'run' ? [...unreachable, '--only', 'list.ok'] : (words[command] ?? []);
    for (const flag of withValues(commands[command].options).map(flagOf)) {
      const given = needed.filter((_, at) => ![at, at - 1].some((one) => needed[one] === `--${flag}`));
      const args = [command, ...given, `--${flag}=${text}`];
      await expectSafe({ ...usage, cwd, args });
    }
  });

  it.each(commandNames)('as an unknown word or option of %s', async (command) => {
    const cwd = await folderWith(text);
    const needed = words[command] ?? [];
    await expectSafe({ cwd, args: [command, ...needed, `--x${text}`] });
    await expectSafe({ cwd, args: [command, ...needed, text, text, text] });
    for (const at of Object.keys(commands[command].words).keys())
      await expectSafe({
        cwd,
        args: [command, ...needed.map((word, index) => (index === at ? text : word))],
      });
  });

  it('as a command', () => expectSafe({ args: [text] }));

  it('in each environment variable', async () => {
    const cwd = await folderWith(text);
    for (const name of Object.keys(commandOptions)) {
      const target = name === 'baseUrl' ? [] : unreachable;
      const env = { ...usage.env, [variableOf(name)]: text };
      await expectSafe({ cwd, env, args: ['run', ...target, '--only', 'list.ok'] });
    }
    for (const name of [
      'PETSTORE_API_KEY',
      'HTTP_PROXY',
      'NO_PROXY',
      'COLUMNS',
      'CI',
      'TERM',
      'GITHUB_OUTPUT',
    ])
      await expectSafe({
        cwd,
        env: { ...usage.env, [name]: text },
        args: ['run', ...unreachable, '--proxy-from-env'],
      });
  });

  it('in a report', async () => {
    const cwd = await folderWith(text);
    const said = [
      await expectSafe({ cwd, args: ['report', 'report.json'] }),
      await expectSafe({ cwd, args: ['report', 'report.json'], atTerminal: true }),
      await expectSafe({ cwd, args: ['report', 'report.json', '--reporter', 'github'] }),
      await expectSafe({ cwd, args: ['diff', 'report.json', 'report.json'], atTerminal: true }),
      await expectSafe({ cwd, args: ['diff', 'report.json', 'report.json', '--format', 'markdown'] }),
      await expectSafe({ cwd, args: ['diff', 'report.json', 'report.json', '--json'], forPrograms: true }),
      await expectSafe({ cwd, args: ['compare', 'report.json', 'report.json'], atTerminal: true }),
      await expectSafe({ ...usage, cwd, args: ['replay', 'report.json', ...unreachable] }),
      await expectSafe({ ...usage, cwd, args: ['replay', 'report.json', '--finding', '1', ...unreachable] }),
      await expectSafe({
        cwd,
        args: ['accept', 'report.json', '--add', '--until', '2999-01-01', '--reason', text, '--owner', text],
      }),
    ];
    expect(said.filter((one) => one.includes('Planted')).length).toBeGreaterThan(5);
  });

  it('in files that are not reports, recordings or settings', async () => {
    const cwd = await folderWith(text);
    const broken = [text, `{"${text}"`, JSON.stringify({ [text]: text }), JSON.stringify(text), `[${text}]`];
    for (const [at, content] of broken.entries()) {
      const file = `broken${at}.json`;
      await writeFile(join(cwd, file), content);
      for (const args of [
        ['report', file],
        ['diff', file, file],
        ['compare', file],
        ['replay', file],
        ['run', ...unreachable, '--accepted', file],
        ['accept', 'report.json', '--accepted', file],
        ['run', ...unreachable, '--description', file],
        ['run', ...unreachable, '--api-key-file', file],
        ['run', ...unreachable, '--ca', file],
        ['list', '--check', file],
        ['report', 'report.json', '--reporter', `./${file}`],
      ])
        await expectSafe({ ...(args.includes('--api-key-file') ? {} : usage), cwd, args });
    }
  });

  it('from a server, and in the annotations about it', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.method === 'POST' ? 400 : 200;
      response.setHeader('Content-Type', 'application/json');
      response.end(hostileBody(text, response.statusCode));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => {
      server.close();
    });
    const cwd = await temporaryFolder();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const args = ['run', '--base-url', url, '--no-exhaust', '--only', 'list.*,errors.*'];
    const said = await expectSafe({ ...usage, cwd, args: [...args, '--verbose'] });
    await expectSafe({ ...usage, cwd, args, atTerminal: true });
    expect(said).toContain('Planted');
    await expectSafe({ ...usage, cwd, args: [...args, '--description', `${url}/openapi.json`] });
    const env = { ...usage.env, GITHUB_ACTIONS: 'true' };
    await expectSafe({ env, cwd, args: ['run', '--plan', text] });
    await expectSafe({ env, cwd, args: [...args, '--reporter', 'github'] });
  });
});
