import { type RecordedTraffic, readHar, UnreadableHar } from '../../har/read-har.ts';
import { defaultTimeoutSeconds, type Settings } from '../../model/settings.ts';
import { counted } from '../../report/layout.ts';
import { judgeRecorded } from '../../run/judge-recorded.ts';
import { readBaseUrl } from '../base-url.ts';
import { deliver } from '../deliver.ts';
import { type Flags, type OptionValues, optionValues } from '../option-values.ts';
import { quoted } from '../quoted.ts';
import { recordedSettings } from '../recorded-settings.ts';
import { foldersOf, readReporters } from '../reporters.ts';
import { prepareReportsFolder } from '../reports-folder.ts';
import type { Surroundings } from '../surroundings.ts';
import { fileReason, UsageError } from '../usage-error.ts';

/** The largest recording that is read, in bytes. */
const mostBytes = 256 * 1024 * 1024;

/** `judge FILE.har`: what the rules say of recorded traffic. No request is sent; statuses are those of `run`. */
export async function judge(flags: Flags, surroundings: Surroundings): Promise<number> {
  const path = String(flags['file'] ?? '');
  const values = optionValues(flags);
  const base = values.text('base-url');
  const key = surroundings.env['PETSTORE_API_KEY'];
  if (key !== undefined) surroundings.keepSecret(key);
  const traffic = read(path, surroundings, {
    ...(base === undefined ? {} : { baseUrl: readBaseUrl(base, true) }),
    ...(key === undefined ? {} : { key }),
  });
  const settings = await described(recordedSettings(values, traffic.baseUrl, key), values, surroundings);
  const folder = values.text('reports')?.text ?? 'reports';
  const standard = { text: 'terminal', from: '--reporter', byFlag: false };
  const reporters = readReporters(values.text('reporter') ?? standard, folder, surroundings.env);
  for (const [one, files] of foldersOf(reporters)) prepareReportsFolder(one, files);
  for (const note of notesOn(traffic)) surroundings.stderr.write(`${note}\n`);
  const report = judgeRecorded(traffic, settings);
  const well = await deliver(report, reporters, { quiet: values.on('quiet') }, surroundings);
  const { exitStatus } = report.verdict;
  return well || exitStatus !== 0 ? exitStatus : 3;
}

async function described(
  settings: Settings,
  values: OptionValues,
  surroundings: Surroundings,
): Promise<Settings> {
  const given = values.text('description');
  if (given === undefined) return settings;
  const { readDescription } = await import('../description.ts');
  const reach = { timeoutSeconds: defaultTimeoutSeconds };
  return { ...settings, description: await readDescription(given, reach, surroundings) };
}

function read(
  path: string,
  { readFile }: Surroundings,
  reading: Parameters<typeof readHar>[1],
): RecordedTraffic {
  let text: string;
  try {
    text = new TextDecoder().decode(readFile(path, mostBytes));
  } catch (error) {
    throw new UsageError(`the recording ${quoted(path)} could not be read: ${fileReason(error)}.`);
  }
  try {
    return readHar(text, reading);
  } catch (error) {
    if (error instanceof UnreadableHar) throw new UsageError(`${quoted(path)}: ${error.message}.`);
    throw error;
  }
}

const credentialNotes: Readonly<Record<RecordedTraffic['credentials'], readonly string[]>> = {
  shown: [],
  stripped: [
    'The recording holds no credentials: what was answered otherwise than 401 or 403 is taken to have had the key.',
  ],
  unclear: [
    'The recording does not tell which of its keys was the valid one. Put that in PETSTORE_API_KEY to have it judged.',
  ],
};

function notesOn({ exchanges, skipped, credentials }: RecordedTraffic): string[] {
  const left = skipped === 0 ? '' : `; ${counted(skipped, 'other entry', 'other entries')} left out`;
  return [
    `${counted(exchanges.length, 'exchange')} with the service${left}. Nothing is sent.`,
    ...credentialNotes[credentials],
  ];
}
