# Shared parts of the Ruby servers in this folder: settings, a plain limiter, the check of a body, and a small HTTP/1.1 server on sockets.
require 'socket'
require 'json'
require 'time'

KEY = ENV.fetch('KEY', 'test-key').b
LIMIT = ENV.fetch('LIMIT', '60').to_i
WINDOW = ENV.fetch('WINDOW_MS', '4000').to_i / 1000.0

# A plain fixed window. It starts with the first request after the last one ended.
class FixedWindow
  def initialize
    @end = 0.0
    @used = 0
    @lock = Mutex.new
  end

  def take
    @lock.synchronize do
      now = Time.now.to_f
      if now >= @end
        @end = now + WINDOW
        @used = 0
      end
      ok = @used < LIMIT
      @used += 1 if ok
      show(ok, now)
    end
  end

  def peek
    @lock.synchronize do
      now = Time.now.to_f
      next show(true, now) if now < @end

      { ok: true, remaining: LIMIT, end: now + WINDOW, reset: (now + WINDOW).ceil, retry: 1 }
    end
  end

  def show(ok, now)
    { ok: ok, remaining: [0, LIMIT - @used].max, end: @end, reset: @end.ceil, retry: [1, (@end - now).ceil].max }
  end
end

class Refused < StandardError
  attr_reader :status, :code

  def initialize(status, code, message)
    super(message)
    @status = status
    @code = code
  end
end

# The fields of a NewCategory; raises Refused.
def parse_category(content_type, body)
  raise Refused.new(415, 'unsupported_media_type', 'Send application/json.') unless content_type.to_s =~ %r{\Aapplication/json\s*(;|\z)}i

  text = body.dup.force_encoding('UTF-8')
  begin
    raise Refused.new(400, 'malformed_json', 'The body is not UTF-8.') unless text.valid_encoding?

    value = JSON.parse(text)
  rescue JSON::ParserError, EncodingError, FloatDomainError
    raise Refused.new(400, 'malformed_json', 'The body is not JSON.')
  end
  raise Refused.new(400, 'invalid_category', 'The body has to be an object.') unless value.is_a?(Hash)
  raise Refused.new(400, 'invalid_category', 'name is required and has to be a text.') unless value['name'].is_a?(String) && !value['name'].strip.empty?

  fields = { 'name' => value['name'] }
  if value.key?('description')
    raise Refused.new(400, 'invalid_category', 'description has to be a text.') unless value['description'].is_a?(String)

    fields['description'] = value['description']
  end
  raise Refused.new(400, 'invalid_category', 'Half a surrogate pair is no text.') unless fields.values.all?(&:valid_encoding?)

  fields
end

# The whole service. The servers replace single methods.
class PetStore
  REASONS = { 200 => 'OK', 201 => 'Created', 400 => 'Bad Request', 401 => 'Unauthorized', 404 => 'Not Found',
              405 => 'Method Not Allowed', 415 => 'Unsupported Media Type', 429 => 'Too Many Requests' }.freeze

  def initialize
    @limiter = FixedWindow.new
    @list = []
    @lock = Mutex.new
  end

  def retry_after(state)
    state[:retry].to_s
  end

  def rate(state)
    { 'X-RateLimit-Limit' => LIMIT, 'X-RateLimit-Remaining' => state[:remaining], 'X-RateLimit-Reset' => state[:reset] }
  end

  def problem(status, code, message, headers)
    [status, { 'code' => code, 'message' => message, 'status' => status }, headers]
  end

  # [status, value, headers] for one request.
  def answer(method, target, headers, body)
    token = headers['authorization'].to_s.b[/\Abearer +(.*)\z/im, 1]
    if token != KEY
      return problem(401, 'unauthorized', 'The API key is missing or invalid.', { 'WWW-Authenticate' => 'Bearer' }.merge(rate(@limiter.peek)))
    end
    state = @limiter.take
    return problem(429, 'rate_limited', 'Too many requests.', rate(state).merge('Retry-After' => retry_after(state))) unless state[:ok]

    shown = rate(state)
    path = target.split('?').first
    case [method, path]
    when ['GET', '/v1/categories'] then [200, @lock.synchronize { @list.dup }, shown]
    when ['POST', '/v1/categories'] then create(headers, body, shown)
    when ['GET', '/v1/store/orders'] then [200, [], shown]
    else
      return problem(405, 'method_not_allowed', 'Use GET or POST.', { 'Allow' => 'GET, POST' }.merge(shown)) if path == '/v1/categories'

      problem(404, 'not_found', 'No such thing.', shown)
    end
  end

  def create(headers, body, shown)
    fields = parse_category(headers['content-type'], body)
    @lock.synchronize do
      category = { 'id' => @list.size + 1 }.merge(fields)
      @list << category
      [201, category, shown]
    end
  rescue Refused => e
    problem(e.status, e.code, e.message, shown)
  end

  # Writes one answer.
  def write(socket, status, value, headers)
    data = JSON.generate(value)
    head = "HTTP/1.1 #{status} #{REASONS[status]}\r\nDate: #{Time.now.httpdate}\r\nContent-Type: application/json\r\nContent-Length: #{data.bytesize}\r\n"
    headers.each { |name, text| head << "#{name}: #{text}\r\n" }
    socket.write("#{head}\r\n#{data}")
  end

  def read_body(socket, headers)
    if headers['transfer-encoding'].to_s.downcase.include?('chunked')
      data = ''.b
      loop do
        size = socket.gets.to_s[/\A\h+/].to_i(16)
        if size.zero?
          line = socket.gets until line == "\r\n" || line == "\n" || socket.eof?
          return data
        end
        data << socket.read(size)
        socket.gets
      end
    end
    length = headers['content-length'].to_i
    length.zero? ? ''.b : socket.read(length).to_s
  end

  # One connection: request after request until the client closes or asks to.
  def connection(socket)
    socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
    socket.binmode
    while (line = socket.gets)
      next if line.strip.empty?

      method, target, = line.split
      headers = {}
      while (field = socket.gets) && field.strip != ''
        name, text = field.split(':', 2)
        headers[name.strip.downcase] = text.to_s.strip
      end
      socket.write("HTTP/1.1 100 Continue\r\n\r\n") if headers['expect'].to_s.downcase == '100-continue'
      body = read_body(socket, headers)
      status, value, shown = answer(method, target.to_s, headers, body)
      write(socket, status, value, shown)
      break if headers['connection'].to_s.downcase == 'close' || line.include?('HTTP/1.0')
    end
  rescue Errno::ECONNRESET, Errno::EPIPE, IOError
    nil
  ensure
    socket.close unless socket.closed?
  end

  def run
    server = TCPServer.new('127.0.0.1', ARGV[0].to_i)
    server.listen(128)
    loop { Thread.new(server.accept) { |socket| connection(socket) } }
  end
end
