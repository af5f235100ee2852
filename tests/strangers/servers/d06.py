# META {"legal": false, "what": "a POST refused with 401 leaves its body unread, and the next request on that connection is read out of it (501 or 400)", "mustFailOneOf": ["auth.key-missing", "auth.key-invalid", "auth.key-exact", "auth.bearer-only", "auth.key-accepted", "list.ok", "list.complete", "create.created", "invalid.nothing-stored", "errors.status"], "mayFail": ["auth.key-missing", "auth.key-invalid", "auth.key-exact", "auth.bearer-only", "auth.key-accepted", "list.ok", "list.complete", "create.created", "create.text", "create.description-optional", "invalid.nothing-stored", "errors.status", "errors.shape", "invalid.name-missing", "invalid.name-type", "invalid.description-type", "invalid.body-type", "invalid.body-malformed", "invalid.body-empty", "invalid.body-bytes", "invalid.either", "limit.enforced"], "mayWarn": ["http.sheds-load", "pets.exists", "orders.exists", "errors.elsewhere"]}
# After nesquena/hermes-webui#7550 ("Unauthenticated request with a body desyncs keep-alive connection (501 on next request)"), n-getty/argo-shim#12, fox-in-the-box-ai/fox-in-the-box#559.
# GET /categories and POST /categories: a right request is answered 200 or 201 (list.ok, create.created), one without the key 401 (auth.*): not 501 or 400 because of the request before it.
# Reading 18: a finding may happen only on the same connection. A client that opens a connection for each request never sees this.
# The 501 and 400 of the HTTP layer are made with the Error body and the three headers, so that nothing else is wrong.
from petlib import Handler, run


class Desync(Handler):
    def unauthorized(self):
        # The defect: no self.body() here. The bytes of the body stay in the connection.
        self.problem(401, 'unauthorized', 'The API key is missing or invalid.', {'WWW-Authenticate': 'Bearer', **self.rate(self.limiter.peek())})

    def send_error(self, code, message=None, explain=None):
        # What the HTTP layer itself refuses (a bad request line, an unknown method); it closes the connection, as Python does.
        self.request_version = 'HTTP/1.1'
        self.close_connection = True
        self.problem(int(code), 'bad_request', message or 'Bad request.', {'Connection': 'close', **self.rate(self.limiter.peek())})


run(Desync)
