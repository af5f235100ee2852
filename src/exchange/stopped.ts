/** Why a run stops sending requests. A budget that is used up has the name of its setting. */
export type StopKind =
  | 'maxRequests'
  | 'maxCreates'
  | 'announced'
  | 'maxWaitSeconds'
  | 'maxTimeSeconds'
  | 'list broken'
  | 'no more categories'
  | 'forms limited'
  | 'operation limited'
  | 'operation held'
  | 'operation silent'
  | 'not repeated'
  | 'no room'
  | 'operation left alone'
  | 'left out'
  | 'still limited'
  | 'limited too often'
  | 'fault'
  | 'no files left'
  | 'possible ban'
  | 'target away'
  | 'interrupted'
  | 'ended';

/** Thrown if a request is not sent, or its response is not judged, for a reason that is not the target's fault. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly kind: StopKind;

  /** The operation to which a request was not sent, if the reason concerns only some forms of the credential. */
  readonly operation: string | undefined;

  constructor(kind: StopKind, message: string, operation?: string) {
    super(message);
    this.kind = kind;
    this.operation = operation;
  }
}
