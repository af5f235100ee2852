import type { TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Behavior } from './behavior.ts';
import { handlingConnections, message } from './message.ts';
import { certificate, startRaw } from './raw-server.ts';

const because = 'a target without a trusted certificate cannot be tested';
const authority = fileURLToPath(new URL('certificates/authority.pem', import.meta.url));
const trusting = ['--ca', authority];

/** TLS faults, with certificates from the fixtures. */
export const tls: readonly Behavior[] = [
  {
    id: 'tls-right',
    does: 'uses TLS with a certificate from the authority in --ca',
    arises: 'a company with its own certificate authority',
    status: 0,
    because: 'correct: the control for the faults below',
    args: trusting,
    start: () => overTls(certificate('right')),
  },
  wrongCertificate('expired', 'uses an expired certificate', 'the certificate has expired', trusting),
  wrongCertificate(
    'not-yet-valid',
    'uses a certificate that is not yet valid',
    'CERT_NOT_YET_VALID',
    trusting,
  ),
  wrongCertificate('other-host', 'has a certificate for another host', 'is for another host', trusting),
  wrongCertificate('self-signed', 'has a certificate that is self-signed', 'is self-signed', []),
  wrongCertificate(
    'right',
    'uses a certificate from an unknown authority',
    'could not be verified',
    [],
    'unknown-authority',
  ),
  {
    id: 'tls-too-old',
    does: 'speaks only obsolete versions of TLS',
    arises: 'a server that was never updated',
    status: 3,
    because,
    verdictPattern: /Cannot connect to the target securely: /,
    args: trusting,
    start: () =>
      overTls({
        ...certificate('right'),
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
      }),
  },
  {
    id: 'plain-on-https',
    does: 'speaks plain HTTP although the base URL says https',
    arises: 'the proxy that terminates TLS is bypassed',
    status: 3,
    because,
    verdictPattern: /does not speak TLS/,
    start: () =>
      secured((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
  },
  {
    id: 'tls-on-http',
    does: 'speaks TLS although the base URL says http',
    arises: 'http was typed instead of https',
    status: 3,
    because,
    verdictPattern: /target/,
    start: () => overTls(certificate('right'), 'http'),
  },
  {
    id: 'tls-silent',
    does: 'accepts the connection and never responds to the handshake',
    arises: 'a proxy that cannot reach its server',
    status: 3,
    because,
    verdictPattern: /The target does not respond: /,
    args: ['--timeout', '1'],
    start: () => secured((socket) => void socket.resume()),
  },
  {
    id: 'tls-reset',
    does: 'resets the connection during the handshake',
    arises: 'a firewall that checks the host name in the handshake',
    status: 3,
    because,
    verdictPattern: /The target's response is not complete: |Cannot connect to the target securely: /,
    start: () => secured((socket) => void socket.once('data', () => socket.resetAndDestroy())),
  },
  {
    id: 'tls-alert',
    does: 'responds to the handshake with an alert',
    arises: 'a proxy that does not know the host',
    status: 3,
    because,
    verdictPattern: /Cannot connect to the target securely: /,
    start: () =>
      secured((socket) => void socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 112])))),
  },
  {
    id: 'tls-garbage',
    does: 'responds to the handshake with random bytes',
    arises: 'another protocol on the port',
    status: 3,
    because,
    verdictPattern: /Cannot connect to the target securely: /,
    start: () => secured((socket) => void socket.once('data', () => socket.end(Buffer.alloc(600, 'A')))),
  },
];

function wrongCertificate(
  name: string,
  does: string,
  sentence: string,
  args: readonly string[],
  id = name,
): Behavior {
  return {
    id: `tls-${id}`,
    does,
    arises: 'a neglected certificate',
    status: 3,
    because,
    verdictPattern: new RegExp(`Cannot connect to the target securely: .*${sentence}`),
    args,
    start: () => overTls(certificate(name)),
  };
}

function overTls(options: TlsOptions, scheme: 'http' | 'https' = 'https') {
  return startRaw({
    tls: options,
    scheme,
    response: ({ socket, correct }) => void socket.write(message(correct)),
  });
}

async function secured(connected: Parameters<typeof handlingConnections>[0]) {
  const target = await handlingConnections(connected);
  return { ...target, url: target.url.replace('http:', 'https:') };
}
