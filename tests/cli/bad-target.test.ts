import { type BadInput, describeBadInput, itRefuses, key } from './bad-input.ts';

const percentEncoded = (text: string) =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

const cases: readonly BadInput[] = [
  {
    what: 'a key as a flag',
    args: ['run', '--api-key', key],
    says: /api-key\. Every user of the machine can read a command line/,
  },
  {
    what: 'a token as a flag',
    args: ['run', `--token=${key}`],
    says: /argument: token\. .*\n.*PETSTORE_API_KEY/,
  },
  {
    what: 'a base URL without a scheme',
    args: ['run', '--base-url', 'localhost:8080/v1'],
    says: /is not a valid http or https URL: "localhost:8080\/v1"/,
  },
  {
    what: 'another scheme',
    args: ['run', '--base-url', 'ftp://x.example/v1'],
    says: /is not a valid http or https URL/,
  },
  {
    what: 'an invalid base URL',
    args: ['run', '--base-url', 'http://exa mple/v1'],
    says: /contains a space/,
  },
  {
    what: 'an invalid port',
    args: ['run', '--base-url', 'http://x.example:99999/v1'],
    says: /is not a valid http or https URL/,
  },
  {
    what: 'user info',
    args: ['run', '--base-url', 'https://me:pa55@x.example/v1'],
    says: /contains a user name or password\. Without it: "https:\/\/x\.example\/v1"/,
  },
  {
    what: 'empty user info',
    args: ['run', '--base-url', 'https://@x.example/v1'],
    says: /contains a user name/,
  },
  {
    what: 'a query',
    args: ['run', '--base-url', `https://x.example/v1?key=${key}`],
    says: /contains a query/,
  },
  { what: 'an empty query', args: ['run', '--base-url', 'https://x.example/v1?'], says: /contains a query/ },
  {
    what: 'a fragment',
    args: ['run', '--base-url', 'https://x.example/v1#a'],
    says: /contains a query or a fragment/,
  },
  { what: 'the key in the path', args: ['run', '--base-url', `http://x.example/${key}`], says: /plain http/ },
  {
    what: 'the key in the path, over https',
    args: ['run', '--base-url', `https://x.example/${key}/v1`],
    says: /--base-url contains the key/,
  },
  {
    what: 'the key in the path, percent-encoded',
    args: ['run', '--base-url', `https://x.example/${percentEncoded(key)}/v1`],
    says: /--base-url contains the key/,
  },
  {
    what: 'the key in the path, percent-encoded twice',
    args: ['run', '--base-url', `https://x.example/${percentEncoded(percentEncoded(key))}/v1`],
    says: /--base-url contains the key/,
  },
  {
    what: 'the key in the host name, in lower case',
    args: ['run', '--base-url', `https://${key}.example/v1`],
    says: /--base-url contains the key/,
  },
  {
    what: 'the key inside a long string',
    args: ['run', '--seed', `${'x'.repeat(50)}${key}`],
    says: /not "x{50}\[key\]"/,
  },
  {
    what: 'the key as an option',
    args: ['run', `--${key}`],
    says: /unknown option or argument: \[key\]/,
  },
  {
    what: 'plain http to another machine',
    args: ['run', '--base-url', 'http://x.example/v1'],
    says: /key would be sent unencrypted.\n.*--allow-http/,
  },
  {
    what: 'an empty base URL',
    args: ['run'],
    env: { PETSTORE_BASE_URL: '' },
    says: /PETSTORE_BASE_URL is empty/,
  },
  {
    what: 'an empty key',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: '' },
    says: /PETSTORE_API_KEY is empty/,
  },
  {
    what: 'a blank key',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: ' \n' },
    says: /PETSTORE_API_KEY is empty/,
  },
  {
    what: 'a short key',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: 'k-4711x' },
    says: /PETSTORE_API_KEY: the key has 7 characters, and keys shorter than 8 .*\n.*--allow-short-key/,
  },
  {
    what: 'a key that is a word of the specification',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: 'Categories' },
    says: /PETSTORE_API_KEY: the key is a word of the specification, .*\n.*--allow-short-key/,
  },
  {
    what: 'a key of two lines',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `${key}\n${key}x` },
    says: /more than one line/,
  },
  {
    what: 'a key with spaces around it',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: ` ${key}` },
    says: /spaces around the key/,
  },
  {
    what: 'a key with its scheme',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `Bearer ${key}` },
    says: /without "Bearer"/,
  },
  {
    what: 'a key with an umlaut',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `${key}ü` },
    says: /a character outside ASCII at position 18 of 18/,
  },
  {
    what: 'a key with a quote',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `"${key}"` },
    says: /a character at position 1 of 19/,
  },
  {
    what: 'a key with = inside',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY: `a=${key}` },
    says: /a character at position 2/,
  },
  {
    what: 'a missing key file',
    args: ['run', '--base-url', 'URL', '--api-key-file', 'none.txt'],
    says: /--api-key-file: there is no such file\.\n.* not the key itself\./,
  },
  {
    what: 'a directory as key file',
    args: ['run', '--base-url', 'URL', '--api-key-file', '/'],
    says: /it is a directory/,
  },
  { what: 'a key file without a target', args: ['run', '--api-key-file', 'x'], says: /needs --base-url/ },
  {
    what: 'two variables for the key',
    args: ['run', '--base-url', 'URL'],
    env: { PETSTORE_API_KEY_FILE: 'x' },
    says: /both set/,
  },
  {
    what: 'a header without a colon',
    args: ['run', '--base-url', 'URL', '--header', 'X-A'],
    says: /'NAME: VALUE'/,
  },
  {
    what: 'a header with a bad name',
    args: ['run', '--base-url', 'URL', '--header', 'X A: b'],
    says: /"X A" is not a header name/,
  },
  {
    what: 'a header with a line break',
    args: ['run', '--base-url', 'URL', '--header', 'X-A: b\r\nHost: x'],
    says: /control character/,
  },
  {
    what: 'a header beyond Latin-1',
    args: ['run', '--base-url', 'URL', '--header', 'X-A: 猫'],
    says: /outside Latin-1/,
  },
  {
    what: 'an Authorization header',
    args: ['run', '--base-url', 'URL', '--header', 'authorization: Bearer x'],
    says: /the kit itself controls authorization/,
  },
  {
    what: 'a Transfer-Encoding header',
    args: ['run', '--base-url', 'URL', '--header', 'Transfer-Encoding: chunked'],
    says: /the kit itself controls/,
  },
  {
    what: 'a header with the key',
    args: ['run', '--base-url', 'URL', '--header', `X-Api-Key: ${key}`],
    says: /X-Api-Key contains the key/,
  },
  {
    what: 'a repeated header',
    args: ['run', '--base-url', 'URL', '--header', 'X-A: b', '--header', 'x-a: c'],
    says: /sets x-a twice/,
  },
  ...['true', '1', 'woodpecker'].map((CI) => ({
    what: `no target in CI (${CI})`,
    args: ['run'],
    env: { CI },
    says: new RegExp(`there is no target, and CI is set to "${CI}"\\.\\n.*--base-url.*--reference-server`),
  })),
  {
    what: 'no target in CI, with --dry-run',
    args: ['run', '--dry-run'],
    env: { CI: 'true' },
    says: /no target/,
  },
  {
    what: 'two targets',
    args: ['run', '--base-url', 'URL', '--reference-server'],
    says: /--base-url and --reference-server name two targets/,
  },
  {
    what: 'an option of a target with the reference server',
    args: ['run', '--reference-server', '--wait-for', '5'],
    says: /--wait-for needs --base-url/,
  },
  { what: 'a wait without a target', args: ['run', '--wait-for', '5'], says: /needs --base-url/ },
  { what: 'strict without a target', args: ['run', '--strict'], says: /--strict needs a target/ },
  {
    what: 'strict without a target, in a variable',
    args: ['run'],
    env: { PETSTORE_STRICT: 'true' },
    says: /PETSTORE_STRICT needs a target/,
  },
  { what: 'a header without a target', args: ['run', '--header', 'X-A: b'], says: /needs --base-url/ },
  {
    what: 'a missing certificate authority',
    args: ['run', '--base-url', 'URL', '--ca', 'none.pem'],
    says: /--ca: cannot read "none\.pem"/,
  },
  {
    what: 'an impossible reports folder',
    args: ['run', '--base-url', 'URL', '--reports', '/dev/null/x'],
    says: /cannot write to "\/dev\/null\/x"/,
  },
];

describeBadInput('a target, a key or a header that is wrong', (url) => itRefuses(cases, url));
