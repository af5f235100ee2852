import type { HttpResponse } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { Report } from '../../src/report/model/report.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { dispatcherTo } from './in-memory-dispatcher.ts';
import { settingsFor } from './run-against.ts';

/** A response as a test writes it. The body is sent unchanged. */
export interface Scripted {
  readonly status: number;
  readonly headers?: HttpResponse['headers'];
  readonly body?: string;
}

/** Responds to a request of a run; `number` counts from 1. */
export type Script = (method: string, path: string, number: number) => Scripted;

/**
 * Runs the kit in virtual time against a server that consists only of this function. Returns the report and the requests.
 */
export async function runScripted(
  respond: Script,
  settings: Partial<Settings> = {},
  url = 'http://shop.test/v1',
): Promise<{ readonly report: Report; readonly sent: readonly string[] }> {
  const sent: string[] = [];
  const clock = createSharedClock();
  const serve = async ({ method, path }: { readonly method: string; readonly path: string }) => {
    sent.push(`${method} ${path}`);
    const { status, headers = [], body = '' } = respond(method, path, sent.length);
    return { status, headers, body: Buffer.from(body) };
  };
  const report = await run(settingsFor(url, settings), { clock, openDispatcher: () => dispatcherTo(serve) });
  return { report, sent };
}

/** Returns a JSON response. */
export function jsonResponse(status: number, value: unknown, headers: Scripted['headers'] = []): Scripted {
  return { status, headers: [['Content-Type', 'application/json'], ...headers], body: JSON.stringify(value) };
}

/** Returns a response with an HTML page. */
export function htmlPage(status: number, title: string): Scripted {
  const body = `<!doctype html><title>${title}</title>`;
  return { status, headers: [['Content-Type', 'text/html; charset=utf-8']], body };
}
