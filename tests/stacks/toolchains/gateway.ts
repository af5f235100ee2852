import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startReferenceServer } from '../../../reference-server/index.ts';
import type { StartStack } from '../stack.ts';
import { serve } from './serve.ts';
import { type Prepared, prepared, step } from './toolchain.ts';

/** A gateway program. */
export interface Gateway {
  readonly program: string;
  /** The arguments that make the program print its version. */
  readonly version: readonly string[];
  /** The name of the configuration file, in which {{PORT}} and {{UPSTREAM}} are replaced. */
  readonly configuration: string;
  /** Returns the arguments for a port. The working directory contains the configuration. */
  readonly args: (port: number) => readonly string[];
}

/** Prepares a gateway in front of a reference server; nothing is built. */
export function prepareGateway(gateway: Gateway, source: string, folder: string): Promise<Prepared> {
  return prepared(async () => {
    const printed = await step(gateway.program, gateway.version);
    const [version = ''] = /\d+(\.\d+)+/.exec(printed) ?? [];
    return {
      kind: 'ready',
      start: inFrontOf(gateway, readFileSync(join(source, gateway.configuration), 'utf8'), folder),
      versions: [`${basename(gateway.program)} ${version}`],
    };
  });
}

function inFrontOf({ program, configuration, args }: Gateway, text: string, folder: string): StartStack {
  return async (options) => {
    const upstream = await startReferenceServer({
      keys: [{ key: options.key, plan: 'free' }],
      plans: { free: { minute: options.limit, day: 1_000 } },
      minuteMs: options.windowSeconds * 1_000,
    });
    const configured = (port: number): readonly string[] => {
      const filled = text.replaceAll('{{PORT}}', `${port}`).replaceAll('{{UPSTREAM}}', `${upstream.port}`);
      writeFileSync(join(folder, configuration), filled);
      return args(port);
    };
    try {
      const stack = await serve({ file: program, args: configured, cwd: folder }, options);
      return { url: stack.url, close: () => stack.close().finally(upstream.close) };
    } catch (error) {
      await upstream.close();
      throw error;
    }
  };
}
