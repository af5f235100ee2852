const hooks = require('hooks');

hooks.beforeEach((transaction) => {
  const { request, expected } = transaction;
  // The specification does not require 415, and no request of this test can provoke a 429.
  if (['415', '429'].includes(expected.statusCode)) transaction.skip = true;
  if (expected.statusCode === '401') request.headers.Authorization = 'Bearer not-the-key';
  if (expected.statusCode === '400') request.body = JSON.stringify({ description: 'It has no name' });
});
