import { type ServiceOptions, withDefaults } from '../options.ts';
import { holdersOf, referenceParts } from '../reference-parts.ts';
import { type Listening, startServer } from '../server.ts';
import { applyChanges, type Change } from './change.ts';
import { checkSettings } from './check-settings.ts';
import { deliverAsChosen } from './delivery.ts';
import { createCounter, type Statistics } from './statistics.ts';

/** Options of a reference server; only `keys` is required. */
export interface ReferenceServerOptions extends ServiceOptions {
  /** Changes to the reference server, applied in order. */
  readonly change?: Change | readonly Change[];
}

/** A reference server that is listening. */
export interface ReferenceServer extends Listening {
  /** Returns the counts so far. */
  readonly stats: () => Statistics;
}

/**
 * Starts a Pet Store Service that conforms to the specification, except for `options.change`. Throws a TypeError for
 * invalid options, and an Error if the address is not available.
 */
export async function startReferenceServer(options: ReferenceServerOptions): Promise<ReferenceServer> {
  const { settings, reference, parts, counter } = buildReferenceServer(options);
  checkSettings(settings);
  const listening = await startServer(settings, parts, {
    observer: counter,
    deliver: deliverAsChosen,
    fallback: reference,
  });
  return { ...listening, stats: counter.read };
}

/** Builds the parts of a reference server that is not listening yet. */
export function buildReferenceServer({ change = [], ...service }: ReferenceServerOptions) {
  const settings = withDefaults(service);
  const holders = holdersOf(settings);
  const now = (): number => settings.clock.now();
  const reference = referenceParts(settings, holders);
  const changes = typeof change === 'function' ? [change] : change;
  const parts = applyChanges(reference, changes, { settings, holders, now });
  const counter = createCounter(reference, now);
  return { settings, reference, parts, counter };
}
