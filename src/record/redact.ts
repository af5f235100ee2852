import { secrets } from '../http/authorization.ts';

/** Replaces the key and its near misses in a text, in every form in which a server may echo them. */
export interface Redactor {
  (text: string): string;
  readonly holdsKey: (text: string) => boolean;
}

/** What stands in a record where the key, or most of it, stood. */
const redacted = '[key]';

export function createRedactor(key: string): Redactor {
  const forms = [...new Set(secrets(key).flatMap(formsOf))]
    .filter((form) => form.length >= 4)
    .sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map(escapePattern).join('|') || '(?!)', 'g');
  const redact = (text: string) => text.replace(pattern, redacted);
  const holdsKey = (text: string) => redact(text) !== text;
  return Object.assign(redact, { holdsKey });
}

function formsOf(secret: string): string[] {
  return [
    secret,
    secret.toLowerCase(),
    secret.toUpperCase(),
    encodeURIComponent(secret),
    [...secret].map((letter) => `%${hex(letter, 2)}`).join(''),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    [...secret].map((letter) => (/[a-z0-9]/i.test(letter) ? letter : `\\u${hex(letter, 4)}`)).join(''),
    [...secret].map((letter) => `\\u${hex(letter, 4)}`).join(''),
    ...base64Forms(secret),
  ];
}

/** The part of a Base64 text that is the secret's alone, wherever in a longer text it began. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    const whole = Math.floor(bytes.length / 3) * 4;
    const start = shift === 0 ? 0 : 4;
    return (['base64', 'base64url'] as const)
      .map((coding) => bytes.toString(coding).slice(start, whole))
      .filter((form) => form.length >= 8);
  });
}

function hex(letter: string, digits: number): string {
  return letter.charCodeAt(0).toString(16).padStart(digits, '0');
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
