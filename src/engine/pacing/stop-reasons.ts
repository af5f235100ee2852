import { leftOutBy } from '../../config/left-out.ts';
import type { StopKind, Stopped } from '../../exchange/stopped.ts';
import { type Reason, type ReasonCode, reason } from '../../spec/reasons.ts';

/** The reason for each kind of stop. `leftOutBy` returns the reasons for budgets that are used up. */
const codes: Readonly<Record<Exclude<StopKind, 'maxRequests' | 'maxCreates' | 'left out'>, ReasonCode>> = {
  announced: 'max-count',
  maxWaitSeconds: 'max-wait',
  maxTimeSeconds: 'max-time',
  'list broken': 'list-broken',
  'no more categories': 'no-more-categories',
  'forms limited': 'forms-limited',
  'operation limited': 'operation-limited',
  'operation held': 'operation-held',
  'operation silent': 'operation-silent',
  'not repeated': 'not-repeated',
  'no room': 'no-room',
  'operation left alone': 'operation-left-alone',
  'still limited': 'still-limited',
  'limited too often': 'too-many-429s',
  fault: 'fault',
  'no files left': 'no-files-left',
  'possible ban': 'ban',
  'target away': 'away',
  interrupted: 'ended-early',
  ended: 'ended-early',
};

/** Returns why a request was not sent. */
export function reasonOfStop({ kind, message }: Stopped, settings: Parameters<typeof leftOutBy>[0]): Reason {
  if (kind === 'maxRequests' || kind === 'maxCreates') return leftOutBy(settings, kind);
  if (kind === 'left out') {
    if (settings.readOnly === true) return reason('only-reads');
    return reason(settings.profile === 'gentle' ? 'by-profile' : 'no-near-misses');
  }
  const fixed = reason(codes[kind]);
  return fixed.text === '' ? reason(codes[kind], message) : fixed;
}
