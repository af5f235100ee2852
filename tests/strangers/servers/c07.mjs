// META {"legal": false, "what": "the gateway keeps the policy of a key's first request, which allows that method and path alone, so that every later POST is answered 403", "mustFail": ["create.created"], "mayFail": ["create.media-type", "create.id", "create.id-unique", "create.fields", "create.description-optional", "create.text", "list.complete", "list.ok", "invalid.name-missing", "invalid.name-type", "invalid.description-type", "invalid.body-type", "invalid.body-malformed", "invalid.body-empty", "invalid.body-bytes", "invalid.either", "invalid.nothing-stored", "limit.enforced"], "mayWarn": ["errors.elsewhere", "invalid.body-lenient"]}
// After serverless/serverless#6176 (GET works, the POST after it is 403: the authorizer's cached policy names one resource) and auth0-samples/jwt-rsa-aws-custom-authorizer#8.
// POST /categories, 201: adds a new category. The first GET is answered normally, so reading 15 does not end the run (not all four are refused).
import { start, plainAuth } from './base.mjs'

let allowed // "METHOD path" of the first request with the valid key; the real gateway keeps it for 300 s, longer than a run
start({
  auth(header, req, path) {
    const bad = plainAuth(header)
    if (bad) return bad
    const wanted = req.method + ' ' + path
    allowed ??= wanted
    return wanted === allowed ? null : { status: 403, code: 'forbidden', message: 'User is not authorized to access this resource.' }
  },
})
