import type { FaultKind, TransportFault } from '../exchange/exchange.ts';
import { definedOnly } from '../text/defined-only.ts';
import { ProxyFault } from './dispatcher.ts';

const byCode: Readonly<Record<string, readonly [FaultKind, string]>> = {
  ENOTFOUND: ['unknown-host', 'the name of the host is not known'],
  EAI_AGAIN: ['unknown-host', 'the name of the host could not be looked up'],
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['unreachable', 'the host could not be reached'],
  ENETUNREACH: ['unreachable', 'the network could not be reached'],
  EADDRNOTAVAIL: ['unreachable', 'the address could not be reached'],
  ETIMEDOUT: ['timeout', 'the connection was not opened in time'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'the connection was not opened in time'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'no answer came in time'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'the answer was not complete in time'],
  ECONNRESET: ['cut', 'the connection was reset before the answer was complete'],
  EPIPE: ['cut', 'the connection was closed before the request was read'],
  UND_ERR_SOCKET: ['cut', 'the connection was closed before the answer was complete'],
  UND_ERR_HEADERS_OVERFLOW: [
    'too-big',
    'the headers of the answer were cut off: --max-headers KB reads more',
  ],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    'cut',
    'the length of the body is not what the headers of the answer say',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', 'the certificate is for another host'],
  CERT_HAS_EXPIRED: ['tls', 'the certificate has expired'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls', 'the certificate is self-signed (give its authority with --ca FILE)'],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'tls',
    'the certificate chain ends in one that is not trusted (give it with --ca FILE)',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'tls',
    'the certificate could not be verified (give its authority with --ca FILE)',
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'tls',
    'the issuer of the certificate is not known (give it with --ca FILE)',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ['tls', 'the port answers in something other than TLS (is it plain http?)'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['tls', 'the port answers in something other than TLS (is it plain http?)'],
};

/** This machine, not the target, keeps requests from being sent. */
export class NoFilesLeft extends Error {
  override readonly name = 'NoFilesLeft';
}

/** Returns what is wrong with this machine; undefined if the target, or the way to it, is at fault. */
export function machineFaultOf(error: unknown): NoFilesLeft | undefined {
  if (!['EMFILE', 'ENFILE'].includes(codeOf(error))) return undefined;
  return new NoFilesLeft('this process may open no more files (see ulimit -n)');
}

/** Turns what undici threw into a sentence; keeps nothing of the error's own text, which can quote the target. */
export function faultOf(error: unknown, status?: number): TransportFault {
  if (error instanceof ProxyFault) return proxyFaultOf(error);
  const code = codeOf(error);
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  const [kind, sentence] = known ?? unnamed(code, error);
  return definedOnly({ kind, sentence, status });
}

function proxyFaultOf({ status, cause }: ProxyFault): TransportFault {
  if (status === undefined) return { kind: 'proxy', sentence: faultOf(cause).sentence };
  const asks = status === 407 ? ', it asks for a user name and a password' : '';
  return { kind: 'proxy', sentence: `it answered ${status} instead of giving a connection${asks}` };
}

function unnamed(code: string, error: unknown): readonly [FaultKind, string] {
  if (error instanceof Error && error.name === 'HTTPParserError' && !code.startsWith('HPE_'))
    return ['not-http', 'the answer is not HTTP'];
  if (code.startsWith('HPE_')) return ['not-http', `the answer is not HTTP as the parser reads it (${code})`];
  if (/^(ERR_)?(SSL|TLS)_|CERT|^UNABLE_TO_/.test(code)) return ['tls', `TLS failed (${code})`];
  return ['cut', code === '' ? 'the exchange failed' : `the exchange failed (${code})`];
}

function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code)) return code;
  }
  return '';
}
