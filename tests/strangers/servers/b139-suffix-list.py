# META {"legal": false, "what": "GET /categories compares only the last 12 characters of the key, so a key cut short or extended at its front is accepted (POST compares exactly)", "mustFail": ["auth.key-exact"]}
from plain import KEY, is_key, serve, token


def authorised(header, op):
    return token(header).endswith(KEY[-12:]) if op == "list" else is_key(header, op)


serve(authorised=authorised)
