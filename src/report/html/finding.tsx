import type { Finding as FindingData } from '../../model/report.ts';
import { rowWords, seenWords } from '../evidence-words.ts';
import { listed } from '../layout.ts';
import { Exchange } from './exchange.tsx';
import { Pre } from './scroll.tsx';
import { Lines, Text } from './text.tsx';

const listedInstances = 12;

/** One cause: expected and received, the exchange, the smallest body, and the commands that show it again. */
export function Finding({ finding }: { readonly finding: FindingData }) {
  const { expected, received, payload, timeline = [], curl, instances } = finding;
  return (
    <article class="finding">
      <dl class="pair">
        <dt>Expected</dt>
        <dd class="expected">
          <Text>{expected}</Text>
        </dd>
        <dt>Received</dt>
        <dd class="received">
          <Text>{received}</Text>
        </dd>
        <dt>Seen</dt>
        <dd>
          <Text>{seenWords(finding)}</Text>
        </dd>
        {instances.length === 0 ? null : (
          <>
            <dt>Cases</dt>
            <dd>
              <Text>{listed(instances, listedInstances)}</Text>
            </dd>
          </>
        )}
        {payload === undefined ? null : (
          <>
            <dt>Fault</dt>
            <dd>
              <Text>{payload.fault}</Text>; valid would be: <Text>{payload.twin}</Text>
            </dd>
            <dt>Smallest body</dt>
            <dd>
              <Body>{payload.smallest}</Body>
            </dd>
            {payload.found === payload.smallest ? null : (
              <>
                <dt>As first found</dt>
                <dd>
                  <Body>{payload.found}</Body>
                </dd>
              </>
            )}
          </>
        )}
      </dl>
      <Exchange finding={finding} />
      {timeline.length === 0 ? null : (
        <figure>
          <figcaption>The answers that prove it</figcaption>
          <Pre>
            <Lines>{timeline.map(rowWords).join('\n')}</Lines>
          </Pre>
        </figure>
      )}
      <Command title="Send it again" command={curl} />
      <Command title="See whether it is mended" command={payload?.replay} />
    </article>
  );
}

function Body({ children }: { readonly children: string }) {
  return children === '' ? (
    <i>no body</i>
  ) : (
    <code>
      <Text>{children}</Text>
    </code>
  );
}

/** A command to copy. Half a command is worth nothing: a longer one is left to report.json. */
function Command({ title, command }: { readonly title: string; readonly command?: string | undefined }) {
  if (command === undefined) return null;
  return (
    <figure class="command">
      <figcaption>{title}</figcaption>
      {command.length > 4_000 ? (
        <p>The command is too long to copy from here: it stands in report.json.</p>
      ) : (
        <Pre>
          <Text>{command}</Text>
        </Pre>
      )}
    </figure>
  );
}
