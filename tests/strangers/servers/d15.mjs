// META {"legal": true, "what": "a connection that is idle for 25 ms is closed without notice, sometimes just as the next request arrives", "mustFail": [], "mayFail": [], "mayWarn": ["http.sheds-load"]}
// After nodejs/node#20256 (keepAliveTimeout closes idle connections, the next request meets a closing socket) and PublicMapping/districtbuilder#448 (502s behind an ALB).
// Reading 9: "a connection closed between answers" is legal. Reading 10: a cut connection on a POST decides nothing; it is tried once more on a fresh connection, which this server always serves.
// There is no Keep-Alive header and no Connection: close: the client cannot know.
import http from 'node:http';
import { KEY, bearer, fixedWindow, rateHeaders, route, send401, send429 } from './petlib.mjs';

const IDLE = 25;
const ON_THE_WAY = 4; // ms until the close reaches the client
const limiter = fixedWindow();
const server = http.createServer((req, res) => {
  const { socket } = req;
  // The server has decided to close, but the client cannot know yet, so its request is lost, as on a real network.
  if (socket.closing) return socket.destroy();
  clearTimeout(socket.idleTimer);
  socket.busy = (socket.busy ?? 0) + 1;
  // Once the response is sent, the connection can be reused for 25 ms. A request in progress is never cut off.
  res.on('finish', () => {
    socket.busy -= 1;
    if (socket.busy > 0 || socket.destroyed) return;
    clearTimeout(socket.idleTimer);
    socket.idleTimer = setTimeout(() => {
      socket.closing = true;
      setTimeout(() => socket.destroy(), ON_THE_WAY);
    }, IDLE);
  });
  if (bearer(req) !== KEY) {
    req.resume();
    return send401(res, rateHeaders(limiter.peek()));
  }
  const state = limiter.take();
  if (!state.ok) {
    req.resume();
    return send429(res, state);
  }
  return route(req, res, rateHeaders(state));
});
server.keepAliveTimeout = 0; // Node's own timer would announce itself in a header
server.listen(Number(process.argv[2]), '127.0.0.1');
