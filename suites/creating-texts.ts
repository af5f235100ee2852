import { type Check, check, type Needs } from '../src/checks/built-in.ts';
import { notExercised, unmet } from '../src/checks/expectations.ts';
import { post } from '../src/checks/requests.ts';
import { causeOf, receivedOf } from '../src/exchange/answer.ts';
import { statusOf } from '../src/exchange/exchange.ts';
import { dependent } from '../src/exchange/finding.ts';
import { drawnSamples, spell, type TextSample, textSamples } from '../src/payloads/valid.ts';
import { categoryOf, expectAsReadable, expectRoomForMore, sentCategory } from './created-category.ts';
import { expectText } from './expect-text.ts';
import { firstCreation, secondList } from './probes.ts';

/** In the order of the samples: quotes and markup go wrong most, what looks like null hardly ever. */
const worthOfTexts = [940, 924, 894, 814, 766];

/** Drawn texts come after what is sent in every profile. */
const worthOfDrawn = 230;

/** A creation for each sample of text, and for each that is drawn in `thorough`. */
export const textChecks: readonly Check[] = [
  ...textSamples.map((sample, index) =>
    textCheck(sample, { worth: worthOfTexts[index] ?? worthOfDrawn }, (category) =>
      Buffer.from(JSON.stringify(category)),
    ),
  ),
  ...drawnSamples.map((sample, index) =>
    textCheck(sample, { worth: worthOfDrawn - index, profiles: ['thorough'] }, spelledAtWill),
  ),
];

/** Creates a category of such text and looks whether it comes back; `write` spells it as JSON. */
function textCheck(
  sample: TextSample,
  needs: Needs,
  write: (category: ReturnType<TextSample['category']>, random: () => number) => Uint8Array,
): Check {
  return check(
    'create.text',
    `text survives: ${sample.what}`,
    { ...needs, creates: 1, controls: 1, uses: [firstCreation], after: secondList },
    async (tools) => {
      const { probe, send, name, random, instance } = tools;
      if (statusOf(await probe(firstCreation)) !== 201) notExercised(dependent);
      // Made anew for a second try: a creation that was cut off may have come about all the same.
      const exchange = await send(() => {
        const category = sample.category(name(), random);
        return post(write(category, random), { mark: category.name });
      });
      instance(sample.what);
      const status = statusOf(exchange) ?? 500;
      if (status === 401) notExercised(dependent);
      await expectRoomForMore(tools, exchange, { once: true });
      if (status >= 400 && status < 500) notExercised(`such text is refused (${receivedOf(exchange)})`);
      if (status >= 300) unmet('201 with the text as sent, or 4xx', receivedOf(exchange), causeOf(exchange));
      expectAsReadable(exchange, await probe(firstCreation));
      const received = categoryOf(exchange);
      const sent = sentCategory(exchange);
      expectText('name', sent?.name ?? '', received['name']);
      expectText('description', sent?.description ?? '', received['description']);
    },
  );
}

/** Each body is spelled in its own way. */
function spelledAtWill(category: ReturnType<TextSample['category']>, random: () => number): Uint8Array {
  const escaped = (['name', 'description'] as const).filter(() => random() < 0.5);
  return spell(category, { turned: random() < 0.5, blank: random() < 0.5, escaped }, random);
}
