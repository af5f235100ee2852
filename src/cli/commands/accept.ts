import { existsSync } from 'node:fs';
import { quoted, UsageError } from '../../config/messages.ts';
import { usualAcceptedFile } from '../../config/options.ts';
import type { Terms } from '../../report/accepted.ts';
import { dividedBy, withAccepted } from '../../report/accepted-file.ts';
import type {
  AcceptedFailure,
  AcceptedFile,
  AcceptedState,
  Finding,
  Report,
} from '../../report/model/report.ts';
import { matchesOnly } from '../../spec/catalog.ts';
import { operationTitle } from '../../spec/operations.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted, dayOf, shellWord } from '../../text/layout.ts';
import { joined, printableJsonText, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { didYouMean } from '../../text/similar.ts';
import type { FlagsOf } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { readAcceptedDocument, readReportFile, writeNamed } from '../named-files.ts';

type Values = FlagsOf<'accept'> & { readonly file: string };

/**
 * `accept REPORT`: updates the file of accepted failures. Removes the entries that the reported run no longer needed
 * or, with `--add`, adds the failures of the report. Returns 0.
 */
export async function accept(values: Values, environment: Environment): Promise<number> {
  const { file, add = false, accepted: path = usualAcceptedFile } = values;
  const stray = (['reason', 'owner', 'until', 'ticket', 'only'] as const).find((name) => values[name]);
  if (!add && stray !== undefined)
    throw new UsageError(`--${stray} is for accepting failures.\nUse it with --add.`);
  const report = readReportFile(file, environment);
  const words = await (add
    ? addTo(path, report, values, environment)
    : removeFrom(path, report, environment));
  environment.stdout.write(shown`${words}\n`);
  return 0;
}

async function removeFrom(
  path: string,
  { accepted: states = [] }: Report,
  environment: Environment,
): Promise<Shown> {
  const { document, isFormer } = readAcceptedDocument(path, environment);
  const { removed, kept } = dividedBy(document.accepted, states);
  if (removed.length > 0 || isFormer)
    await write(
      path,
      document,
      kept.map(({ one }) => one),
    );
  return joined([
    ...removed.map(({ one }) => shown`  removed  ${named(one)}`),
    ...kept.map(({ one, state }) => shown`  kept     ${named(one)}: ${stateWords(one, state)}`),
    shown`${counted(removed.length, 'accepted failure')} removed from ${quoted(path)}, ${kept.length} kept.`,
  ]);
}

function stateWords({ until = '' }: AcceptedFailure, state: AcceptedState['state'] | undefined): Shown {
  if (state === undefined) return shown`not passed to the run that wrote the report (use run --accepted)`;
  if (state === 'applied') return shown`still fails`;
  return state === 'expired'
    ? shown`accepted until ${printableWhole(until)}, which is in the past`
    : printableWhole(state);
}

async function addTo(path: string, report: Report, values: Values, environment: Environment): Promise<Shown> {
  const terms = termsOf(values);
  const findings = chosen(report, values.only);
  const { document, isFormer } = existsSync(path)
    ? readAcceptedDocument(path, environment)
    : { document: emptyFile, isFormer: false };
  const { accepted, added, renewed } = withAccepted(
    document.accepted,
    findings,
    terms,
    today(),
    report.runMark,
  );
  const count = added.length + renewed.length;
  if (count > 0 || isFormer) await write(path, document, accepted);
  const requirements = new Set([...added, ...renewed].map(({ requirement }) => requirement)).size;
  if (count === 0) return shown`Nothing to accept: the report has no failure that is not accepted.`;
  return joined([
    ...added.map((one) => shown`  added    ${named(one)}`),
    ...renewed.map((one) => shown`  renewed  ${named(one)}`),
    shown`${counted(count, 'failure')} of ${counted(requirements, 'requirement')} accepted until ${printableWhole(terms.until)} in ${quoted(path)}.`,
    shown`To use it, add --accepted ${printableWhole(shellWord(path))} to the command of your run.`,
  ]);
}

const emptyFile: AcceptedFile = { format: 'petstore-conformance/accepted', formatVersion: 1, accepted: [] };

/** Writes accepted failures, and keeps all other fields of the document. */
function write(path: string, document: AcceptedFile, accepted: readonly AcceptedFailure[]): Promise<void> {
  return writeNamed(path, printableJsonText(`${JSON.stringify({ ...document, accepted }, null, 2)}\n`));
}

/** Returns "list.ok  GET /categories  returned 500". */
function named({ requirement, operation, cause }: AcceptedFailure): Shown {
  const parts = [
    requirement,
    ...(operation === undefined ? [] : [operationTitle(operation)]),
    cause ?? 'any cause',
  ];
  return printableWhole(parts.join('  '));
}

/** Selects the failures to accept: those that fail a run, or all findings of the requirements that `only` names. */
function chosen(
  { findings, requirements, configuration }: Report,
  only: string | undefined,
): readonly Finding[] {
  const levels = configuration.failOn === 'advisory' ? ['required', 'advisory'] : ['required'];
  const fails = new Set(
    requirements
      .filter(
        ({ level, verdict }) => levels.includes(level) && ['fail', 'warn', 'accepted'].includes(verdict),
      )
      .map(({ id }) => id),
  );
  if (only === undefined) return findings.filter(({ requirement }) => fails.has(requirement));
  const found = findings.filter(({ requirement }) => matchesOnly(requirement, only));
  if (found.length > 0) return found;
  const ids = findings.map(({ requirement }) => requirement);
  throw new UsageError(`the report has no failure of ${quoted(only)}.${didYouMean(only, ids)}`);
}

function termsOf(values: Values): Terms & { readonly until: string } {
  const until = readDay(needed(values, 'until'));
  const [reason, owner] = [needed(values, 'reason'), needed(values, 'owner')];
  return { reason, owner, until, ...definedOnly({ ticket: values.ticket }) };
}

function needed(values: Values, name: 'until' | 'reason' | 'owner'): string {
  const given = values[name];
  if (given === undefined || given.trim() === '')
    throw new UsageError(
      `--add needs --${name}.\nEvery accepted failure has a reason, an owner and a last day (--until).`,
    );
  return given;
}

/** Returns the current day in UTC. */
function today(): string {
  return dayOf(new Date());
}

/** Reads a date (YYYY-MM-DD) that is not in the past. */
function readDay(given: string): string {
  const day = new Date(`${given}T00:00:00Z`);
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given);
  if (!isDay) throw new UsageError(`--until must be a date in the form YYYY-MM-DD, not ${quoted(given)}.`);
  if (given < today()) throw new UsageError(`--until ${given} is in the past. Use today or a later date.`);
  return given;
}
