const { run } = require('petstore-conformance');
const { suite } = require('petstore-conformance/check');
const { startReferenceServer } = require('petstore-conformance/reference-server');

const key = 'local-petstore-key';

startReferenceServer({ keys: [{ key, plan: 'business' }] })
  .then(async (server) => {
    const { verdict } = await run({ baseUrl: server.url, key, only: 'list.ok' });
    await server.close();
    console.log(verdict.outcome, typeof suite);
  })
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
