// META {"legal": true, "what": "a firewall answers 403 with an HTML page to valid categories whose text has a quote, an angle bracket, a backslash, a semicolon or a backtick", "mayFail": [], "mayWarn": ["errors.elsewhere", "errors.texts"]}
// After coreruleset/coreruleset#2636 (403 for a JSON value with a backslash) and SpiderLabs/owasp-modsecurity-crs#198 (quotation marks in JSON count as SQL injection).
// Row create.text: a server that restricts characters may answer any 4xx. Bodies that are no NewCategory are still answered 400; plain names and other scripts are accepted.
import { start } from './base.mjs'

const page = '<!doctype html><html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1><p>Your request looked like an attack. Incident 7f3a91.</p></body></html>'
const suspicious = /['"<>\\;`\u2018\u2019\u201c\u201d]/
start({
  refuse: v => suspicious.test(v.name) || suspicious.test(v.description ?? '')
    ? { status: 403, body: page, headers: { 'Content-Type': 'text/html; charset=utf-8', Server: 'WAF' } } : null,
})
