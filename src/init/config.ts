import type { Answers, NewFile } from './answers.ts';

/** The configuration file: one named target, and the schema that editors complete it by. */
export function configFile({ target, baseUrl, plan, keyVariable }: Answers): NewFile {
  const config = {
    $schema: './node_modules/petstore-conformance/schemas/config.schema.json',
    targets: {
      [target]: {
        baseUrl,
        ...(keyVariable === 'PETSTORE_API_KEY' ? {} : { keyVariable }),
        ...(plan === undefined ? {} : { plan }),
        profile: 'gentle',
      },
    },
  };
  return { path: 'petstore-conformance.config.json', text: `${JSON.stringify(config, undefined, 2)}\n` };
}
