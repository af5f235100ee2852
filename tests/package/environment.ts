import { delimiter } from 'node:path';

/** What npm needs to know of this machine: where its registry is and how it is reached, and where it keeps files. */
const kept =
  /^(?:path|home|tmpdir|(?:https?|no)_proxy|ssl_cert_file|node_extra_ca_certs|npm_config_(?:registry|cache|cafile|userconfig|globalconfig|proxy|https_proxy|noproxy))$/i;

/** A registry that does not answer is waited for only where it is demanded (`PETSTORE_NODES`). */
const retries = { npm_config_fetch_retries: process.env['PETSTORE_NODES'] === undefined ? '0' : '2' };

/**
 * The environment of a user's shell, without what npm and Vitest told this process about the kit's own folder. With `first`,
 * programs are looked for there before anywhere else.
 */
export function environment(first?: string): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => kept.test(entry[0]) && entry[1] !== undefined,
  );
  const env: Record<string, string> = { ...Object.fromEntries(own), ...retries };
  return { ...env, ...(first === undefined ? {} : { PATH: `${first}${delimiter}${env['PATH'] ?? ''}` }) };
}
