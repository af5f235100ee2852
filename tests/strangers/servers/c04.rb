# META {"legal": false, "what": "empty arrays (and arrays of nulls) in a body become null before it is checked, so that description: [] is accepted", "mustFail": ["invalid.description-type"], "mayFail": [], "mayWarn": ["invalid.body-lenient"]}
# After rails/rails#13420 and rails/rails#16924 (deep_munge converts empty arrays in JSON parameters to nil).
# Row invalid.description-type: 400 for any other JSON type but null; an empty array is one of the kinds. name: [] becomes null, too, and that is refused as it should be.
require 'json'
require 'socket'

KEY = ENV.fetch('KEY', 'test-key')
LIMIT = ENV.fetch('LIMIT', '60').to_i
WINDOW = ENV.fetch('WINDOW_MS', '4000').to_i / 1000.0
REASONS = { 200 => 'OK', 201 => 'Created', 400 => 'Bad Request', 401 => 'Unauthorized', 404 => 'Not Found', 405 => 'Method Not Allowed',
            415 => 'Unsupported Media Type', 429 => 'Too Many Requests' }.freeze
$lock = Mutex.new
$end = 0.0
$used = 0
$rows = []

# The defect: what Rails 3.2 to 4.2 did to every JSON body.
def deep_munge(value)
  case value
  when Hash then value.transform_values { |v| deep_munge(v) }
  when Array
    kept = value.map { |v| deep_munge(v) }.compact
    kept.empty? ? nil : kept
  else value
  end
end

def error(status, code, message, headers = {}) = [status, JSON.generate({ code: code, message: message, status: status }), headers]

def create(body)
  text = body.dup.force_encoding('UTF-8')
  return error(400, 'invalid_request', 'The body is not UTF-8.') unless text.valid_encoding?
  value = JSON.parse(text)
  return error(400, 'invalid_request', 'The body must be an object.') unless value.is_a?(Hash)
  value = deep_munge(value)
  return error(400, 'invalid_request', 'name is required and must be a string.') unless value['name'].is_a?(String)
  unless value['description'].nil? || value['description'].is_a?(String)
    return error(400, 'invalid_request', 'description must be a string.')
  end
  row = { id: $rows.size + 1, name: value['name'] }
  row[:description] = value['description'] if value['description']
  json = JSON.generate(row)
  $rows << json
  [201, json, {}]
rescue JSON::ParserError, JSON::GeneratorError, EncodingError
  error(400, 'invalid_request', 'The body is not JSON.')
end

def route(method, path, type, body)
  case [method, path]
  in ['GET', '/v1/categories'] then [200, "[#{$rows.join(',')}]", {}]
  in ['POST', '/v1/categories']
    type =~ %r{\Aapplication/json\b}i ? create(body) : error(415, 'unsupported_media_type', 'Send application/json.')
  in [_, '/v1/categories'] then error(405, 'method_not_allowed', 'Use GET or POST.')
  in ['GET', '/v1/store/orders'] then [200, '[]', {}]
  in ['GET', %r{\A/v1/pets/[^/]+\z}] then [200, '{"id":1,"name":"Rex"}', { 'Deprecation' => 'true', 'Sunset' => 'Fri, 31 Dec 2027 23:59:59 GMT' }]
  else error(404, 'not_found', 'No such resource.')
  end
end

# Returns status, body and headers of one request.
def answer(method, path, headers, body)
  now = Time.now.to_f
  $end, $used = now + WINDOW, 0 if now >= $end
  rate = ->(remaining) { { 'X-RateLimit-Limit' => LIMIT, 'X-RateLimit-Remaining' => remaining, 'X-RateLimit-Reset' => $end.ceil } }
  unless headers['authorization'].to_s =~ /\Abearer +(.*)\z/i && Regexp.last_match(1) == KEY
    status, json, = error(401, 'unauthorized', 'A valid API key is required.')
    return [status, json, rate.call(LIMIT).merge('WWW-Authenticate' => 'Bearer realm="petstore"')]
  end
  if $used >= LIMIT
    status, json, = error(429, 'rate_limited', 'Too many requests.')
    return [status, json, rate.call(0).merge('Retry-After' => [1, ($end - now).ceil].max)]
  end
  $used += 1
  left = rate.call(LIMIT - $used)
  status, json, more = route(method, path, headers['content-type'].to_s, body)
  [status, json, left.merge(more)]
end

server = TCPServer.new('127.0.0.1', ARGV[0].to_i)
server.listen(64)
loop do
  Thread.new(server.accept) do |socket|
    socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
    while (line = socket.gets)
      method, target = line.b.split(' ')
      break unless target
      headers = {}
      while (line = socket.gets&.b&.chomp) && !line.empty?
        name, value = line.split(':', 2)
        headers[name.downcase] = value.to_s.strip
      end
      body = socket.read(headers['content-length'].to_i) || ''
      status, json, more = $lock.synchronize { answer(method, target.split('?').first, headers, body) }
      head = { 'Date' => Time.now.utc.strftime('%a, %d %b %Y %H:%M:%S GMT'), 'Content-Type' => 'application/json', 'Content-Length' => json.bytesize }.merge(more)
      socket.write("HTTP/1.1 #{status} #{REASONS[status]}\r\n" + head.map { |k, v| "#{k}: #{v}\r\n" }.join + "\r\n" + json)
      break if headers['connection'].to_s.downcase == 'close'
    end
  rescue SystemCallError, IOError
    nil
  ensure
    socket&.close
  end
end
