# META {"legal": false, "what": "GET and the other operations compare the key exactly, POST /categories uses start_with? and takes a key with anything appended", "mustFail": ["auth.key-exact"]}
require 'socket'; require 'json'; require 'time'
KEY = ENV['KEY']; LIMIT = 60; WINDOW = 4.0
$m = Mutex.new; $cats = []; $start = 0.0; $n = 0
def take
  $m.synchronize do
    t = Time.now.to_f
    if t - $start >= WINDOW then $start = t; $n = 0 end
    $n += 1; e = $start + WINDOW
    [$n <= LIMIT, [0, LIMIT - $n].max, e.ceil, [1, (e - t).ceil].max]
  end
end
def err(s, c, m) = [s, { code: c, message: m, status: s }]
def parse(raw)
  t = raw.dup.force_encoding('UTF-8')
  raise JSON::ParserError unless t.valid_encoding?
  raise JSON::ParserError if t =~ %r{/\*} || t =~ %r{^\s*//}
  JSON.parse(t, max_nesting: 400)
end
def read_request(s)
  l = s.gets("\r\n") or return nil
  m, p, = l.split(' '); h = Hash.new { |a, b| a[b] = [] }
  while (x = s.gets("\r\n")) && x != "\r\n"
    k, v = x.split(':', 2); h[k.downcase] << v.to_s.strip
  end
  if (h['transfer-encoding'].first || '') =~ /chunked/i
    b = +''
    loop { n = s.gets("\r\n").to_i(16); b << s.read(n); s.gets("\r\n"); break if n == 0 }
  else b = s.read((h['content-length'].first || '0').to_i) || '' end
  [m, p.split('?').first, h, b]
end
def create(raw)
  begin v = parse(raw) rescue (return err(400, 'json', 'not JSON')) end
  return err(400, 'body', 'not a NewCategory') unless v.is_a?(Hash) && v['name'].is_a?(String) && (!v.key?('description') || v['description'].is_a?(String))
  $m.synchronize do
    c = { id: $cats.size + 1, name: v['name'] }; c[:description] = v['description'] if v.key?('description')
    $cats << c; [201, c]
  end
end
srv = TCPServer.new('127.0.0.1', ARGV[0].to_i)
loop do
  Thread.new(srv.accept) do |s|
    s.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
    while (r = read_request(s))
      m, p, h, raw = r
      a = h['authorization']
      tok = a.size == 1 && a[0] =~ /\ABearer +/i ? $'.strip : nil
      ok = tok && (m == 'POST' ? tok.start_with?(KEY) : tok == KEY)
      x = ''
      if !ok
        st, b = err(401, 'key', 'missing or invalid'); rem, reset = LIMIT, Time.now.to_i + 4
        x = "WWW-Authenticate: Bearer\r\n"
      else
        go, rem, reset, wait = take
        if !go then st, b = err(429, 'limit', 'slow down'); x = "Retry-After: #{wait}\r\n"
        elsif p == '/v1/categories' && m == 'GET' then st = 200; b = $m.synchronize { $cats.dup }
        elsif p == '/v1/categories' && m == 'POST' then st, b = create(raw)
        elsif p.start_with?('/v1/pets/') then st, b = 200, { id: 1 }
        elsif p == '/v1/store/orders' then st, b = 200, []
        else st, b = err(404, 'path', 'nothing here') end
      end
      d = JSON.generate(b).b
      s.write("HTTP/1.1 #{st} OK\r\nDate: #{Time.now.httpdate}\r\nContent-Type: application/json\r\nX-RateLimit-Reset: #{reset}\r\nX-RateLimit-Remaining: #{rem}\r\nX-RateLimit-Limit: 60\r\n#{x}Content-Length: #{d.bytesize}\r\n\r\n" + d)
    end
    s.close
  rescue IOError, SystemCallError
    s.close rescue nil
  end
end
