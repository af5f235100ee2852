# META {"legal": true, "what": "no reason phrase, bodies in chunks of 11 bytes that cut letters in two, a chunk extension, a trailer, and the body leaves in two packets", "mustFail": [], "mayFail": [], "mayWarn": ["invalid.body-lenient"]}
# After naazgull/zapata#77 (Tomcat sends no reason phrase), helidon-io/helidon#9646, igrigorik/em-http-request#66 and openyida/openyida#389 (a UTF-8 letter split across chunks came out garbled).
# Reading 9: chunking is legal. RFC 9112 4: the reason phrase may be empty; 7.1.1: extensions; 7.1.2: trailers, which a recipient may ignore. The three headers are in the head, not in the trailer.
require_relative 'petlib'
require 'digest'

class Chunks < PetStore
  def write(socket, status, value, headers)
    data = JSON.generate(value).b
    head = "HTTP/1.1 #{status} \r\nDate: #{Time.now.httpdate}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: X-Checksum\r\n"
    headers.each { |name, text| head << "#{name}: #{text}\r\n" }
    pieces = data.scan(/.{1,11}/mn)
    # The first half of the chunks goes out with the head, the rest a moment later.
    half = pieces.size / 2
    first = +"#{head}\r\n".b
    pieces.first(half).each_with_index { |piece, i| first << "#{piece.bytesize.to_s(16)}#{';part="one"' if i.zero?}\r\n".b << piece << "\r\n".b }
    socket.write(first)
    sleep 0.001
    rest = ''.b
    pieces.drop(half).each { |piece| rest << "#{piece.bytesize.to_s(16)}\r\n".b << piece << "\r\n".b }
    socket.write(rest << "0\r\nX-Checksum: #{Digest::MD5.hexdigest(data)}\r\n\r\n".b)
  end
end

Chunks.new.run
