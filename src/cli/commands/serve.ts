import type { Defect, Variant } from '../../../reference-server/changes/change.ts';
import { defects } from '../../../reference-server/defects/index.ts';
import { PUBLISHED_LIMITS, startReferenceServer } from '../../../reference-server/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { isLoopback } from '../../exchange/address.ts';
import { duration, shellWord } from '../../text/layout.ts';
import { joined, printableWhole, shown } from '../../text/shown.ts';
import { advice, nearest } from '../../text/similar.ts';
import { commands, enterpriseLimits, type FlagsOf } from '../commands.ts';
import type { Environment } from '../environment.ts';
import { onStopSignal } from '../exit.ts';
import { findKey } from '../named-files.ts';
import { needed, violatedRequirements } from '../requirements.ts';

/** The default key. It is not secret: no other server accepts it. */
const localKey = 'local-petstore-key';

/** How long responses in flight may take after Ctrl-C, in ms. */
const stopGraceMs = 500;

/** `serve`: runs the reference server until SIGINT or SIGTERM. */
export async function serve(flags: FlagsOf<'serve'>, environment: Environment): Promise<number> {
  const { stdout, stderr } = environment;
  const { options } = commands.serve;
  const { port = options.port.standard, host = options.host.standard, keyFile } = flags;
  const { plan = options.plan.standard, window = options.window.standard } = flags;
  const givenKey = findKey(
    keyFile === undefined ? undefined : { value: keyFile, from: '--key-file', byFlag: true },
    environment,
  );
  const published = plan === 'enterprise' ? enterpriseLimits : PUBLISHED_LIMITS[plan];
  const minute = flags.limit ?? published.minute;
  const variant = findServer(flags.variant, 'variant', variants, defects);
  const defect = findServer(flags.defect, 'defect', defects, variants);
  const changes = [variant, defect].filter((one) => one !== undefined);
  const server = await startReferenceServer({
    port,
    host,
    stopGraceMs,
    keys: [{ key: givenKey ?? localKey, plan }],
    plans: { [plan]: { minute, day: Math.max(minute, published.day) } },
    minuteMs: window * 1_000,
    change: changes.map((one) => one.change),
  }).catch((error: unknown) => {
    throw listenError(error, host, port);
  });
  // Listens for signals before the announcement, because a script may stop the server as soon as it reads the announcement.
  const stopped = new Promise<void>((resolve) => {
    onStopSignal(resolve);
  });
  const keyOption = keyFile === undefined ? '' : ` --api-key-file ${shellWord(keyFile)}`;
  const keyWords =
    givenKey === undefined
      ? localKey
      : `the one in ${keyFile === undefined ? 'PETSTORE_API_KEY' : quoted(keyFile)}`;
  const lines = [
    `The reference server is listening on ${server.url}`,
    `  plan ${plan}: ${minute} requests per ${duration(window)}`,
    ...changes.map(({ title }) => `  changed: ${title}`),
    ...(defect === undefined ? [] : [`  violates: ${violatedRequirements(defect)}`]),
    `  key: ${keyWords}; no other is accepted`,
    'Test it from another terminal:',
    `  ${givenKey === undefined ? `PETSTORE_API_KEY=${localKey} ` : ''}${runCommand(server.url, plan, defect)}${keyOption}`,
    'Press Ctrl-C to stop.',
  ];
  stdout.write(shown`${joined(lines.map(printableWhole))}\n`);
  await stopped;
  stderr.write(shown`Stopping.\n`);
  await server.close();
  return 0;
}

/** Returns the command that tests the server, with the options that its defect needs. */
function runCommand(url: string, plan: string, defect: Defect | undefined): string {
  const options = (defect?.needs ?? [])
    .filter((need) => need !== 'plan')
    .map((need) => ` ${needed[need].options.replace('FILE', `${url}/openapi.json`)}`);
  const open = isLoopback(new URL(url).hostname) ? '' : ' --allow-http';
  return `npx petstore-conformance run --base-url ${url} --plan ${plan}${options.join('')}${open}`;
}

/** Finds a defect or variant by its id. Throws a UsageError that suggests others. */
function findServer<One extends Defect | Variant>(
  id: string | undefined,
  kind: 'defect' | 'variant',
  all: readonly One[],
  others: readonly (Defect | Variant)[],
): One | undefined {
  const found = all.find((one) => one.id === id);
  if (found !== undefined || id === undefined) return found;
  // If the id is that of a requirement, suggest the servers that violate the requirement.
  const concerned = all.filter((one) =>
    ('requirements' in one ? one.requirements : one.warnings).includes(id),
  );
  const ids = (servers: readonly (Defect | Variant)[]) => servers.map((one) => one.id);
  const near = ids(others).includes(id)
    ? [`--${kind === 'defect' ? 'variant' : 'defect'} ${id}`]
    : concerned.length > 0
      ? ids(concerned.slice(0, 3))
      : nearest(id, ids(all), 3);
  throw new UsageError(
    `unknown ${kind} ${quoted(id)}.${advice(near)}\n` +
      `npx petstore-conformance list --${kind}s shows all ${all.length}.`,
  );
}

/** Returns the error of a server that did not start: a UsageError if the address or the port is the reason. */
function listenError(error: unknown, host: string, port: number): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error && 'code' in cause)) return error;
  const where = `${quoted(host)}, port ${port}`;
  const hint = 'Choose another address or port with --host and --port; --port 0 uses any free port.';
  if (cause.code === 'EADDRINUSE')
    return new UsageError(`another program is already listening on ${where}.\n${hint}`);
  return new UsageError(`the server cannot listen on ${where}: ${String(cause.code)}.\n${hint}`);
}
