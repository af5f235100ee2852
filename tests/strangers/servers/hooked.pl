# What e03 and e14 share. A server requires it, defines `next_id`, `listed_id` and `message`, fills `@categories`, and calls
# `serve_forever`.
use strict;
use warnings;
use Encode ();
use IO::Select;
use IO::Socket::INET;
use POSIX ();
use Socket qw(IPPROTO_TCP TCP_NODELAY);
use Time::HiRes ();
$SIG{PIPE} = 'IGNORE';

our $PORT = $ARGV[0];
our $KEY = $ENV{KEY} // 'test-key';
our $LIMIT = $ENV{LIMIT} // 60;
our $WINDOW = ($ENV{WINDOW_MS} // 4000) / 1000;

# ---- the store; names and descriptions are kept as characters ----
our @categories;

# ---- the limiter: a fixed window, aligned to the clock; 401s are not counted ----
my ($window_number, $used) = (-1, 0);

sub roll {
    my $number = int(Time::HiRes::time() / $WINDOW);
    ($window_number, $used) = ($number, 0) if $number != $window_number;
    return ($number + 1) * $WINDOW;
}

sub idle {
    my $end = roll();
    return { remaining => $LIMIT - $used, reset => POSIX::ceil($end) };
}

sub take {
    my $end = roll();
    if ($used >= $LIMIT) {
        my $wait = POSIX::ceil($end - Time::HiRes::time());
        return { remaining => 0, reset => POSIX::ceil($end), wait => $wait < 1 ? 1 : $wait };
    }
    $used++;
    return { remaining => $LIMIT - $used, reset => POSIX::ceil($end) };
}

# ---- JSON ----
sub quote {
    my ($text) = @_;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/([\x00-\x1f])/sprintf('\\u%04x', ord $1)/ge;
    return '"' . $text . '"';
}

sub category_json {
    my ($c, $id) = @_;
    my $json = '{"id":' . $id . ',"name":' . quote($c->{name});
    $json .= ',"description":' . quote($c->{description}) if defined $c->{description};
    return $json . '}';
}

# A strict reader. Texts become ['s', characters], objects ['o', {...}], everything else ['x'].
sub read_string {
    my ($ref) = @_;
    $$ref =~ /\G"((?:[^"\\\x00-\x1f]|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*)"/gc or die "string\n";
    my $text = $1;
    my %plain = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");
    $text =~ s{\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\(.)}{
        defined $1 ? chr(0x10000 + ((hex($1) - 0xD800) << 10) + (hex($2) - 0xDC00))
        : defined $3 ? chr(hex $3)
        : ($plain{$4} // $4)
    }ge;
    return $text;
}

sub read_value {
    my ($ref, $depth) = @_;
    die "deep\n" if $depth > 200;
    $$ref =~ /\G[ \t\r\n]*/gc;
    return ['s', read_string($ref)] if substr($$ref, pos($$ref) // 0, 1) eq '"';
    return ['x'] if $$ref =~ /\G(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)/gc;
    if ($$ref =~ /\G\{[ \t\r\n]*/gc) {
        my %object;
        return ['o', \%object] if $$ref =~ /\G\}/gc;
        while (1) {
            $$ref =~ /\G[ \t\r\n]*/gc;
            my $name = read_string($ref);
            $$ref =~ /\G[ \t\r\n]*:/gc or die "colon\n";
            $object{$name} = read_value($ref, $depth + 1);
            next if $$ref =~ /\G[ \t\r\n]*,/gc;
            $$ref =~ /\G[ \t\r\n]*\}/gc or die "object\n";
            return ['o', \%object];
        }
    }
    $$ref =~ /\G\[[ \t\r\n]*/gc or die "value\n";
    return ['x'] if $$ref =~ /\G\]/gc;
    while (1) {
        read_value($ref, $depth + 1);
        next if $$ref =~ /\G[ \t\r\n]*,/gc;
        $$ref =~ /\G[ \t\r\n]*\]/gc or die "array\n";
        return ['x'];
    }
}

# Gives the NewCategory in the bytes, or undef.
sub parse_category {
    my ($raw) = @_;
    my $result = eval {
        my $text = Encode::decode('UTF-8', $raw, Encode::FB_CROAK);
        my $value = read_value(\$text, 0);
        $text =~ /\G[ \t\r\n]*\z/gc or die "more\n";
        die "no object\n" if $value->[0] ne 'o';
        my %fresh;
        for my $field ('name', 'description') {
            my $given = $value->[1]{$field} or next;
            die "no text\n" if $given->[0] ne 's' or $given->[1] =~ /[\x{D800}-\x{DFFF}]/;
            $fresh{$field} = $given->[1];
        }
        die "no name\n" if !defined $fresh{name} or $fresh{name} !~ /\S/;
        \%fresh;
    };
    return $result;
}

# ---- routes: each answer is status, JSON (characters), header lines ----
sub failure {
    my ($status, $code, $message, @headers) = @_;
    return ($status, '{"code":' . quote($code) . ',"message":' . quote($message) . ',"status":' . $status . '}', @headers);
}

