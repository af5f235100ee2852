const hooks = require('hooks');

hooks.beforeEach((transaction) => {
  const { request, expected } = transaction;
  if (expected.statusCode === '429') transaction.skip = true;
  if (expected.statusCode === '401') request.headers.Authorization = 'Bearer not-the-key';
  if (expected.statusCode === '400') request.body = JSON.stringify({ description: 'It has no name' });
  if (expected.statusCode === '415') {
    request.headers['Content-Type'] = 'text/plain';
    delete expected.headers['Content-Type'];
  }
});
