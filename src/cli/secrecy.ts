import { secrets } from '../http/authorization.ts';

/** Takes keys out of messages, in the forms that a message or a URL could hold. */
export interface Secrecy {
  readonly keepSecret: (key: string) => void;
  readonly redact: (text: string) => string;
}

/** Knows no secret at first. */
export function createSecrecy(): Secrecy {
  const forms = new Set<string>();
  return {
    keepSecret: (key) => {
      for (const line of key.split(/[\r\n]+/)) {
        for (const form of secrets(line.trim())) {
          for (const written of [form, encodeURIComponent(form), Buffer.from(form).toString('base64')]) {
            forms.add(written);
          }
        }
      }
    },
    redact: (text) =>
      [...forms]
        .sort((a, b) => b.length - a.length)
        .reduce((rest, form) => rest.replaceAll(form, '[the key]'), text),
  };
}
