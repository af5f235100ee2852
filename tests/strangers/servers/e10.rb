# META {"legal": true, "what": "ids are max(id) + 1 as in SQLite without AUTOINCREMENT: another client removes its newest category right before each creation, so the new one gets the id that the last list showed for the other", "mustFail": [], "mayFail": [], "mayWarn": []}
# After jeremyevans/sequel#965 ("if the row with the highest primary key is deleted, this key will be reused") and dotnet/efcore#2432.
# Legal: row create.id-unique ("judged only where the next list still holds the old element: another client may have removed it, and a store may give its id again"), reading 7.
require_relative 'hooked'

CATEGORIES = [{ id: 1, name: 'dog', description: 'barks' }, { id: 2, name: 'cat' }]

def unsupported(shown) = error(415, 'unsupported_media_type', 'Send application/json.', shown)

def idle_time(_answered) = 30
def connection_headers(closing) = { 'Connection' => closing ? 'close' : 'keep-alive' }
def finished?(_status, _answered) = false

# Another client keeps one category of its own at the end of the table and replaces it all the time.
IMPORTS = { count: 0 }

def insert(row)
  fresh = { id: (CATEGORIES.map { |old| old[:id] }.max || 0) + 1, **row }
  CATEGORIES << fresh
  fresh
end

def other_client_inserts
  IMPORTS[:count] += 1
  IMPORTS[:row] = insert({ name: "import batch #{IMPORTS[:count]}" })
end

def list = CATEGORIES

def create(fresh)
  CATEGORIES.delete(IMPORTS[:row])
  made = insert(fresh)
  other_client_inserts
  made
end

other_client_inserts

serve_forever
