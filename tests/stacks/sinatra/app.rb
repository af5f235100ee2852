# The pet store on Sinatra 3 with SQLite and Rack::Attack, served by Puma.
#
# Environment: KEY, LIMIT, WINDOW_SECONDS, PORT.

require 'active_support'
require 'active_support/cache'
require 'json'
require 'rack/attack'
require 'sinatra'
require 'sqlite3'

set :environment, :production
set :server, :puma
set :bind, '127.0.0.1'
set :port, ENV.fetch('PORT')
set :show_exceptions, false

Rack::Attack.cache.store = ActiveSupport::Cache::MemoryStore.new
Rack::Attack.throttle('api key', limit: ENV.fetch('LIMIT').to_i, period: ENV.fetch('WINDOW_SECONDS').to_i) do |request|
  request.get_header('HTTP_AUTHORIZATION').to_s
end
Rack::Attack.throttled_responder = lambda do |request|
  match_data = request.env['rack.attack.match_data']
  now = match_data[:epoch_time]
  headers = {
    'RateLimit-Limit' => match_data[:limit].to_s,
    'RateLimit-Remaining' => '0',
    'RateLimit-Reset' => (now + (match_data[:period] - now % match_data[:period])).to_s
  }
  [429, headers, ["Throttled\n"]]
end
use Rack::Attack

db = SQLite3::Database.new('petstore.db', results_as_hash: true)
db.execute('DROP TABLE IF EXISTS categories')
db.execute('CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT)')

before do
  content_type :json
  unless request.env['HTTP_AUTHORIZATION'] == "Bearer #{ENV.fetch('KEY')}"
    halt 401, { code: 'unauthorized', message: 'Missing or invalid API key', status: 401 }.to_json
  end
end

get '/v1/categories' do
  db.execute('SELECT id, name, description FROM categories').map(&:compact).to_json
end

post '/v1/categories' do
  data = JSON.parse(request.body.read)
  if data['name'].nil?
    halt 400, { code: 'invalid', message: 'name is required', status: 400 }.to_json
  end
  insert = 'INSERT INTO categories (name, description) VALUES (?, ?) RETURNING id'
  id = db.get_first_value(insert, [data['name'], data['description']])
  status 201
  data.slice('name', 'description').merge(id: id).to_json
end

get '/v1/pets/:pet_id' do
  headers 'Sunset' => 'Fri, 31 Dec 2027 00:00:00 GMT'
  halt 404, { code: 'not_found', message: 'No such pet', status: 404 }.to_json
end

get '/v1/store/orders' do
  [].to_json
end
