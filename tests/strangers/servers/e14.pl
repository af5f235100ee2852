# META {"legal": true, "what": "bodies are chunked with chunk extensions, sizes with leading zeros and trailers, compressed as x-gzip in two members (unless gzip is not wanted), and the reason phrase is empty", "mustFail": [], "mayFail": [], "mayWarn": []}
# After curl/curl#22156 (only the first gzip member is decoded), http-kit/http-kit#523 (a chunked answer with a trailer, from Caddy) and moonbitlang/async#618 (chunk extensions).
# Legal: reading 9 (gzip, chunking); RFC 9112 7.1 (extensions, leading zeros, trailers) and 4 (empty reason phrase), RFC 1952 2.2 (members), RFC 9110 8.4.1.3 (x-gzip is gzip).
use strict;
use warnings;
use IO::Compress::Gzip qw(gzip $GzipError);
require './hooked.pl';
our @categories;

my $last_id = 0;
sub next_id { return ++$last_id }
sub listed_id { return $_[0] }

sub zip {
    my ($data) = @_;
    my $zipped;
    gzip(\$data => \$zipped) or die $GzipError;
    return $zipped;
}

# Without Accept-Encoding any coding is acceptable (RFC 9110 12.5.3).
sub wants_gzip {
    my ($accept) = @_;
    return 1 if !defined $accept;
    return $accept =~ /(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
}

sub message {
    my ($status, $body, $headers, $method, $closing, @lines) = @_;
    my $check = length $body;
    if (wants_gzip($headers->{'accept-encoding'})) {
        push @lines, 'Content-Encoding: x-gzip';
        my $middle = int(length($body) / 2);
        $body = zip(substr($body, 0, $middle)) . zip(substr($body, $middle));
    }
    my $head = join("\r\n", "HTTP/1.1 $status ", 'Date: ' . http_date(), 'Content-Type: application/json', 'Vary: Accept-Encoding',
        'Transfer-Encoding: chunked', 'Trailer: X-Body-Length, Server-Timing', 'Connection: ' . ($closing ? 'close' : 'keep-alive'),
        @lines, '', '');
    return $head if $method eq 'HEAD';
    # Chunks of at most 61 bytes: size in capitals with leading zeros, then an extension.
    my $chunks = join '', map { sprintf("%06X;part=\"a;b\"\r\n%s\r\n", length $_, $_) } unpack '(a61)*', $body;
    return $head . $chunks . "000;last\r\nX-Body-Length: $check\r\nServer-Timing: app;dur=0.4\r\n\r\n";
}

push @categories, { id => next_id(), name => 'dog', description => 'barks' }, { id => next_id(), name => 'cat' };

serve_forever();
