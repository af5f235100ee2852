import { existsSync } from 'node:fs';
import { didYouMean, quoted, UsageError } from '../../config/messages.ts';
import { defaultOf } from '../../config/option.ts';
import type { Finding, Report, Waiver } from '../../report/model/report.ts';
import {
  covers,
  renewCommand,
  renewed,
  waiversAfter,
  waiversJson,
  withWaiversFor,
} from '../../report/waivers.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted } from '../../text/layout.ts';
import { joined, printableJsonText, printableWhole, shown } from '../../text/shown.ts';
import { commands, type FlagsOf } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { readReportFile, readWaiversText, writeNamed } from '../named-files.ts';

type Values = FlagsOf<'waive'>;

/** Returns the path of the waivers file. */
const pathOf = ({ waivers = defaultOf(commands.waive.options.waivers) }: Values): string => waivers;

/** `waive FILE`: adds waivers for the failures of a report.json to the waivers file. */
export async function waive(
  values: Values & { readonly file?: string },
  environment: Environment,
): Promise<number> {
  const { file, ticket } = values;
  if (values.renew) return renew(values, environment);
  if (file === undefined)
    throw new UsageError(`waive needs the path of a report.json, unless --renew is given.`);
  if (values.prune) return prune(values, file, environment);
  const terms = {
    expires: readExpiry(values),
    reason: required(values, 'reason'),
    owner: required(values, 'owner'),
    ...definedOnly({ ticket }),
  };
  const path = pathOf(values);
  const report = readReportFile(file);
  const existing = existsSync(path) ? readWaiversText(path) : undefined;
  const findings = chosen(report, values);
  const { waivers, added } = withWaiversFor(findings, existing?.document ?? [], terms, report.runMark);
  const over = (existing?.document ?? []).filter(
    (waiver) => waiver.expires < today() && findings.some((finding) => covers(waiver, finding)),
  );
  if (added.length > 0) await writeNamed(path, printableJsonText(waiversJson(waivers, existing?.text)));
  const lines = added.map(
    ({ requirement, signature = '' }) => shown`  ${printableWhole(requirement)}  ${quoted(signature)}\n`,
  );
  environment.stdout.write(
    added.length === 0 && over.length > 0
      ? shown`Nothing to add: ${counted(over.length, 'expired waiver')} ${over.length === 1 ? 'covers' : 'cover'} these failures. To accept them until another day: ${printableWhole(renewCommand)}\n`
      : added.length === 0
        ? shown`Nothing to waive: the report has no failure without a waiver.\n`
        : shown`${joined(lines, '')}${counted(added.length, 'waiver')} until ${printableWhole(terms.expires)} added to ${quoted(path)}.\n`,
  );
  return 0;
}

/** `waive --renew`: gives expired waivers, or those of one finding, a new last day. */
async function renew(values: Values, environment: Environment): Promise<number> {
  const expires = readExpiry(values);
  const { reason, owner, ticket, finding } = values;
  const path = pathOf(values);
  const { document, text } = readWaiversText(path);
  const isChosen = ({ requirement, signature, expires: last }: Waiver) =>
    finding === undefined ? last < today() : [requirement, signature].includes(finding);
  if (finding !== undefined && !document.some(isChosen))
    throw new UsageError(
      `${quoted(path)} has no waiver for ${quoted(finding)}.${didYouMean(
        finding,
        document.map(({ requirement }) => requirement),
      )}`,
    );
  const terms = { expires, ...definedOnly({ reason, owner, ticket }) };
  const { waivers, changed } = renewed(document, terms, isChosen);
  if (changed.length > 0) await writeNamed(path, printableJsonText(waiversJson(waivers, text)));
  const lines = changed.map(
    (one) =>
      shown`  ${printableWhole(one.requirement)}  (${printableWhole(one.owner)}: ${printableWhole(one.reason)})\n`,
  );
  environment.stdout.write(
    changed.length === 0
      ? shown`Nothing to renew: no waiver in ${quoted(path)} has expired.\n`
      : shown`${joined(lines, '')}${counted(changed.length, 'waiver')} renewed until ${printableWhole(expires)} in ${quoted(path)}.\n`,
  );
  return 0;
}

/** `waive --prune FILE`: removes the waivers whose requirements pass in a report.json, and says why others stay. */
async function prune(values: Values, file: string, environment: Environment): Promise<number> {
  const path = pathOf(values);
  const report = readReportFile(file);
  const { document, text } = readWaiversText(path);
  const all = waiversAfter(document, report);
  const kept = all.filter(({ why }) => why !== undefined);
  if (kept.length < all.length)
    await writeNamed(
      path,
      printableJsonText(
        waiversJson(
          kept.map(({ waiver }) => waiver),
          text,
        ),
      ),
    );
  const lines = all.map(({ waiver: { requirement, signature }, why }) => {
    const named = shown`${printableWhole(requirement)}${signature === undefined ? '' : shown`  ${quoted(signature)}`}`;
    return why === undefined
      ? shown`  removed  ${named}\n`
      : shown`  kept     ${named}: ${printableWhole(why)}\n`;
  });
  environment.stdout.write(
    shown`${joined(lines, '')}${counted(all.length - kept.length, 'waiver')} removed from ${quoted(path)}, ${kept.length} kept.\n`,
  );
  return 0;
}

/** Selects the failures to waive: all of the report, or those of one requirement. */
function chosen(
  { findings, requirements, configuration }: Report,
  { finding: wanted }: Values,
): readonly Finding[] {
  const fails = new Set(
    requirements
      .filter(
        ({ verdict }) => verdict === 'fail' || (configuration.failOn === 'advisory' && verdict === 'warn'),
      )
      .map(({ id }) => id),
  );
  if (wanted === undefined) return findings.filter(({ requirement }) => fails.has(requirement));
  const found = findings.filter(
    ({ requirement, signature }) => requirement === wanted || signature === wanted,
  );
  if (found.length > 0) return found;
  const ids = findings.map(({ requirement }) => requirement);
  throw new UsageError(`the report has no finding ${quoted(wanted)}.${didYouMean(wanted, ids)}`);
}

function required(values: Values, name: 'expires' | 'reason' | 'owner'): string {
  const given = values[name];
  if (given === undefined)
    throw new UsageError(
      `a waiver needs --${name}: every waiver states its last day, its reason and its owner.`,
    );
  return given;
}

/** Returns the current day in UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Reads a day (YYYY-MM-DD) that is not over. */
function readExpiry(values: Values): string {
  const given = required(values, 'expires');
  const day = new Date(`${given}T00:00:00Z`);
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given);
  if (!isDay) throw new UsageError(`--expires must be a date in the form YYYY-MM-DD, not ${quoted(given)}.`);
  if (given < today()) throw new UsageError(`--expires ${given} is in the past. Use today or a later date.`);
  return given;
}
