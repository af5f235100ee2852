import { isPost } from '../expect/picks.ts';
import { isObject, readJson } from '../json/read.ts';
import { type Exchange, isServed } from '../model/exchange.ts';
import { sameText } from './texts.ts';

/** The texts of the bodies that the run sent: one that comes back where it does not belong may be another request's. */
export interface SentTexts {
  step(exchange: Exchange): void;
  /**
   * The newest POST before this one that sent the text as its name or description, a creation rather than one that
   * was refused; undefined where none did, or where this one sent it itself.
   */
  senderOf(text: string, received: Exchange): Sender | undefined;
}

export interface Sender {
  readonly exchange: Exchange;
  readonly words:
    | 'the creation just before it'
    | 'an earlier creation of this run'
    | 'an earlier request of this run';
}

interface Post {
  readonly exchange: Exchange;
  readonly texts: readonly string[];
}

export function createSentTexts(): SentTexts {
  const posts: Post[] = [];
  return {
    step(exchange) {
      if (isPost(exchange)) posts.push({ exchange, texts: textsOf(exchange) });
    },
    senderOf(text, received) {
      if (text.trim() === '' || textsOf(received).some((sent) => sameText(sent, text))) return undefined;
      const earlier = posts
        .filter(({ exchange }) => exchange !== received && exchange.sentAt <= received.sentAt)
        .sort((a, b) => a.exchange.sentAt - b.exchange.sentAt);
      const isSender = ({ texts }: Post) => texts.some((sent) => sameText(sent, text));
      const creations = earlier.filter(({ exchange }) => isServed(exchange));
      const creator = creations.findLast(isSender);
      if (creator !== undefined) {
        const isJustBefore = creator === creations.at(-1);
        const words = isJustBefore ? 'the creation just before it' : 'an earlier creation of this run';
        return { exchange: creator.exchange, words };
      }
      const sender = earlier.findLast(isSender);
      return sender === undefined
        ? undefined
        : { exchange: sender.exchange, words: 'an earlier request of this run' };
    },
  };
}

function textsOf({ request }: Exchange): string[] {
  const document = readJson(request.body ?? new Uint8Array());
  if (!document.ok || !isObject(document.value)) return [];
  const { name, description } = document.value;
  return [name, description].filter((value) => typeof value === 'string');
}
