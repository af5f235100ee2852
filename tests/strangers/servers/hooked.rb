# What e07, e10 and e15 share. A server requires it, defines `list`, `create`, `unsupported`, `idle_time`, `connection_headers`
# and `finished?`, and calls `serve_forever`.
require 'json'
require 'socket'
require 'time'

PORT = Integer(ARGV[0])
KEY = ENV.fetch('KEY', 'test-key')
LIMIT = Integer(ENV.fetch('LIMIT', '60'))
WINDOW = Integer(ENV.fetch('WINDOW_MS', '4000')) / 1000.0
LOCK = Mutex.new

# ---- the limiter: a fixed window, aligned to the clock; 401s are not counted ----
BUCKET = { window: nil, used: 0 }

def roll
  number = (Time.now.to_f / WINDOW).floor
  BUCKET.update(window: number, used: 0) if BUCKET[:window] != number
  (number + 1) * WINDOW
end

def idle
  finish = roll
  { remaining: LIMIT - BUCKET[:used], reset: finish.ceil, refused: false }
end

def take
  finish = roll
  if BUCKET[:used] >= LIMIT
    return { remaining: 0, reset: finish.ceil, refused: true, wait: [1, (finish - Time.now.to_f).ceil].max }
  end
  BUCKET[:used] += 1
  { remaining: LIMIT - BUCKET[:used], reset: finish.ceil, refused: false }
end

# ---- reading a NewCategory, strictly (the json library alone lets comments and odd escapes pass) ----
STRICT = /\A\s*(?<value>
  (?<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\\/bfnrt]|u\h{4}))*")
  | -?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?
  | true | false | null
  | \{[ \t\r\n]*(?:\g<string>[ \t\r\n]*:[ \t\r\n]*\g<value>[ \t\r\n]*(?:,[ \t\r\n]*\g<string>[ \t\r\n]*:[ \t\r\n]*\g<value>[ \t\r\n]*)*)?\}
  | \[[ \t\r\n]*(?:\g<value>[ \t\r\n]*(?:,[ \t\r\n]*\g<value>[ \t\r\n]*)*)?\]
)[ \t\r\n]*\z/x

def parse(raw)
  text = raw.dup.force_encoding(Encoding::UTF_8)
  return nil unless text.valid_encoding? && text.count('[{') < 500 && text.match?(STRICT)

  value = JSON.parse(text, max_nesting: 600)
  return nil unless value.is_a?(Hash)

  name = value['name']
  return nil unless name.is_a?(String) && name.valid_encoding? && !name.strip.empty?

  fresh = { name: name }
  if value.key?('description')
    return nil unless value['description'].is_a?(String) && value['description'].valid_encoding?

    fresh[:description] = value['description']
  end
  fresh
rescue JSON::ParserError, RegexpError
  nil
end

# ---- HTTP ----
REASONS = { 200 => 'OK', 201 => 'Created', 400 => 'Bad Request', 401 => 'Unauthorized', 404 => 'Not Found',
            405 => 'Method Not Allowed', 415 => 'Unsupported Media Type', 429 => 'Too Many Requests' }.freeze

def rate_headers(rate)
  { 'X-RateLimit-Limit' => LIMIT, 'X-RateLimit-Remaining' => rate[:remaining], 'X-RateLimit-Reset' => rate[:reset] }
end

def error(status, code, message, headers)
  [status, { code: code, message: message, status: status }, headers]
end

def authorized?(headers)
  match = /\Abearer +(.*)\z/im.match(headers['authorization'].to_s)
  !match.nil? && match[1].b == KEY.b
end

# Gives status, value and headers.
def respond(method, path, headers, raw)
  unless authorized?(headers)
    return error(401, 'unauthorized', 'A valid API key is needed.', rate_headers(idle).merge('WWW-Authenticate' => 'Bearer'))
  end
  rate = take
  shown = rate_headers(rate)
  if rate[:refused]
    return error(429, 'rate_limited', 'Too many requests.', shown.merge('Retry-After' => rate[:wait]))
  end

  if path == '/v1/categories' && method == 'GET'
    [200, list, shown]
  elsif path == '/v1/categories' && method == 'POST'
    type = headers['content-type'].to_s.split(';')[0].to_s.strip.downcase
    return unsupported(shown) if type != 'application/json'

    fresh = parse(raw)
    return error(400, 'invalid_category', 'The body is no valid category.', shown) if fresh.nil?

    [201, create(fresh), shown]
  elsif path == '/v1/categories'
    error(405, 'method_not_allowed', 'Use GET or POST.', shown.merge('Allow' => 'GET, POST'))
  elsif path.match?(%r{\A/v1/pets/[^/]+\z}) && method == 'GET'
    [200, { id: 1, name: 'Rex' }, shown]
  elsif path == '/v1/store/orders' && method == 'GET'
    [200, [], shown]
  else
    error(404, 'not_found', 'Nothing here.', shown)
  end
end

# One connection: reads requests from it and answers them in order.
class Connection
  def initialize(socket)
    @socket = socket
    @buffer = ''.b
  end

  # False where the other side is gone, or where nothing came in time.
  def more(timeout)
    return false unless @socket.wait_readable(timeout)

    @buffer << @socket.readpartial(65_536)
    true
  end

  def line
    until (at = @buffer.index("\r\n"))
      return nil unless more(30)
    end
    @buffer.slice!(0, at + 2).chomp("\r\n")
  end

  def bytes(count)
    while @buffer.bytesize < count
      return nil unless more(30)
    end
    @buffer.slice!(0, count)
  end

  def body(headers)
    @socket.write("HTTP/1.1 100 Continue\r\n\r\n") if headers['expect'].to_s.downcase == '100-continue'
    return bytes(headers['content-length'].to_i) unless headers['transfer-encoding'].to_s.downcase.include?('chunked')

    data = ''.b
    loop do
      size = line.to_s.split(';')[0].to_s.to_i(16)
      break if size.zero?

      data << bytes(size).to_s
      line
    end
    line until @buffer.start_with?("\r\n") || @buffer.empty?
    line
    data
  end

  def serve
    answered = 0
    while !@buffer.empty? || more(idle_time(answered))
      start = line
      break if start.nil?

      method, target, = start.split(' ')
      headers = {}
      while (field = line) && !field.empty?
        name, value = field.split(':', 2)
        headers[name.downcase] = value.to_s.strip
      end
      raw = body(headers)
      status, value, more_headers = LOCK.synchronize { respond(method, target.to_s.split('?')[0].to_s, headers, raw.to_s) }
      text = JSON.generate(value)
      closing = headers['connection'].to_s.downcase == 'close'
      head = { 'Date' => Time.now.httpdate, 'Content-Type' => 'application/json', 'Content-Length' => text.bytesize }
      head.merge!(more_headers).merge!(connection_headers(closing))
      lines = ["HTTP/1.1 #{status} #{REASONS[status]}"] + head.map { |name, field| "#{name}: #{field}" }
      @socket.write((lines.join("\r\n") + "\r\n\r\n").b + (method == 'HEAD' ? ''.b : text.b))
      answered += 1
      break if closing || finished?(status, answered)
    end
  rescue IOError, SystemCallError
    nil
  ensure
    @socket.close
  end
end

# Answers requests until the process ends.
def serve_forever
  server = TCPServer.new('127.0.0.1', PORT)
  server.listen(128)
  loop do
    socket = server.accept
    socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
    Thread.new { Connection.new(socket).serve }
  end
end
