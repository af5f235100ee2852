import { listed } from '../../text/layout.ts';
import { bodyWords, wasShrunk } from '../body-words.ts';
import { keptWords, rowWords, seenWords } from '../evidence-words.ts';
import type { Finding as FindingData } from '../model/report.ts';
import { Compared } from './compared.tsx';
import { Exchange } from './exchange.tsx';
import { Pre } from './scroll.tsx';
import { Lines, Prose, Text } from './text.tsx';

const listedInstances = 12;

/** One cause: expected and received, the exchange, the smallest body, and the commands that show it again. */
export function Finding({ finding }: { readonly finding: FindingData }) {
  const { expected, received, payload, timeline = [], curl, instances } = finding;
  return (
    <div class="finding">
      <dl class="pair">
        <dt>Expected</dt>
        <dd class="expected">
          <Prose>{expected}</Prose>
        </dd>
        <dt>Received</dt>
        <dd class="received">
          <Text>{received}</Text>
        </dd>
        {finding.known === true ? (
          <>
            <dt>Known</dt>
            <dd>the baseline holds it, too</dd>
          </>
        ) : null}
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
        {keptWords(finding).map((kept) => (
          <>
            <dt>Kept</dt>
            <dd>
              <Text>{kept}</Text>
            </dd>
          </>
        ))}
        {payload === undefined ? null : (
          <>
            <dt>Fault</dt>
            <dd>
              <Prose>{payload.fault}</Prose>; valid would be: <Prose>{payload.twin}</Prose>
            </dd>
            <dt>{wasShrunk(payload) ? 'Smallest body' : 'Body as sent'}</dt>
            <dd>
              <Body>{bodyWords(payload.smallest)}</Body>
            </dd>
            {payload.found === payload.smallest ? null : (
              <>
                <dt>As first found</dt>
                <dd>
                  <Body>{bodyWords(payload.found)}</Body>
                </dd>
              </>
            )}
          </>
        )}
      </dl>
      <Exchange finding={finding} />
      <Compared finding={finding} />
      {timeline.length === 0 ? null : (
        <figure>
          <figcaption>The answers that prove it</figcaption>
          <Pre>
            <Lines>{timeline.map(rowWords).join('\n')}</Lines>
          </Pre>
        </figure>
      )}
      <Command title="Send it again" command={curl} />
      <Command title="Send the other request again" command={finding.comparedWith?.curl} />
    </div>
  );
}

function Body({ children }: { readonly children: string }) {
  return (
    <code>
      <Text>{children}</Text>
    </code>
  );
}

/** A command to copy. Half a command is worth nothing: a longer one is left to report.json. */
export function Command({
  title,
  command,
}: {
  readonly title: string;
  readonly command?: string | undefined;
}) {
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
