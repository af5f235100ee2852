import { type Exchange, isServed } from '../exchange/exchange.ts';
import { isPost } from '../exchange/picks.ts';
import { isObject, readJson } from '../json/read.ts';

export interface Sender {
  readonly exchange: Exchange;
  readonly words:
    | 'the creation just before it'
    | 'an earlier creation of this run'
    | 'an earlier request of this run';
}

interface Post {
  readonly exchange: Exchange;
  /** Read when they are first asked for: of most posts nobody does. */
  texts?: readonly string[];
}

/** So many of a kind are kept, the newest: what a server mixes up it has met lately. */
const mostNewest = 300;
/** And so many creations, the first: a server may hold on to one for ever. */
const mostFirst = 100;

/** The texts of the bodies that the run sent: one that comes back where it does not belong may be another request's. */
export function createSentTexts() {
  const created: Post[] = [];
  const others: Post[] = [];
  return {
    see(exchange: Exchange): void {
      if (!isPost(exchange)) return;
      if (isServed(exchange)) {
        created.push({ exchange });
        if (created.length > mostFirst + mostNewest) created.splice(mostFirst, 1);
      } else {
        others.push({ exchange });
        if (others.length > mostNewest) others.shift();
      }
    },
    /**
     * The newest POST before this one that sent the text as its name or description, a creation rather than one that
     * was refused; undefined where none did, or where this one sent it itself.
     */
    senderOf(text: string, received: Exchange): Sender | undefined {
      if (text.trim() === '' || textsOf(received).some((sent) => sameText(sent, text))) return undefined;
      const before = (posts: readonly Post[]) =>
        posts
          .filter(({ exchange }) => exchange !== received && exchange.sentAt <= received.sentAt)
          .sort((a, b) => a.exchange.sentAt - b.exchange.sentAt);
      const isSender = (post: Post) => textsIn(post).some((sent) => sameText(sent, text));
      const creations = before(created);
      const creator = creations.findLast(isSender);
      if (creator !== undefined) {
        const isJustBefore = creator === creations.at(-1);
        const words = isJustBefore ? 'the creation just before it' : 'an earlier creation of this run';
        return { exchange: creator.exchange, words };
      }
      const sender = before(others).findLast(isSender);
      return sender === undefined
        ? undefined
        : { exchange: sender.exchange, words: 'an earlier request of this run' };
    },
  };
}

function textsIn(post: Post): readonly string[] {
  post.texts ??= textsOf(post.exchange);
  return post.texts;
}

function textsOf({ request }: Exchange): string[] {
  const document = readJson(request.body ?? new Uint8Array());
  if (!document.ok || !isObject(document.value)) return [];
  const { name, description } = document.value;
  return [name, description].filter((value) => typeof value === 'string');
}

/** Whether a text came back as sent, surrounding blanks and Unicode normalisation aside (create.fields). */
export function sameText(sent: string, received: string): boolean {
  return sent === received || normal(sent) === normal(received);
}

function normal(text: string): string {
  return text.trim().normalize('NFC');
}
