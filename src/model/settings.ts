/** How much a run asks. */
export type Profile = 'gentle' | 'standard' | 'thorough';

/** The interface description of the service: OpenAPI 3.0 or 3.1. */
export interface InterfaceDescription {
  /** The file or the address that it was read from, without a query. */
  readonly from: string;
  /** All of it, in one document. */
  readonly document: unknown;
}

/** What of an answer is read at most; what is beyond is not judged, and the run says so. */
export interface AnswerCaps {
  readonly bodyMb: number;
  readonly headersKb: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
  /** Elements of one array, members of one object. */
  readonly elements: number;
}

/** What is taken from an earlier report. */
export interface Baseline {
  readonly target: string;
  readonly startedAt: string;
  readonly signatures: readonly string[];
}
