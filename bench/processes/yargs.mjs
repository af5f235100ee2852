// Node and yargs alone: what a command line with one command costs before it does anything.
import yargs from 'yargs';

yargs(process.argv.slice(2))
  .command('list', 'List the requirements', {}, () => process.stdout.write('listed\n'))
  .strict()
  .parse();
