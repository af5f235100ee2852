/** Why the queue sends no more of what it was given. */
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

/** A request was not sent, or not answered to the point, for a reason that is no fault of the target. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly kind: StopKind;

  constructor(kind: StopKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
