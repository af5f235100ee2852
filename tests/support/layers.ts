/**
 * The layers of the product, lowest first: which files a row claims, and which other rows they may import.
 * docs/architecture.md draws the same table.
 */
export const layers: readonly (readonly [layer: string, files: RegExp, mayImport: readonly string[]])[] = [
  ['spec', /^src\/spec\//, ['model']],
  ['model', /^src\/model\//, ['spec']],
  ['json', /^src\/json\//, []],
  ['http', /^src\/http\//, ['model', 'spec']],
  ['payloads', /^src\/payloads\//, ['json']],
  ['expect', /^src\/expect\//, ['json', 'model', 'spec', 'payloads']],
  ['limiter', /^src\/limiter\//, ['http', 'model']],
  ['created', /^src\/created\//, ['expect', 'json', 'model']],
  ['record', /^src\/record\//, ['expect', 'http', 'json', 'model']],
  ['pacing', /^src\/pacing\//, ['http', 'limiter', 'model']],
  ['kit', /^src\/kit\//, ['created', 'limiter', 'model', 'spec']],
  ['judge', /^src\/judge\//, ['expect', 'kit', 'model']],
  ['verdict', /^src\/verdict\//, ['judge', 'model']],
  [
    'suites',
    /^suites\//,
    ['created', 'expect', 'http', 'json', 'kit', 'limiter', 'model', 'payloads', 'spec'],
  ],
  ['version', /^src\/version\.ts$/, []],
  [
    'run',
    /^src\/run\//,
    [
      'created',
      'expect',
      'http',
      'judge',
      'kit',
      'limiter',
      'model',
      'pacing',
      'payloads',
      'record',
      'spec',
      'suites',
      'verdict',
      'version',
    ],
  ],
  ['index', /^src\/index\.ts$/, ['model', 'run']],
  ['report', /^src\/report\//, ['json', 'model']],
  ['reference-server', /^reference-server\//, []],
  [
    'cli',
    /^src\/cli\//,
    ['http', 'model', 'reference-server', 'report', 'run', 'spec', 'verdict', 'version'],
  ],
  ['bin', /^src\/bin\.ts$/, ['cli']],
];
