// Makes dist/ of the modules that the compiler wrote to build/: some fifty files of five hundred, as a command that starts
// spends most of its time on finding and reading files. Dependencies stay outside, and names as they are.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const modules = join(root, 'build');
const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The files that the manifest names, without `dist/` before and `.js` behind. */
const entries = [...Object.values(bin), ...Object.values(exports).map((entry) => entry.default)]
  .filter((file) => file !== undefined)
  .map((file) => /^(?:\.\/)?dist\/(.+)\.js$/.exec(file)[1]);

/** Picks modules by where their paths begin. */
const from = (...paths) => new RegExp(`[\\\\/]build[\\\\/](?:${paths.join('|').replaceAll('/', '[\\\\/]')})`);

/**
 * What is loaded together lies together. Each part takes what its modules import along, unless a part above it has that: the
 * library, which stands above the command line, cannot lead to yargs, nor can the checks to the HTTP client. What no part
 * takes lies alone, or beside what is loaded with it.
 */
const parts = [
  // What nearly every command and the library begin with, none of which needs more than Node.js.
  {
    name: 'base',
    test: from(
      'src/(?:version|exchange/(?:address|clock|credentials|exchange|finding|headers)\\.|report/model/|json/|files/schema-problem|spec/)',
      'src/config/(?:files|messages|option|options|settings|values)\\.',
      'src/text/(?:defined-only|layout|shown|terminal)\\.',
      'src/report/record/redact',
      'src/report/reporter\\.',
      'src/cli/(?:leaving|surroundings)\\.',
    ),
  },
  { name: 'library', test: from('src/index\\.') },
  // Not what starts it, which can tell of a fault while this is loaded.
  {
    name: 'command-line',
    test: from('src/cli/(?:main|requirements)\\.'),
  },
  { name: 'checks', test: from('src/engine/select\\.') },
  { name: 'plan', test: from('src/engine/plan\\.') },
  { name: 'engine', test: from('src/engine/(?:run|replay)\\.') },
  // What the reference server shares with the defects and variants, which are changes of it.
  { name: 'reference-parts', test: from('reference-server/(?:reference-parts|edits|unauthorized)\\.') },
  { name: 'running', test: from('src/cli/commands/(?:run|replay)\\.') },
];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, join(modules, `${entry}.js`)])),
  platform: 'node',
  // All that is no path.
  external: /^(?![./]|[a-z]:[\\/])/i,
});
await bundle.write({
  dir: join(root, 'dist'),
  cleanDir: true,
  // What is loaded when it is asked for lies where its module lay.
  chunkFileNames: ({ facadeModuleId, name }) =>
    facadeModuleId == null ? `parts/${name}.js` : relative(modules, facadeModuleId).replaceAll('\\', '/'),
  // Letters instead of names would be unreadable in the stack of a fault.
  minifyInternalExports: false,
  codeSplitting: {
    includeDependenciesRecursively: true,
    groups: parts.map((part, place) => ({ ...part, priority: parts.length - place })),
  },
});
await bundle.close();
