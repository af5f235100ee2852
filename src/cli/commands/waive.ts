import { existsSync } from 'node:fs';
import { quoted, UsageError } from '../../config/messages.ts';
import { defaultOf } from '../../config/option.ts';
import type { Finding, Report, Waiver } from '../../report/model/report.ts';
import { covers, renewCommand, renewed, waiversJson, whyKept, withWaiversFor } from '../../report/waivers.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted } from '../../text/layout.ts';
import { joined, printableJsonText, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { didYouMean } from '../../text/similar.ts';
import { commands, type FlagsOf } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { readReportFile, readWaiversText, writeNamed } from '../named-files.ts';

type Values = FlagsOf<'waive'>;

/** `waive`: adds waivers for the failures of a report to the waivers file, renews or prunes them. Returns 0. */
export async function waive(
  values: Values & { readonly file?: string },
  environment: Environment,
): Promise<number> {
  const { file, waivers: path = defaultOf(commands.waive.options.waivers) } = values;
  if (file === undefined && !values.renew)
    throw new UsageError(`waive needs the path of a report.json, unless --renew is given.`);
  const report = file === undefined || values.renew ? undefined : readReportFile(file);
  const words =
    report === undefined
      ? await renew(values, path)
      : await (values.prune ? prune(report, path) : add(values, report, path));
  environment.stdout.write(shown`${words}\n`);
  return 0;
}

/** Writes waivers; keeps what else the text of the file has. */
function write(path: string, waivers: readonly Waiver[], text: string | undefined): Promise<void> {
  return writeNamed(path, printableJsonText(waiversJson(waivers, text)));
}

/** Adds waivers for the failures of a report. */
async function add(values: Values, report: Report, path: string): Promise<Shown> {
  const expires = readExpiry(values);
  const [reason, owner] = [required(values, 'reason'), required(values, 'owner')];
  const terms = { expires, reason, owner, ...definedOnly({ ticket: values.ticket }) };
  const existing = existsSync(path) ? readWaiversText(path) : undefined;
  const document = existing?.document ?? [];
  const findings = chosen(report, values);
  const { waivers, added } = withWaiversFor(findings, document, terms, report.runMark);
  const over = document.filter(
    (waiver) => waiver.expires < today() && findings.some((finding) => covers(waiver, finding)),
  );
  if (added.length > 0) {
    await write(path, waivers, existing?.text);
    const lines = added.map(
      ({ requirement, signature = '' }) => shown`  ${printableWhole(requirement)}  ${quoted(signature)}\n`,
    );
    return shown`${joined(lines, '')}${counted(added.length, 'waiver')} until ${printableWhole(expires)} added to ${quoted(path)}.`;
  }
  return over.length > 0
    ? shown`Nothing to add: ${counted(over.length, 'expired waiver')} ${over.length === 1 ? 'covers' : 'cover'} these failures. To accept them until another day: ${printableWhole(renewCommand)}`
    : shown`Nothing to waive: the report has no failure without a waiver.`;
}

/** Gives expired waivers, or those of one finding, a new last day. */
async function renew(values: Values, path: string): Promise<Shown> {
  const expires = readExpiry(values);
  const { reason, owner, ticket, finding } = values;
  const { document, text } = readWaiversText(path);
  const isChosen = ({ requirement, signature, expires: last }: Waiver) =>
    finding === undefined ? last < today() : [requirement, signature].includes(finding);
  if (finding !== undefined && !document.some(isChosen)) {
    const ids = document.map(({ requirement }) => requirement);
    throw new UsageError(`${quoted(path)} has no waiver for ${quoted(finding)}.${didYouMean(finding, ids)}`);
  }
  const terms = { expires, ...definedOnly({ reason, owner, ticket }) };
  const { waivers, changed } = renewed(document, terms, isChosen);
  if (changed.length === 0) return shown`Nothing to renew: no waiver in ${quoted(path)} has expired.`;
  await write(path, waivers, text);
  const lines = changed.map(
    (one) =>
      shown`  ${printableWhole(one.requirement)}  (${printableWhole(one.owner)}: ${printableWhole(one.reason)})\n`,
  );
  return shown`${joined(lines, '')}${counted(changed.length, 'waiver')} renewed until ${printableWhole(expires)} in ${quoted(path)}.`;
}

/** Removes the waivers whose requirements pass in a report, and says why others stay. */
async function prune(report: Report, path: string): Promise<Shown> {
  const { document, text } = readWaiversText(path);
  const all = document.map((waiver) => ({ waiver, why: whyKept(waiver, report) }));
  const kept = all.filter(({ why }) => why !== undefined).map(({ waiver }) => waiver);
  if (kept.length < all.length) await write(path, kept, text);
  const lines = all.map(({ waiver: { requirement, signature }, why }) => {
    const named = shown`${printableWhole(requirement)}${signature === undefined ? '' : shown`  ${quoted(signature)}`}`;
    return why === undefined
      ? shown`  removed  ${named}\n`
      : shown`  kept     ${named}: ${printableWhole(why)}\n`;
  });
  return shown`${joined(lines, '')}${counted(all.length - kept.length, 'waiver')} removed from ${quoted(path)}, ${kept.length} kept.`;
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