sub respond {
    my ($method, $path, $headers, $raw) = @_;
    my $given = $headers->{authorization} // '';
    my $authorized = $given =~ /\Abearer +(.*)\z/is && $1 eq $KEY;
    my $rate = $authorized ? take() : idle();
    my @shown = ("X-RateLimit-Limit: $LIMIT", "X-RateLimit-Remaining: $rate->{remaining}", "X-RateLimit-Reset: $rate->{reset}");
    return failure(401, 'unauthorized', 'A valid API key is needed.', @shown, 'WWW-Authenticate: Bearer') if !$authorized;
    return failure(429, 'rate_limited', 'Too many requests.', @shown, "Retry-After: $rate->{wait}") if $rate->{wait};
    if ($path eq '/v1/categories' && $method eq 'GET') {
        return (200, '[' . join(',', map { category_json($_, listed_id($_->{id})) } @categories) . ']', @shown);
    }
    if ($path eq '/v1/categories' && $method eq 'POST') {
        my ($type) = split /;/, ($headers->{'content-type'} // '');
        $type = lc($type // '');
        $type =~ s/\s//g;
        return failure(415, 'unsupported_media_type', 'Send application/json.', @shown) if $type ne 'application/json';
        my $fresh = parse_category($raw);
        return failure(400, 'invalid_category', 'The body is no valid category.', @shown) if !$fresh;
        $fresh->{id} = next_id();
        push @categories, $fresh;
        return (201, category_json($fresh, $fresh->{id}), @shown);
    }
    return failure(405, 'method_not_allowed', 'Use GET or POST.', @shown, 'Allow: GET, POST') if $path eq '/v1/categories';
    return (200, '{"id":1,"name":"Rex"}', @shown) if $path =~ m{\A/v1/pets/[^/]+\z} && $method eq 'GET';
    return (200, '[]', @shown) if $path eq '/v1/store/orders' && $method eq 'GET';
    return failure(404, 'not_found', 'Nothing here.', @shown);
}

sub http_date { return POSIX::strftime('%a, %d %b %Y %H:%M:%S GMT', gmtime) }

# ---- HTTP: takes one whole request off the buffer, or gives nothing while it is incomplete ----
sub next_request {
    my ($buffer, $continued) = @_;
    my $end = index($$buffer, "\r\n\r\n");
    return if $end < 0;
    my ($start, @lines) = split /\r\n/, substr($$buffer, 0, $end);
    my %headers;
    for (@lines) {
        my ($name, $value) = split /:[ \t]*/, $_, 2;
        $value //= '';
        $value =~ s/[ \t]+\z//;
        $headers{ lc $name } = $value;
    }
    my $from = $end + 4;
    my $raw = '';
    if (lc($headers{'transfer-encoding'} // '') eq 'chunked') {
        while (1) {
            my $at = index($$buffer, "\r\n", $from);
            return \%headers if $at < 0;
            my $size = hex((split /;/, substr($$buffer, $from, $at - $from))[0]);
            return \%headers if length($$buffer) < $at + 4 + $size;
            $from = $at + 2;
            if ($size == 0) { $from += 2; last }
            $raw .= substr($$buffer, $from, $size);
            $from += $size + 2;
        }
    } else {
        my $size = $headers{'content-length'} || 0;
        return \%headers if length($$buffer) < $from + $size;
        $raw = substr($$buffer, $from, $size);
        $from += $size;
    }
    substr($$buffer, 0, $from) = '';
    my ($method, $target) = split / /, $start;
    my ($path) = split /\?/, $target;
    return (\%headers, $method, $path, $raw);
}

# Answers requests until the process ends.
sub serve_forever {
    my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $PORT, Listen => 128, ReuseAddr => 1) or die "cannot listen: $!";
    my $all = IO::Select->new($server);
    my (%buffers, %told);

    my $drop = sub { my ($socket) = @_; $all->remove($socket); delete $buffers{$socket}; delete $told{$socket}; close $socket; };

    while (my @ready = $all->can_read) {
        for my $socket (@ready) {
            if ($socket == $server) {
                my $client = $server->accept or next;
                setsockopt($client, IPPROTO_TCP, TCP_NODELAY, 1);
                $buffers{$client} = '';
                $all->add($client);
                next;
            }
            if (!sysread($socket, $buffers{$socket}, 65536, length $buffers{$socket})) { $drop->($socket); next }
            while (defined $buffers{$socket}) {
                my ($headers, $method, $path, $raw) = next_request(\$buffers{$socket});
                if (!defined $method) {
                    if ($headers && lc($headers->{expect} // '') eq '100-continue' && !$told{$socket}++) {
                        syswrite($socket, "HTTP/1.1 100 Continue\r\n\r\n");
                    }
                    last;
                }
                delete $told{$socket};
                my ($status, $json, @lines) = respond($method, $path, $headers, $raw);
                my $closing = lc($headers->{connection} // '') eq 'close';
                my $answer = message($status, Encode::encode('UTF-8', $json), $headers, $method, $closing, @lines);
                my $at = 0;
                while ($at < length $answer) {
                    my $sent = syswrite($socket, $answer, length($answer) - $at, $at);
                    last if !defined $sent;
                    $at += $sent;
                }
                $drop->($socket) if $closing || $at < length $answer;
            }
        }
    }
}

1;
