import { expect, it } from 'vitest';
import { flagOf, variableOf } from '../../src/config/option.ts';
import { removedCommands, removedOptions } from '../../src/config/removed.ts';
import { describeBadInput, key } from './bad-input.ts';
import { command } from './command.ts';
import { carryOut } from './in-process.ts';

const percentEncoded = (text: string) =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

const plain = 'run --base-url URL';

const literal = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const removedFlags = Object.entries(removedOptions).filter(([, { as }]) => as === 'option');

type Refused = readonly [line: string, says: RegExp, env?: Readonly<Record<string, string>>];

/**
 * Command lines, the messages that they lead to, and environment variables. `URL` is replaced by the base URL of a server,
 * and `_` in an argument by a space.
 */
const refused: readonly Refused[] = [
  // Words and options
  ['rnu', /unknown command: rnu\.\n.*--help/],
  ['https://x.example/v1', /unknown command: .*\n.*run --base-url URL/],
  ['--seed 1', /a command is missing\.\n.*run --base-url URL/],
  ['run URL', /unexpected argument "http:.*\n.*--help/],
  ['run https://me:pa55@x.example/v1?a=b', /unexpected argument "https:\/\/x\.example\/v1"/],
  ['run -- staging', /unexpected argument "staging"/],
  ['diff a b c', /unexpected argument "c"\.\n.*diff <old> <new>/],
  ['explain', /an argument is missing.*\n.*explain <id> .*id is the id of a requirement/],
  ['replay auth.key-missing', /is not a file\.\n.*reports\/report\.json/],
  ['report .', /"\." is not a file/],
  ['report package.json/x', /is not a file|cannot read/],
  ['report package.json/x.json', /cannot read/],
  ['explain zzz', /unknown requirement "zzz"/],
  ['run --bse-url x', /unknown option: bse-url\.\n.*--help/],
  ['run --base-url', /--base-url needs a value/],
  ['run --seed 1 --seed 2', /--seed was given 2 times; use it once/],
  ['run --strict=perhaps', /--strict takes no value/],
  ['run --reporter report.html', /"report\.html" is a file\. Did you mean html=report\.html\?/],
  ['run --reporter junt', /one of terminal, .*, not "junt"/],
  [`run --api-key ${key}`, /api-key\. Every user of the machine can read a command line/],
  [`run --x --token=${key}`, /Every user of the machine.*\n.*PETSTORE_API_KEY/],
  [`run --${key}`, /unknown option: \[key\]/],
  [`run --seed ${'x'.repeat(50)}${key}`, /not "x{50}\[key\]"/],
  ['list --level must', /required, advisory, observed, not-testable, not "must"/],
  ['list --level required --defects', /--level and --defects cannot be combined/],
  ['explain limit.recover', /Did you mean limit\.recovers/],
  ['explain list.ko', /Did you mean list\.ok\?/],
  ['explain auth', /is a section with \d+ requirements/],
  ['serve --defect nope', /unknown defect "nope"\.\n {2}npx .* list --defects shows all \d+\.\n$/],
  ['serve --defect missing-headers', /Did you mean headers-missing-on-401 or headers-missing-/],
  ['serve --defect invalid.name-type', /Did you mean name-number-coerced or /],
  ['serve --defect token-bucket', /Did you mean --variant token-bucket\?\n/],
  ...Object.entries(removedCommands).map(
    ([name, instead]): Refused => [`${name} x --anything y`, literal(instead)],
  ),
  ...Object.entries(removedCommands).flatMap(([name, instead]): Refused[] => [
    [`${name} --help`, literal(instead)],
    [`help ${name}`, literal(instead)],
  ]),
  ['compare a.json b.json --markdown', /--markdown was removed in 0\.4\.\n.*diff --format markdown/],
  ['compare a.json --skip-unreadable', /--skip-unreadable was removed/],
  ['accept report.json --renew', /--renew was removed in 0\.4\.\n.*--add with a new --until/],
  ...removedFlags.map(([name, { instead }]): Refused => [`run --${flagOf(name)} x`, literal(instead)]),
  ...removedFlags.map(
    ([name, { instead }]): Refused => [`run --seed 1 --${flagOf(name)}=x`, literal(instead)],
  ),
  ['replay --target staging report.json', literal(removedOptions['target']?.instead ?? '?')],
  ...Object.entries(removedOptions).map(
    ([name, { instead }]): Refused => [plain, literal(instead), { [variableOf(name)]: 'x' }],
  ),
  // Values
  ['run --plan fre', /one of free, pro, business, enterprise, not "fre"\.$/m],
  ['run', /PETSTORE_PLAN must be one of/, { PETSTORE_PLAN: 'gold' }],
  ['run --seed 0x10', /--seed must be random, date or a whole number from 0 to 2147483647, not "0x10"/],
  ['run --max-requests 1e3', /--max-requests must be a whole number from 1 to 100000, not "1e3"/],
  ['run --max-requests 0', /from 1/],
  ['run --max-creates=-1', /--max-creates must be a whole number from 0/],
  ['run --max-requests 5 --max-creates 6', /more than --max-requests 5/],
  ['run --timeout 10s', /--timeout must be a number of seconds/],
  ['run', /PETSTORE_STRICT is neither true nor false/, { PETSTORE_STRICT: 'perhaps' }],
  ['run', /PETSTORE_BASEURL sets no option\. Did you mean PETSTORE_BASE_URL\?/, { PETSTORE_BASEURL: 'x' }],
  ['run', /PETSTORE_APIKEY sets no option\. Did you mean PETSTORE_API_KEY\?/, { PETSTORE_APIKEY: 'x' }],
  [plain, /PET_STORE_PLAN sets no option\. Did you mean PETSTORE_PLAN\?/, { PET_STORE_PLAN: '' }],
  ['run --fail-on required', /--fail-on must be advisory/],
  ['run --only auth.key-mising', /Did you mean auth\.key-missing/],
  ['run --only auth', /Did you mean 'auth\.\*'\?/],
  ['run --only auht.*', /Did you mean 'auth\.\*'\?/],
  ['run --only list.ko', /Did you mean list\.ok\?/],
  ['run --only lst.nothing', /Did you mean 'list\.\*'\?/],
  ['run --only list.ok,^auth', /no requirement matches .*\n.*ids, or patterns/],
  [`${plain} --label build`, /--label must be NAME=VALUE/],
  [`${plain} --label a=1 --label a=2`, /the label a was given twice/],
  [`${plain} --reports /dev/null/x`, /cannot write to "\/dev\/null\/x"/],
  [`${plain} --ca none.pem`, /--ca: cannot read "none\.pem"/],
  [`${plain} --check none.mjs`, /"none\.mjs" does not exist, or is not a file\.\n$/],
  // Targets
  [
    'run --base-url localhost:8080/v1',
    /not a valid .*: "localhost.*Did you mean http:\/\/localhost:8080\/v1\?/,
  ],
  ['run --base-url ftp://x.example/v1', /is not a valid http or https URL/],
  ['run --base-url http://exa_mple/v1', /contains a space/],
  ['run --base-url http://x.example:99999/v1', /has the port "99999", .* from 1 to 65535/],
  ['run --base-url https://me:pa55@x.example:0/v1', /has the port "0"/],
  ['run --base-url http://0.0.0.0:8101/v1', /"0\.0\.0\.0", .*\n.*Use 127\.0\.0\.1 /],
  ['run --base-url http://0:8101/v1 --allow-http', /Use 127\.0\.0\.1 /],
  ['run --base-url https://[::]:8101/v1', /Use \[::1\] /],
  [
    'run --base-url https://me:pa55@x.example/v1',
    /a user name or password\. Without it: "https:\/\/x\.example\/v1"/,
  ],
  [`run --base-url https://x.example/v1?key=${key}`, /contains a query/],
  ['run --base-url https://x.example/v1#a', /contains a query or a fragment/],
  ['run --base-url http://x.example/v1', /key would be sent unencrypted.\n.*--allow-http/],
  [`run --base-url https://x.example/${key}/v1`, /--base-url contains the key/],
  [
    `run --base-url https://x.example/${percentEncoded(percentEncoded(key))}/v1`,
    /--base-url contains the key/,
  ],
  [`run --base-url https://${key}.example/v1`, /--base-url contains the key/],
  ['run', /PETSTORE_BASE_URL is empty/, { PETSTORE_BASE_URL: '' }],
  ['run --dry-run', /no target, and CI is set to "woodpecker"\.\n.*--reference-server/, { CI: 'woodpecker' }],
  [`${plain} --reference-server`, /--base-url and --reference-server name two targets/],
  ['run --reference-server --wait-for 5', /--wait-for needs --base-url/],
  ['run --header X-A:_b', /needs --base-url/],
  ['run --strict', /--strict needs a target/],
  // Keys
  [plain, /PETSTORE_API_KEY is empty/, { PETSTORE_API_KEY: ' \n' }],
  [
    plain,
    /has 7 characters, and keys shorter than 8 .*\n.*--allow-short-key/,
    { PETSTORE_API_KEY: 'k-4711x' },
  ],
  [
    plain,
    /the key is a word of the specification, .*\n.*--allow-short-key/,
    { PETSTORE_API_KEY: 'Categories' },
  ],
  [plain, /more than one line/, { PETSTORE_API_KEY: `${key}\n${key}x` }],
  [plain, /spaces around the key/, { PETSTORE_API_KEY: ` ${key}` }],
  [plain, /without "Bearer"/, { PETSTORE_API_KEY: `Bearer ${key}` }],
  [plain, /a character outside ASCII at position 18 of 18/, { PETSTORE_API_KEY: `${key}ü` }],
  [plain, /a space at position 3 of 20/, { PETSTORE_API_KEY: `a= ${key}` }],
  [plain, /a control character at position 18/, { PETSTORE_API_KEY: `${key}\u007f` }],
  [plain, /in quotes\. .*\n.*docker/, { PETSTORE_API_KEY: `"${key}"` }],
  [plain, /in quotes/, { PETSTORE_API_KEY: `'${key}'` }],
  [plain, /the pipeline did not replace it/, { PETSTORE_API_KEY: '$(PETSTORE_KEY)' }],
  [plain, /both set/, { PETSTORE_API_KEY_FILE: 'x' }],
  [`${plain} --api-key-file none.txt`, /--api-key-file: there is no such file\.\n.* not the key itself\./],
  [`${plain} --api-key-file /`, /it is a directory/],
  // Headers
  [`${plain} --header X-A`, /'NAME: VALUE'/],
  [`${plain} --header X_A:_b`, /"X A" is not a header name/],
  [`${plain} --header X-A:_b\r\nHost:_x`, /control character/],
  [`${plain} --header X-A:_猫`, /outside Latin-1/],
  [`${plain} --header authorization:_Bearer_x`, /the kit itself controls authorization/],
  [`${plain} --header X-Api-Key:_${key}`, /X-Api-Key contains the key/],
  [`${plain} --header X-A:_b --header x-a:_c`, /sets x-a twice/],
];

describeBadInput('a wrong command prints a sentence that says what to do, and sends nothing', (url) => {
  it.each(refused.map((one) => ({ one, line: one[0], says: one[1] })))('$line: $says', async ({ one }) => {
    const [line, says, env = {}] = one;
    const args = line.split(' ').map((arg) => (arg === 'URL' ? url() : arg.replaceAll('_', ' ')));
    // Each of these few command lines runs in a separate process.
    const carry = refused.findIndex(([, pattern]) => pattern === says) % 20 === 5 ? command : carryOut;
    const ended = await carry(args, { env: { PETSTORE_API_KEY: key, ...env } });
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).toMatch(/^petstore-conformance: [^\n]+\n( {2}[^\n]+\n)?$/);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.stderr + ended.stdout).not.toContain(key);
    expect([ended.status, ended.stdout]).toEqual([2, '']);
  });
});
