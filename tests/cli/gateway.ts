import { createPrivateKey } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { beforeAll, onTestFinished } from 'vitest';
import { certificate } from '../hostile/raw-server.ts';
import { carryOut } from './in-process.ts';
import { env, startService } from './services.ts';

/**
 * A certificate issued by the authority below. Like every fixture, the file contains the certificate and its private key.
 */
export const client = certificate('right');
export const [privateKey = ''] = /-----BEGIN PRIVATE KEY.*END PRIVATE KEY-----\n/s.exec(client.key) ?? [];
/** A line of the private key, which no output may contain. */
export const secretText = privateKey.split('\n')[1] ?? '';
export const authority = fileURLToPath(new URL('../hostile/certificates/authority.pem', import.meta.url));
const passphrase = 'open sesame';

/** Makes a folder with the fixtures, the client's certificate and key in two files, and an encrypted copy of the key. */
async function certificateFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  await cp(join(authority, '..'), folder, { recursive: true });
  await writeFile(join(folder, "client's cert.pem"), client.cert.replace(privateKey, ''));
  await writeFile(join(folder, 'client.key'), privateKey);
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  await writeFile(join(folder, 'encrypted.key'), createPrivateKey(privateKey).export(cipher));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Makes the folder of certificates once for all tests of a file. `runAt` runs the kit in that folder. */
export function useCertificates() {
  const certificates = {
    folder: '',
    runAt: (url: string, ...more: string[]) => runIn(certificates.folder, url, ...more),
  };
  beforeAll(async () => {
    const { folder, remove } = await certificateFolder();
    certificates.folder = folder;
    return remove;
  });
  return certificates;
}

/** Starts a server, and closes it and its connections at the end of the test. Returns its port. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a gateway in front of a server. `seen` lists the owner of each request's client certificate, or an empty string. */
export async function startGateway({ requires = true, as = 'right', defect = '' } = {}) {
  const behind = new URL((await startService(defect === '' ? [] : defect)).url);
  const seen: string[] = [];
  const ca = await readFile(authority);
  const options = { ...certificate(as), ca, requestCert: true, rejectUnauthorized: requires };
  const server = createServer(options, (incoming, outgoing) => {
    seen.push(ownerOf(incoming.socket));
    const { method, url, headers } = incoming;
    const forwarded = request({ port: behind.port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.rawHeaders);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  const port = await listening(server);
  return { url: `https://127.0.0.1:${port}/v1`, port, seen };
}

/** Returns the owner of the client certificate of a connection, or an empty string. */
export function ownerOf(socket: unknown): string {
  return socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject?.CN ?? '') : '';
}

/** Runs `run` in the folder of certificates, without the proof of the limit. */
const runIn = (folder: string, url: string, ...more: string[]) =>
  carryOut(['run', '--base-url', url, '--ca', 'authority.pem', '--no-exhaust', '--quiet', ...more], {
    env,
    cwd: folder,
  });
