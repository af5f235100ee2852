// META {"legal": true, "what": "a gateway that speaks HTTP/1.0: no Content-Length, no keep-alive, header names in capitals, blanks around values, pretty-printed escaped JSON, the end of the body is the end of the connection"}
import { App, run } from './common.mjs';
const esc = s => s.replace(/[^\x00-\x7e]/g, x => '\\u' + x.charCodeAt(0).toString(16).padStart(4, '0')).replaceAll('/', '\\/');
run(class extends App {
  send(c, out) {
    const h = { 'Content-Type': 'Application/JSON ; Charset="UTF-8"', Date: new Date().toUTCString(), ...this.rateHeaders(c.rate), ...out.headers, Connection: 'close' };
    let t = 'HTTP/1.0 ' + out.status + ' Whatever\r\n';
    for (const [k, v] of Object.entries(h)) t += k.toUpperCase() + ':  ' + v + ' \t\r\n';
    const s = c.res.socket;
    s.end(t + '\r\n' + esc(JSON.stringify(out.body, null, 2)) + '\r\n\r\n');
  }
});
