import { defects } from '../../reference-server/defects/index.ts';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import { createRandom } from '../../src/engine/session.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import type { Report } from '../../src/report/model/report.ts';
import { settingsFor } from '../support/run-against.ts';
import { startFaulty } from './transient-faults.ts';

export interface FaultyRun {
  readonly report: Report;
  /** The number of requests that encountered a fault. */
  readonly faults: number;
}

export interface FaultyRunOptions {
  readonly service: Partial<ReferenceServerOptions>;
  readonly settings: Partial<Settings>;
  /** An additional defect of the server. */
  readonly defect?: string;
  /** A virtual clock, shared by the kit and the server. */
  readonly clock?: Clock;
  readonly seed: number;
}

/** Runs the kit with `--profile thorough` against a server with frequent transient faults. */
export async function faultyRun(options: FaultyRunOptions): Promise<FaultyRun> {
  const { service, settings, defect, clock, seed } = options;
  const change = defects.filter(({ id }) => id === defect).map((one) => one.change);
  const shared = clock === undefined ? {} : { clock };
  const target = await startFaulty(createRandom(seed), { ...service, ...shared, change });
  try {
    const given = settingsFor(target.url, { profile: 'thorough', ...settings });
    return { report: await run(given, shared), faults: target.faults() };
  } finally {
    await target.close();
  }
}
