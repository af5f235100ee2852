// Node.js and yargs alone: the cost of a command line with one command.
import yargs from 'yargs';

yargs(process.argv.slice(2))
  .command('list', 'List the requirements', {}, () => process.stdout.write('listed\n'))
  .strict()
  .parse();
