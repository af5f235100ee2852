// META {"legal": true, "what": "the first answer on each connection offers Upgrade: h2,h2c with Connection: Upgrade, Keep-Alive (as Apache does), reason phrases are empty or Latin-1, header values are padded with tabs and Content-Length has leading zeros", "mayWarn": []}
import { serve } from './core.mjs';
const known = new WeakSet();
const reason = { 401: 'Non autoris\u00e9', 400: 'Requ\u00eate invalide', 429: 'Trop de requ\u00eates' };
serve({
  write(req, res, status, headers, body) {
    const h = {};
    for (const [k, v] of Object.entries(headers)) h[/^X-/.test(k) ? k.toUpperCase() : k] = k === 'Content-Length' ? String(v).padStart(9, '0') : `\t${v} \t`;
    h['Content-Type'] = '\tApplication/JSON;Charset="UTF-8"';
    if (!known.has(req.socket)) { known.add(req.socket); h.Upgrade = 'h2,h2c'; h.Connection = 'Upgrade, Keep-Alive'; }
    res.writeHead(status, reason[status] ?? '', h);
    res.end(req.method === 'HEAD' ? undefined : body);
  },
});
