import { run } from 'petstore-conformance';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../cli/command.ts';
import { readReport, runInto, startService } from '../cli/services.ts';
import { inTiers } from '../support/tiers.ts';

/** One defect of each kind: in the key, invalid bodies, creations, the list and the headers. */
const chosen = [
  'key-cut-short',
  'name-number-coerced',
  'created-200',
  'list-wrapped',
  'headers-missing-on-401',
];

for (const { rows, options } of inTiers(chosen, 12))
  it.each(rows)('the library and the command report the same findings for %s', options, async (defect) => {
    const folder = await temporaryFolder();
    const server = await startService(defect);
    const { status } = await runInto(folder, server);
    const byCommand = await readReport(folder);
    const asTheCommand = { noExhaust: true };
    const byLibrary = await run({ baseUrl: server.url, key: 'test-Key_0123456789-xyz', ...asTheCommand });
    const found = ({ findings }: typeof byLibrary) =>
      findings.map(({ requirement, signature, expected, received }) => [
        requirement,
        signature,
        expected,
        received,
      ]);
    expect(found(byLibrary).length).toBeGreaterThan(0);
    expect(found(byLibrary)).toEqual(found(byCommand));
    expect(byLibrary.verdict).toEqual(byCommand.verdict);
    expect(byLibrary.verdict.exitStatus).toBe(status);
    expect(byLibrary.configuration).toEqual(byCommand.configuration);
  });
