// Bundles the five hundred compiled modules in build/ into some fifty files in dist/, because a starting command spends
// most of its time finding and reading files. Dependencies stay external, and the names of functions stay readable.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const modules = join(root, 'build');
const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The files that package.json names, without `dist/` and `.js`. */
const entries = [...Object.values(bin), ...Object.values(exports).map((entry) => entry.default)]
  .filter((file) => file !== undefined)
  .map((file) => /^(?:\.\/)?dist\/(.+)\.js$/.exec(file)[1]);

/** Matches modules by the beginning of their paths. */
const from = (...paths) => new RegExp(`[\\\\/]build[\\\\/](?:${paths.join('|').replaceAll('/', '[\\\\/]')})`);

/**
 * Groups modules that are loaded together. Each part includes what its modules import, unless an earlier part has it. This
 * order keeps yargs out of the library, and the HTTP client out of the checks.
 */
const parts = [
  // Loaded by nearly every command and the library; needs no dependency.
  {
    name: 'base',
    test: from(
      'src/(?:version|exchange/(?:address|clock|credentials|exchange|finding|headers)\\.|report/model/|json/|files/schema-problem|spec/)',
      'src/config/(?:files|messages|option|options|removed|settings|values)\\.',
      'src/text/(?:defined-only|largest|layout|shown|similar|terminal)\\.',
      'src/report/record/redact',
      'src/report/reporter\\.',
      'src/cli/(?:environment|exit)\\.',
    ),
  },
  { name: 'library', test: from('src/index\\.') },
  // Excludes the start module, which reports faults while this part is being loaded.
  {
    name: 'command-line',
    test: from('src/cli/(?:main|requirements)\\.'),
  },
  { name: 'checks', test: from('src/engine/select\\.') },
  { name: 'plan', test: from('src/engine/plan\\.') },
  { name: 'engine', test: from('src/engine/(?:run|replay)\\.') },
  // Shared by the reference server and its defects and variants.
  {
    name: 'reference-parts',
    test: from('reference-server/(?:reference-parts\\.|changes/(?!start|check-settings))'),
  },
  { name: 'running', test: from('src/cli/commands/(?:run|replay)\\.') },
];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, join(modules, `${entry}.js`)])),
  platform: 'node',
  // Everything that is not a path.
  external: /^(?![./]|[a-z]:[\\/])/i,
});
await bundle.write({
  dir: join(root, 'dist'),
  cleanDir: true,
  // A lazily loaded chunk keeps the path of its module.
  chunkFileNames: ({ facadeModuleId, name }) =>
    facadeModuleId == null ? `parts/${name}.js` : relative(modules, facadeModuleId).replaceAll('\\', '/'),
  // Removing comments halves the size of the package. Stack traces still name the functions.
  comments: { legal: true, annotation: true, jsdoc: false },
  minify: {
    compress: false,
    mangle: { toplevel: false, keepNames: true },
    codegen: { removeWhitespace: true },
  },
  minifyInternalExports: false,
  codeSplitting: {
    includeDependenciesRecursively: true,
    groups: parts.map((part, place) => ({ ...part, priority: parts.length - place })),
  },
});
await bundle.close();
