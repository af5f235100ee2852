# META {"legal": true, "mayWarn": ["orders.exists"], "what": "at most 14 (env CAP) categories (then 409 with an Error body); names only a-z, 3..16 letters; descriptions only a-z and blanks, up to 16; unknown members refused; 415 for other media types; creations show in the list after 1.6 s; every third answer closes its connection; 100 before each POST's answer; ids as int64 from a hash; message is localised; keys refused are 401 even on unknown paths"}
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
def create(h, raw)
  return err(415, 'media', 'Nur application/json') unless (h['content-type'].first || '') =~ %r{\Aapplication/json\b}i
  begin v = parse(raw) rescue (return err(400, 'json', 'Kein JSON – bitte prüfen')) end
  return err(400, 'body', 'Kein Objekt') unless v.is_a?(Hash)
  return err(400, 'unknown', 'Unbekanntes Feld') unless (v.keys - %w[name description]).empty?
  return err(400, 'name', 'Name: 3 bis 16 Buchstaben a bis z') unless v['name'].is_a?(String) && v['name'] =~ /\A[a-z]{3,16}\z/
  return err(400, 'description', 'Beschreibung: a bis z, Leerzeichen, bis 16') if v.key?('description') && !(v['description'].is_a?(String) && v['description'] =~ /\A[a-z ]{0,16}\z/)
  $m.synchronize do
    return err(409, 'duplicate', 'Gibt es schon') if $cats.any? { |c| c[:name] == v['name'] }
    return err(409, 'full', 'Kein Platz mehr') if $cats.size >= (ENV["CAP"] || 14).to_i
    c = { id: (($cats.size + 1) * 0x5DEECE66D * 977) % (2**63), name: v['name'], at: Time.now.to_f }
    c[:description] = v['description'] if v.key?('description')
    $cats << c
    [201, c.reject { |k, _| k == :at }]
  end
end
$count = 0
srv = TCPServer.new('127.0.0.1', ARGV[0].to_i)
loop do
  Thread.new(srv.accept) do |s|
    s.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
    while (r = read_request(s))
      m, p, h, raw = r
      a = h['authorization']
      ok = a.size == 1 && a[0] =~ /\ABearer +/i && $'.strip == KEY
      x = ''
      if !ok
        st, b = err(401, 'schluessel', 'Schlüssel fehlt oder ist ungültig'); rem, reset = LIMIT, Time.now.to_i + 4
        x = "WWW-Authenticate: Bearer\r\n"
      else
        go, rem, reset, wait = take
        if !go then st, b = err(429, 'langsam', 'Zu viele Anfragen'); x = "Retry-After: #{wait}\r\n"
        elsif p == '/v1/categories' && m == 'GET' then st = 200; b = $m.synchronize { $cats.select { |c| Time.now.to_f - c[:at] > 1.6 }.map { |c| c.reject { |k, _| k == :at } } }
        elsif p == '/v1/categories' && m == 'POST' then st, b = create(h, raw)
        else st, b = err(404, 'pfad', 'Nichts hier') end
      end
      d = JSON.pretty_generate(b).b
      close = $m.synchronize { ($count += 1) % 3 == 0 } || (h['connection'].first || '') =~ /close/i
      s.write("HTTP/1.1 100 Continue\r\n\r\n") if m == 'POST'
      s.write("HTTP/1.1 #{st} OK\r\nDate: #{Time.now.httpdate}\r\nContent-Type: application/json\r\nX-RateLimit-Reset: #{reset}\r\nX-RateLimit-Remaining: #{rem}\r\nX-RateLimit-Limit: 60\r\n#{x}#{close ? "Connection: close\r\n" : ''}Content-Length: #{d.bytesize}\r\n\r\n" + d)
      if close then s.close_write; break end
    end
    s.close
  rescue IOError, SystemCallError
    s.close rescue nil
  end
end
