import { readDescription } from '../../config/description.ts';
import { readNamed, understood } from '../../config/files.ts';
import { quoted } from '../../config/messages.ts';
import { defaultOf } from '../../config/option.ts';
import { runOptions } from '../../config/options.ts';
import { readSettings } from '../../config/settings.ts';
import { readBaseUrl, rejectKeyInUrl } from '../../config/target.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { judgeRecorded } from '../../engine/judge-recorded.ts';
import { type RecordedTraffic, readHar } from '../../report/har/read.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted } from '../../text/layout.ts';
import { type Shown, shown } from '../../text/shown.ts';
import type { Environment } from '../environment.ts';
import { interruptible } from '../exit.ts';
import { deliveredStatus, prepareReports, readPrinting } from '../reporting.ts';
import { idsOf, loadCheckFiles } from '../requirements.ts';

/** The largest recording that is read, in bytes. */
const maxBytes = 32 * 1024 * 1024;

/** Nothing is sent, so nothing waits. */
const nothingSent = { timeoutSeconds: 0, maxWaitSeconds: 0, shrinkRequests: 0 } as const;

/** `judge FILE.har`: judges recorded traffic and sends nothing. Returns the exit statuses of `run`. */
export async function judge(flags: Flags, environment: Environment): Promise<number> {
  const { env, stderr } = environment;
  const path = String(flags['file']);
  const values = optionValues(runOptions, flags);
  const { baseUrl: base, check = [] } = values;
  const key = env['PETSTORE_API_KEY'];
  const baseUrl = base && readBaseUrl(base, true);
  if (baseUrl !== undefined && key !== undefined) rejectKeyInUrl(baseUrl, key, '--base-url');
  const bytes = readNamed(path, 'the recording', maxBytes);
  const traffic = understood(`${quoted(path)}: `, () => readHar(bytes, definedOnly({ baseUrl, key })));
  const added = await loadCheckFiles(check.map(({ value }) => value));
  const custom = idsOf(added);
  const target = { baseUrl: traffic.baseUrl, key: key ?? '' };
  const read = readSettings(values, { ...target, custom });
  const settings = {
    ...read,
    ...nothingSent,
    ...(await readDescription(values.description, read)),
  };
  const reporters = await readPrinting(values, defaultOf(runOptions.reports), env);
  const quiet = values.quiet !== undefined;
  const verbose = values.verbose !== undefined;
  // Only after the file is read: reading blocks the event loop, so a listener would delay the signal.
  return interruptible(environment, async ({ signal, release }) => {
    prepareReports(reporters);
    for (const note of notesOn(traffic)) stderr.write(shown`${note}\n`);
    const report = await judgeRecorded(traffic, settings, { added, signal, release });
    return deliveredStatus(report, reporters, { quiet, verbose, signal, inputs: [path] }, environment);
  });
}

const credentialNotes: Readonly<Record<RecordedTraffic['credentials'], readonly Shown[]>> = {
  shown: [],
  stripped: [
    shown`The recording has no credentials. Requests that did not return 401 or 403 are treated as sent with the key.`,
  ],
  unclear: [shown`The recording does not show which of its keys is valid. Set PETSTORE_API_KEY to that key.`],
};

function notesOn({ exchanges, skipped, credentials }: RecordedTraffic): Shown[] {
  const ignored = skipped === 0 ? '' : shown`; ${counted(skipped, 'other entry', 'other entries')} ignored`;
  return [
    shown`${counted(exchanges.length, 'exchange')} with the target${ignored}. Nothing is sent.`,
    ...credentialNotes[credentials],
  ];
}
