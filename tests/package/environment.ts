import { delimiter } from 'node:path';

/** The variables that npm needs: paths, its registry, the proxy and the cache. */
const kept =
  /^(?:path|home|tmpdir|(?:https?|no)_proxy|ssl_cert_file|node_extra_ca_certs|npm_config_(?:registry|cache|cafile|userconfig|globalconfig|proxy|https_proxy|noproxy))$/i;

/** npm retries an unreachable registry only if `PETSTORE_NODES` requires it. */
const retries = { npm_config_fetch_retries: process.env['PETSTORE_NODES'] === undefined ? '0' : '2' };

/**
 * Returns the environment of a user's shell, without the variables that npm and Vitest set. `first` comes first on the
 * path.
 */
export function environment(first?: string): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => kept.test(entry[0]) && entry[1] !== undefined,
  );
  const env: Record<string, string> = { ...Object.fromEntries(own), ...retries };
  return { ...env, ...(first === undefined ? {} : { PATH: `${first}${delimiter}${env['PATH'] ?? ''}` }) };
}
