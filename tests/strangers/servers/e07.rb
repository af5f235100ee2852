# META {"legal": false, "what": "the 415 to POST /categories with another media type comes from the router, before the limiter, without the three rate-limit headers", "mustFail": ["headers.present"], "mayFail": [], "mayWarn": []}
# After fastify/fastify#2855 (answers of the framework's own miss the limiter's headers) and lablup/backend.ai#14142 (headers only on what a handler returned, not on raised errors).
# Rules 1: "Every API response includes the headers ..."; row headers.present: "every complete response of the named operations, whatever its status".
require_relative 'hooked'

CATEGORIES = [{ id: 1, name: 'dog', description: 'barks' }, { id: 2, name: 'cat' }]

def list = CATEGORIES

def create(fresh)
  category = { id: CATEGORIES.size + 1, **fresh }
  CATEGORIES << category
  category
end

def idle_time(_answered) = 30
def connection_headers(closing) = { 'Connection' => closing ? 'close' : 'keep-alive' }
def finished?(_status, _answered) = false

# The one defect: no X-RateLimit-* here. The Error body is right.
def unsupported(_shown) = error(415, 'unsupported_media_type', 'Send application/json.', {})

serve_forever
