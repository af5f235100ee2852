import { readDescription } from '../../config/description.ts';
import { readNamed, understood } from '../../config/files.ts';
import { quoted } from '../../config/messages.ts';
import { runOptions } from '../../config/options.ts';
import { readSettings } from '../../config/settings.ts';
import { readBaseUrl, refuseKeyInAddress } from '../../config/target.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { judgeRecorded } from '../../engine/judge-recorded.ts';
import { type RecordedTraffic, readHar } from '../../report/har/read.ts';
import { definedOnly } from '../../text/defined-only.ts';
import { counted } from '../../text/layout.ts';
import { type Shown, shown } from '../../text/shown.ts';
import { watched } from '../leaving.ts';
import { loadReporters, prepareReports, readReporters, statusOf, terminalOnly } from '../reporting.ts';
import { idsOf, loadCheckFiles } from '../requirements.ts';
import type { Surroundings } from '../surroundings.ts';

/** The largest recording that is read, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** What is not sent takes no time. */
const nothingSent = { timeoutSeconds: 0, maxWaitSeconds: 0, shrinkRequests: 0 } as const;

/** `judge FILE.har`: judges recorded traffic and sends nothing. Returns the exit statuses of `run`. */
export async function judge(flags: Flags, surroundings: Surroundings): Promise<number> {
  const { env, stderr } = surroundings;
  const path = String(flags['file']);
  const values = optionValues(runOptions, flags);
  const base = values.text('baseUrl');
  const key = env['PETSTORE_API_KEY'];
  if (key !== undefined) surroundings.keepSecret(key);
  const baseUrl = base && readBaseUrl(base, true);
  if (baseUrl !== undefined && key !== undefined) refuseKeyInAddress(baseUrl, key, '--base-url');
  const bytes = readNamed(path, 'the recording', mostBytes, surroundings);
  const read = () => readHar(bytes, definedOnly({ baseUrl, key }));
  const traffic = understood(`${quoted(path)}: `, read);
  const added = await loadCheckFiles(values.list('check'));
  const asked = readSettings(values, key, surroundings.randomSeed, idsOf(added));
  const settings = {
    ...asked,
    ...nothingSent,
    ...{ baseUrl: traffic.baseUrl, key: key ?? '' },
    ...(await readDescription(values.text('description'), asked, surroundings)),
  };
  const folder = values.valueOrDefault('reports');
  const reporters = await loadReporters(readReporters(values.text('reporter') ?? terminalOnly, folder, env));
  const quiet = values.on('quiet');
  const onStop = () =>
    stderr.write(shown`Stopping; what was judged is written. Ctrl-C again leaves at once.\n`);
  // Not before the file is read: that blocks the event loop, and a signal is to end the process.
  return watched(added, surroundings, onStop, async (signal) => {
    prepareReports(reporters);
    for (const note of notesOn(traffic)) stderr.write(shown`${note}\n`);
    const report = await judgeRecorded(traffic, settings, { added, signal });
    return statusOf(report, reporters, { quiet, signal }, surroundings);
  });
}

const credentialNotes: Readonly<Record<RecordedTraffic['credentials'], readonly Shown[]>> = {
  shown: [],
  stripped: [
    shown`The recording holds no credentials: what was answered otherwise than 401 or 403 is taken to have had the key.`,
  ],
  unclear: [
    shown`The recording does not tell which of its keys was the valid one. Put that in PETSTORE_API_KEY to have it judged.`,
  ],
};

function notesOn({ exchanges, skipped, credentials }: RecordedTraffic): Shown[] {
  const left = skipped === 0 ? '' : shown`; ${counted(skipped, 'other entry', 'other entries')} left out`;
  return [
    shown`${counted(exchanges.length, 'exchange')} with the service${left}. Nothing is sent.`,
    ...credentialNotes[credentials],
  ];
}
