import { type RecordedTraffic, readHar, UnreadableHar } from '../../har/read-har.ts';
import { defaultTimeoutSeconds } from '../../model/settings.ts';
import { readBaseUrl } from '../../options/base-url.ts';
import { refuseKeyInAddress } from '../../options/bearer-key.ts';
import { readDescription } from '../../options/description.ts';
import { type Shown, shown } from '../../report/escape.ts';
import { counted } from '../../report/layout.ts';
import { judgeRecorded } from '../../run/judge-recorded.ts';
import { idsOf, loadCheckFiles } from '../check-files.ts';
import { deliver } from '../deliver.ts';
import { type Flags, optionValues } from '../option-values.ts';
import { readNamed, understood } from '../read-document.ts';
import { recordedSettings } from '../recorded-settings.ts';
import { loadReporters } from '../reporter-modules.ts';
import { foldersOf, readReporters } from '../reporters.ts';
import { prepareReportsFolder } from '../reports-folder.ts';
import type { Surroundings } from '../surroundings.ts';
import { watchCommand } from '../watch.ts';

/** The largest recording that is read, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** `judge FILE.har`: what the rules say of recorded traffic. No request is sent; statuses are those of `run`. */
export async function judge(flags: Flags, surroundings: Surroundings): Promise<number> {
  const path = String(flags['file'] ?? '');
  const values = optionValues(flags);
  const base = values.text('base-url');
  const key = surroundings.env['PETSTORE_API_KEY'];
  if (key !== undefined) surroundings.keepSecret(key);
  const baseUrl = base && readBaseUrl(base, true);
  if (baseUrl !== undefined && key !== undefined) refuseKeyInAddress(baseUrl, key, '--base-url');
  const traffic = read(path, surroundings, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(key === undefined ? {} : { key }),
  });
  const added = await loadCheckFiles(values);
  const reach = { timeoutSeconds: defaultTimeoutSeconds };
  const settings = {
    ...recordedSettings(values, traffic.baseUrl, key, idsOf(added)),
    ...(await readDescription(values.text('description'), reach, surroundings)),
  };
  const folder = values.text('reports')?.text ?? 'reports';
  const standard = { text: 'terminal', from: '--reporter', byFlag: false };
  const asked = readReporters(values.text('reporter') ?? standard, folder, surroundings.env);
  const reporters = await loadReporters(asked);
  const quiet = values.on('quiet');
  // Not before the file is read, which holds the event loop: until here, a signal ends the process.
  const watch = await watchCommand(added, surroundings, () => {
    surroundings.stderr.write(shown`Stopping; what was judged is written. Ctrl-C again leaves at once.\n`);
  });
  try {
    const { signal } = watch;
    for (const [one, files] of foldersOf(reporters)) prepareReportsFolder(one, files);
    for (const note of notesOn(traffic)) surroundings.stderr.write(shown`${note}\n`);
    const report = await judgeRecorded(traffic, settings, { added, signal });
    const well = await deliver(report, reporters, { quiet, signal }, surroundings);
    const { exitStatus } = report.verdict;
    return await watch.statusAfter(well || exitStatus !== 0 ? exitStatus : 3);
  } finally {
    await watch.end();
  }
}

function read(
  path: string,
  surroundings: Surroundings,
  context: Parameters<typeof readHar>[1],
): RecordedTraffic {
  const bytes = readNamed(path, 'the recording', mostBytes, surroundings);
  return understood(path, () => readHar(bytes, context), UnreadableHar);
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
