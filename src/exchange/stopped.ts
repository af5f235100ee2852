/** Why no more of the requests of a run are sent. */
export type StopKind =
  | 'requests spent'
  | 'creates spent'
  | 'list broken'
  | 'no more categories'
  | 'waits spent'
  | 'still limited'
  | 'limited too often'
  | 'fault'
  | 'no files left'
  | 'possible ban'
  | 'target gone'
  | 'interrupted'
  | 'ended';

/** A request was not sent, or its response tests nothing, for a reason that is not the target's fault. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly kind: StopKind;

  constructor(kind: StopKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
