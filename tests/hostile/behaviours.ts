import type { Behaviour } from './behaviour.ts';
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
export const themes: readonly { readonly title: string; readonly behaviours: readonly Behaviour[] }[] = [
  { title: 'Connections', behaviours: connections },
  { title: 'Slowness', behaviours: slowness },
  { title: 'TLS', behaviours: tls },
  { title: 'Framing', behaviours: framing },
  { title: 'Status lines', behaviours: statusLines },
  { title: 'Header lines', behaviours: headerLines },
  { title: 'Content codings', behaviours: codings },
  { title: 'Redirects', behaviours: redirects },
  { title: 'Response bodies', behaviours: texts },
  { title: 'Sizes', behaviours: sizes },
  { title: 'Large JSON values', behaviours: jsonShapes },
  { title: 'Many values', behaviours: manyValues },
];

export const behaviours: readonly Behaviour[] = themes.flatMap((theme) => theme.behaviours);
