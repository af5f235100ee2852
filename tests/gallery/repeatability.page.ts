import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Repeated, repeat, subjects } from './repeatability.ts';

const runs = 200;
const seed = Number(process.env['REPEATABILITY_SEED'] ?? randomInt(2 ** 31));

const row = (title: string, { verdicts, requests: [least, most], waitedSeconds }: Repeated) =>
  `| ${title} | ${runs} | ${verdicts.size} | ${least === most ? most : `${least} to ${most}`} | ${Math.round(waitedSeconds)} s |`;

it(`gives one verdict in ${runs} runs, and writes docs/repeatability.md`, async () => {
  const rows: string[] = [];
  for (const subject of subjects) {
    const repeated = await repeat(subject, runs, seed);
    process.stderr.write(`${subject.title}: ${repeated.verdicts.size} in ${runs} runs\n`);
    const differing = [...repeated.verdicts].map(([verdict, first]) => `seed ${first}: ${verdict}`);
    expect(differing, `${subject.title}, from seed ${seed}`).toHaveLength(1);
    expect(differing[0], subject.title).toMatch(/^seed \d+: conforms/);
    rows.push(row(subject.title, repeated));
  }
  const page = `<!-- Written by \`npm run repeatability\`. -->

# Whether the verdict repeats

A kit that says one thing today and another tomorrow is believed by nobody. So the kit is run two hundred times
against the reference server and against the slowest of the [legal variants](reference-server.md): by the time of an
answer, by the length of a window, by the waits. Each run has another seed, so other bodies are drawn, and begins
at another moment of an hour, so windows turn over elsewhere. Kit and server share [virtual time](decisions/0007-shared-virtual-time.md).

A verdict is the outcome with every row that failed, was warned of, was flaky or could not be exercised. Two runs
that differ in one row have two verdicts.

## The same verdict each time

| Server | Runs | Verdicts | Requests of a run | Longest waits of a run |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

The seeds of these runs follow from ${seed}: \`REPEATABILITY_SEED=${seed} npm run repeatability\` makes them again.
\`npm test\` makes four runs of each.
`;
  writeFileSync(new URL('../../docs/repeatability.md', import.meta.url), page);
});
