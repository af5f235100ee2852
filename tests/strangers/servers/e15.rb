# META {"legal": true, "what": "connections are closed without notice: after 15 ms without a request (while Keep-Alive says 60 s), after each error, and after the seventh answer", "mustFail": [], "mayFail": [], "mayWarn": ["http.sheds-load"]}
# After nodejs/undici#3141 and nodejs/node#47130 (a server that closes idle connections without Connection: close, the next request meets ECONNRESET).
# Legal: reading 9 ("a connection closed between answers"), RFC 9112 9.5; what a request meets that was already on its way is reading 10 (a cut GET is retried, a cut POST decides nothing).
require_relative 'hooked'

CATEGORIES = [{ id: 1, name: 'dog', description: 'barks' }, { id: 2, name: 'cat' }]

def list = CATEGORIES

def create(fresh)
  category = { id: CATEGORIES.size + 1, **fresh }
  CATEGORIES << category
  category
end

def unsupported(shown) = error(415, 'unsupported_media_type', 'Send application/json.', shown)

# The first request of a connection may take its time; after that it is closed when idle.
def idle_time(answered) = answered.zero? ? 30 : 0.015
def connection_headers(closing)
  closing ? { 'Connection' => 'close' } : { 'Connection' => 'keep-alive', 'Keep-Alive' => 'timeout=60, max=1000' }
end
def finished?(status, answered) = status >= 400 || answered >= 7

serve_forever
