import type { Defect } from '../../../reference-server/change.ts';
import { PUBLISHED_LIMITS, startReferenceServer } from '../../../reference-server/index.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { type Flags, type OptionValues, optionValues } from '../../config/values.ts';
import { isLoopback } from '../../exchange/address.ts';
import { duration } from '../../text/layout.ts';
import { joined, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { commands, type OptionsOf } from '../commands.ts';
import { enterpriseLimits } from '../embedded.ts';
import { onStopSignal } from '../leaving.ts';
import { findKey } from '../named-files.ts';
import { asked } from '../rows.ts';
import { brokenRows, findChanges } from '../servers.ts';
import type { Surroundings } from '../surroundings.ts';

/** The key of a server that was given none. It is no secret: it opens nothing but such a server. */
const localKey = 'local-petstore-key';

/** What is being answered at Ctrl-C may still be answered for this long, in ms. */
const stopGraceMs = 500;

/** `serve`: the reference server until SIGINT or SIGTERM. */
export async function serve(flags: Flags, surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings;
  const values = optionValues(commands.serve.options, flags);
  const found = findKey(values.text('keyFile'), surroundings);
  if (found?.note !== undefined) stderr.write(shown`${printableWhole(surroundings.redact(found.note))}\n`);
  const order = readOrder(values);
  const { variant, defect } = findChanges(values);
  const changes = [variant, defect].filter((one) => one !== undefined);
  const key = found?.key ?? localKey;
  const server = await startReferenceServer({
    port: order.port,
    host: order.host,
    keys: [{ key, plan: order.plan }],
    plans: { [order.plan]: order.limits },
    minuteMs: order.windowSeconds * 1_000,
    change: changes.map((one) => one.change),
    stopGraceMs,
  }).catch((error: unknown) => {
    throw listenError(error, order);
  });
  // Whoever reads that it listens may stop it at once.
  const stopped = new Promise<void>((resolve) => {
    onStopSignal(resolve);
  });
  stdout.write(announcement({ ...order, url: server.url, isLocalKey: found === undefined, changes, defect }));
  await stopped;
  stderr.write(shown`Stopping.\n`);
  await server.close();
  return 0;
}

function readOrder({ value, valueOrDefault }: OptionValues<OptionsOf<'serve'>>) {
  const plan = valueOrDefault('plan');
  const published = plan === 'enterprise' ? enterpriseLimits : PUBLISHED_LIMITS[plan];
  const minute = value('limit') ?? published.minute;
  return {
    port: valueOrDefault('port'),
    host: valueOrDefault('host'),
    plan,
    limits: { minute, day: Math.max(minute, published.day) },
    windowSeconds: valueOrDefault('window'),
  };
}

type ServeOrder = ReturnType<typeof readOrder>;

interface Announced extends ServeOrder {
  readonly url: string;
  readonly isLocalKey: boolean;
  readonly changes: readonly { readonly title: string }[];
  readonly defect: Defect | undefined;
}

function announcement({ url, plan, limits, windowSeconds, isLocalKey, changes, defect }: Announced): Shown {
  const variable = isLocalKey ? `PETSTORE_API_KEY=${localKey} ` : '';
  const open = isLoopback(new URL(url).hostname) ? '' : ' --allow-http';
  // What shows a defect that a plain run does not look for; the plan is named in any case.
  const needed = (defect?.needs ?? [])
    .filter((need) => need !== 'plan')
    .map((need) => ` ${asked[need].options.replace('FILE', `${url}/openapi.json`)}`);
  const lines = [
    `The reference server listens on ${url}`,
    `  plan ${plan}: ${limits.minute} requests in ${duration(windowSeconds)}`,
    ...changes.map(({ title }) => `  changed: ${title}`),
    ...(defect === undefined ? [] : [`  breaks: ${brokenRows(defect)}`]),
    ...(isLocalKey ? [`  key ${localKey}`] : []),
    'Test it from another terminal:',
    `  ${variable}npx petstore-conformance run --base-url ${url} --plan ${plan}${needed.join('')}${open}`,
    'Ctrl-C stops it.',
  ];
  return shown`${joined(lines.map(printableWhole))}\n`;
}

function listenError(error: unknown, { host, port }: ServeOrder): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error && 'code' in cause)) return error;
  const where = `${quoted(host)}, port ${port}`;
  const advice = 'Choose another with --host and --port; --port 0 takes any free one.';
  if (cause.code === 'EADDRINUSE')
    return new UsageError(`another program listens on ${where} already.\n${advice}`);
  return new UsageError(
    `the server cannot listen on ${where}: the system said ${String(cause.code)}.\n${advice}`,
  );
}
