import { addresses } from './addresses.ts';
import type { Behavior } from './behavior.ts';
import { codings } from './codings.ts';
import { connections } from './connections.ts';
import { framing } from './framing.ts';
import { headerLines } from './header-lines.ts';
import { jsonShapes } from './json-shapes.ts';
import { manyValues } from './many-values.ts';
import { redirects } from './redirects.ts';
import { sizes } from './sizes.ts';
import { slowness } from './slowness.ts';
import { statusLines } from './status-lines.ts';
import { texts } from './texts.ts';
import { tls } from './tls.ts';

/** All hostile targets, by theme. */
export const themes: readonly { readonly title: string; readonly behaviors: readonly Behavior[] }[] = [
  { title: 'Connections', behaviors: connections },
  { title: 'Slowness', behaviors: slowness },
  { title: 'TLS', behaviors: tls },
  { title: 'Framing', behaviors: framing },
  { title: 'Status lines', behaviors: statusLines },
  { title: 'Header lines', behaviors: headerLines },
  { title: 'Content codings', behaviors: codings },
  { title: 'Redirects', behaviors: redirects },
  { title: 'Addresses', behaviors: addresses },
  { title: 'Response bodies', behaviors: texts },
  { title: 'Sizes', behaviors: sizes },
  { title: 'Large JSON values', behaviors: jsonShapes },
  { title: 'Many values', behaviors: manyValues },
];

export const behaviors: readonly Behavior[] = themes.flatMap((theme) => theme.behaviors);
