import { number } from '../../text/layout.ts';
import { comparedWords } from '../evidence-words.ts';
import type { Finding } from '../model/report.ts';
import { Answer, Request } from './exchange.tsx';
import { Pre } from './scroll.tsx';
import { Lines } from './text.tsx';

const captions = { Before: 'Sent before', After: 'Sent afterwards' } as const;

/** The other exchange of the proof, where one alone proves nothing, and what the list among the two shows of it. */
export function Compared({ finding }: { readonly finding: Finding }) {
  const { comparedWith, listed } = finding;
  const compared = comparedWords(finding);
  if (comparedWith === undefined || compared === undefined) return null;
  const { exchange } = comparedWith;
  return (
    <>
      <div class="exchange">
        <figure>
          <figcaption>{captions[compared.when]}</figcaption>
          <Request exchange={exchange} />
        </figure>
        <figure>
          <figcaption>Its answer, after {number(exchange.tookMs)} ms</figcaption>
          <Answer exchange={exchange} wrong="other responses" />
        </figure>
      </div>
      {listed === undefined ? null : (
        <figure>
          <figcaption>What the list shows of it</figcaption>
          <Pre>
            <mark>
              <Lines>{listed}</Lines>
            </mark>
          </Pre>
        </figure>
      )}
    </>
  );
}
