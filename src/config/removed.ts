import { UsageError } from './messages.ts';
import { flagOf, type Rows, variableOf } from './option.ts';

/** Sentences that say what to use instead of a name from version 0.3. */
interface Removed {
  readonly instead: string;
  /** Whether the name was an option of `run`, with a flag, a library option and a variable, or only a variable. */
  readonly as: 'option' | 'variable';
  /** Whether the name was an input of the GitHub action, too. */
  readonly input?: true;
}

/** The commands that 0.4 removed. Messages and docs/reference/compatibility.md use this table and `removedOptions`. */
export const removedCommands: Readonly<Record<string, string>> = {
  judge: 'Nothing replaces it: the kit judges only requests that it sends itself. Use run.',
  init: 'Copy a pipeline from the folder examples/ of the package.',
  completion: 'Nothing replaces it: --help lists the options of a command.',
  gallery: 'Clone the repository of the kit, and use npm run gallery.',
  waive: 'Use accept, which writes a file of accepted failures for run --accepted FILE.',
};

const variables = 'Set PETSTORE_BASE_URL, PETSTORE_API_KEY and other variables in an env file or a CI job';

/** The options and variables that 0.4 removed, by their names in the library. */
export const removedOptions: Readonly<Record<string, Removed>> = {
  target: { as: 'option', input: true, instead: `${variables}, for each target.` },
  config: { as: 'option', input: true, instead: `${variables}, instead of a configuration file.` },
  allowWrites: {
    as: 'option',
    instead: 'Targets can no longer be marked as production. Use --read-only to send only GETs.',
  },
  payloads: { as: 'option', instead: 'Use --profile, which decides how many invalid bodies are sent.' },
  shrinkRequests: { as: 'option', instead: 'Leave it out: at most 20 requests look for smaller bodies.' },
  maxHeaders: { as: 'option', instead: 'Leave it out: the kit reads 64 KB of headers.' },
  maxNesting: { as: 'option', instead: 'Leave it out: the kit reads 1,000 levels of nesting.' },
  strictSelection: {
    as: 'option',
    input: true,
    instead: 'Use --strict, which also exits with 3 if a required requirement was not selected.',
  },
  history: { as: 'option', instead: 'Keep the report.json of each run, and use compare with these files.' },
  waivers: { as: 'option', input: true, instead: 'Use --accepted FILE.' },
  baseline: { as: 'option', input: true, instead: 'Use --accepted REPORT.json, with the same report.' },
  certPassphrase: {
    as: 'variable',
    instead: 'Decrypt the private key: openssl pkey -in encrypted.pem -out key.pem.',
  },
};

/** The flags of other commands that 0.4 removed, including those of `waive`, because people try them with `accept`. */
const removedFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  compare: {
    json: 'Read the report.json files, or use diff --json for two of them.',
    markdown: 'Use diff --format markdown for two reports, or compare --html.',
    'skip-unreadable': 'Leave out the files that cannot be read.',
  },
  accept: {
    prune: 'Leave it out: accept REPORT removes what is fixed.',
    renew: 'Use accept REPORT --add with a new --until.',
    expires: 'Use --until.',
    finding: 'Use --only.',
  },
};

/** Returns what to use instead of a removed flag of a command; undefined for any other flag. */
export function insteadOfFlag(command: string, flag: string): string | undefined {
  return (Object.hasOwn(removedFlags, command) ? removedFlags[command] : undefined)?.[flag];
}

/** The configuration file of 0.3, which a run read if it was in the working folder. */
export const formerConfigFile = 'petstore-conformance.config.json';

/** Returns the message about a configuration file in the working folder: a run that ignored it would test another server. */
export function configFileWords(): string {
  return `${formerConfigFile} is in the working folder, but 0.4 reads no configuration file.\n${variables}. Then delete the file.`;
}

/** Returns what to use instead of a removed option, by its name in the library; undefined for any other name. */
export function insteadOf(name: string): string | undefined {
  return Object.hasOwn(removedOptions, name) ? removedOptions[name]?.instead : undefined;
}

/** Returns the message about a name from version 0.3. */
export function removedWords(name: string, instead: string): string {
  return `${name} was removed in 0.4.\n${instead}`;
}

/** Throws a UsageError if a variable is set that would have no effect: a run must not ignore it. */
export function rejectRemovedVariables(
  env: Readonly<Record<string, string | undefined>>,
  options: Rows,
): void {
  for (const [name, { instead, input }] of Object.entries(removedOptions)) {
    const variable = variableOf(name);
    if (Object.hasOwn(options, name) || (env[variable] ?? '') === '') continue;
    const which = input ? `${variable} (in the GitHub action, the input ${flagOf(name)})` : variable;
    throw new UsageError(removedWords(which, instead));
  }
}
