import type { FaultKind, HeaderLine, TransportFault } from '../exchange/exchange.ts';
import { definedOnly } from '../text/defined-only.ts';
import { ProxyFault } from './dispatcher.ts';
import type { Head } from './round-trip.ts';

const byCode: Readonly<Record<string, readonly [FaultKind, string]>> = {
  ENOTFOUND: ['unknown-host', 'the host name is unknown'],
  EAI_AGAIN: ['unknown-host', 'the host name could not be resolved'],
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['unreachable', 'the host is unreachable'],
  ENETUNREACH: ['unreachable', 'the network is unreachable'],
  EADDRNOTAVAIL: ['unreachable', 'the address is unreachable'],
  ETIMEDOUT: ['timeout', 'the connection timed out'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'the connection timed out'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'no response within the timeout'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'no complete response within the timeout'],
  ECONNRESET: ['cut', 'the connection was reset before the response was complete'],
  EPIPE: ['cut', 'the connection was closed before the request was read'],
  UND_ERR_SOCKET: ['cut', 'the connection was closed before the response was complete'],
  UND_ERR_HEADERS_OVERFLOW: ['too-big', 'the response headers exceed 64 KB'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['cut', 'the length of the body differs from Content-Length'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', 'the certificate is for another host'],
  CERT_HAS_EXPIRED: ['tls', 'the certificate has expired'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls', 'the certificate is self-signed (trust its CA with --ca FILE)'],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'tls',
    'the certificate chain ends in an untrusted certificate (trust it with --ca FILE)',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'tls',
    'the certificate could not be verified (trust its CA with --ca FILE)',
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'tls',
    'the issuer of the certificate is unknown (trust it with --ca FILE)',
  ],
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: [
    'tls',
    'the server requires a client certificate (--cert FILE and --cert-key FILE)',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ['tls', 'the port does not speak TLS (is it plain http?)'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['tls', 'the port does not speak TLS (is it plain http?)'],
};

/** Thrown if this machine, not the target, prevents requests. */
export class NoFilesLeft extends Error {
  override readonly name = 'NoFilesLeft';
}

/** Returns a fault of this machine, or undefined if the target or the network is at fault. */
export function machineFaultOf(error: unknown): NoFilesLeft | undefined {
  if (!['EMFILE', 'ENFILE'].includes(codeOf(error))) return undefined;
  return new NoFilesLeft('this process cannot open more files (see ulimit -n)');
}

/** Converts an error from undici to a fault. Leaves out the message, which may quote the target. */
export function faultOf(
  error: unknown,
  { status, headers }: Partial<Pick<Head, 'status' | 'headers'>> = {},
): TransportFault {
  if (error instanceof ProxyFault) return proxyFaultOf(error);
  // undici has no class or code of its own for errors from a proxy that forwards requests.
  if (error instanceof Error && error.message === 'Proxy Authentication Required (407)')
    return proxyFaultOf(new ProxyFault(407));
  const code = codeOf(error);
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  const [kind, sentence] = invalidHead(code, headers) ?? known ?? unnamed(code, error);
  return definedOnly({ kind, sentence, status, headers });
}

/**
 * Detects an invalid head. If undici has already read a Content-Length, it reports a wrong length, although no head has
 * arrived.
 */
function invalidHead(code: string, headers?: readonly HeaderLine[]) {
  if (code !== 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || headers !== undefined) return undefined;
  const sentence =
    'its headers state two lengths (Content-Length with Transfer-Encoding, or two different lengths), or contain an invalid line';
  return ['malformed', sentence] as const;
}

/** What undici's parser found wrong, identified by words in its message, which never quotes the target. */
const byParserMessage: readonly (readonly [RegExp, FaultKind, string])[] = [
  [/Expected HTTP|HTTP version|status code/, 'not-http', 'the response is not HTTP'],
  [
    /present with (Transfer-Encoding|Content-Length)/,
    'malformed',
    'it has both Content-Length and Transfer-Encoding, and HTTP allows only one of them',
  ],
  [/Content-Length/, 'malformed', 'its Content-Length is not a number'],
  [/chunk/i, 'malformed', 'a chunk of its body is not valid'],
  [/header/i, 'malformed', 'a header line is not valid'],
  [/response line/, 'malformed', 'its status line does not end with CR LF'],
];

function proxyFaultOf({ status, cause }: ProxyFault): TransportFault {
  if (status === undefined) return { kind: 'proxy', sentence: faultOf(cause).sentence };
  const hint = status === 407 ? ' (it requires a user name and password)' : '';
  return { kind: 'proxy', sentence: `it returned ${status} instead of opening a connection${hint}` };
}

function unnamed(code: string, error: unknown): readonly [FaultKind, string] {
  if (error instanceof Error && error.name === 'HTTPParserError') {
    const [, kind, sentence] = byParserMessage.find(([words]) => words.test(error.message)) ?? [];
    return [kind ?? 'malformed', sentence ?? 'the HTTP parser refuses it'];
  }
  // The name of the code depends on the version of OpenSSL.
  const [, alert] = /^ERR_SSL_.*_ALERT_([A-Z_]+)$/.exec(code) ?? [];
  if (alert !== undefined) return ['tls', alertWords(alert)];
  if (/^(ERR_)?(SSL|TLS)_|CERT|^UNABLE_TO_/.test(code)) return ['tls', `TLS failed (${code})`];
  return ['cut', code === '' ? 'the exchange failed' : `the exchange failed (${code})`];
}

/** Describes an alert from the server. Some alerts mean that the server wants a client certificate, or a different one. */
function alertWords(alert: string): string {
  const words = `the server sent the TLS alert "${alert.toLowerCase().replaceAll('_', ' ')}"`;
  if (/CERTIFICATE|UNKNOWN_CA/.test(alert)) return `${words}: it rejects the client certificate (see --cert)`;
  return alert === 'HANDSHAKE_FAILURE' ? `${words}; it may require a client certificate (see --cert)` : words;
}

function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && /^[A-Z0-9_/]{2,60}$/.test(code)) return code;
  }
  return '';
}
