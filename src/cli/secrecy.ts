import { messageRedactor } from '../record/redact.ts';

/** Takes keys out of messages, and the values of extra headers. */
export interface Secrecy {
  readonly keepSecret: (secret: string) => void;
  readonly redact: (text: string) => string;
}

/** Knows no secret at first. */
export function createSecrecy(): Secrecy {
  const redactors = new Map<string, (text: string) => string>();
  return {
    keepSecret: (secret) => {
      for (const line of secret.split(/[\r\n]+/)) {
        const key = line.trim();
        if (!redactors.has(key)) redactors.set(key, messageRedactor(key));
      }
    },
    redact: (text) => [...redactors.values()].reduce((rest, redact) => redact(rest), text),
  };
}
