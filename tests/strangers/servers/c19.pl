# META {"legal": true, "what": "status lines carry French reason phrases in Latin-1, or none at all for 200", "mayFail": [], "mayWarn": ["create.content-type"]}
# After jetty/jetty.project#1792 (Tomcat sends a French reason phrase in ISO-8859-1) and psf/requests#3009 (a client breaks on it).
# The specification does not mention reason phrases. RFC 9112 4: reason-phrase may hold obs-text (bytes 0x80 to 0xFF) or be absent; clients ignore it.
use strict;
use warnings;
use IO::Socket::INET;
use IO::Select;
use JSON::PP;
use POSIX qw(strftime ceil);
use Time::HiRes qw(time);
use Socket qw(IPPROTO_TCP TCP_NODELAY);

my $key    = $ENV{KEY} // 'test-key';
my $limit  = $ENV{LIMIT} // 60;
my $window = ($ENV{WINDOW_MS} // 4000) / 1000;
my ($end, $used, $last_id, @rows) = (0, 0, 0);
my $json = JSON::PP->new->utf8->canonical;
my %reason = (200 => '', 201 => "Cr\xe9\xe9e avec succ\xe8s", 400 => "Requ\xeate erron\xe9e", 401 => "Non autoris\xe9 (cl\xe9 manquante)",
    404 => "Non trouv\xe9", 405 => "M\xe9thode refus\xe9e", 415 => "Type non support\xe9", 429 => "Trop de requ\xeates \xa0!");
local $SIG{PIPE} = 'IGNORE';

sub problem { my ($status, $code, $message) = @_; return ($status, $json->encode({ code => $code, message => $message, status => $status }), {}) }

# Is this value a JSON string? JSON::PP gives numbers back as numbers, everything else as references.
sub is_text { my $v = shift; return defined $v && !ref $v && $json->allow_nonref->encode($v) =~ /^"/ }

sub create {
    my $body = shift;
    my $copy = $body;
    return problem(400, 'invalid_request', 'Le corps doit utiliser UTF-8.') unless utf8::decode($copy) && $copy !~ /[\x{d800}-\x{dfff}]/;
    my $v = eval { JSON::PP->new->utf8->allow_nonref->allow_bignum->decode($body) };
    return problem(400, 'invalid_request', 'Le corps doit contenir du JSON.') if $@;
    return problem(400, 'invalid_request', 'Le corps doit contenir un objet.') unless ref $v eq 'HASH';
    return problem(400, 'invalid_request', 'name est obligatoire, un texte.') unless is_text($v->{name});
    return problem(400, 'invalid_request', 'description doit contenir un texte.') if defined $v->{description} && !is_text($v->{description});
    my %row = (id => ++$last_id, name => $v->{name});
    $row{description} = $v->{description} if defined $v->{description};
    my $text = $json->encode(\%row);
    push @rows, $text;
    return (201, $text, {});
}

sub route {
    my ($method, $path, $type, $body) = @_;
    if ($path eq '/v1/categories') {
        return (200, '[' . join(',', @rows) . ']', {}) if $method eq 'GET';
        return problem(405, 'method_not_allowed', 'Utilisez GET ou POST.') if $method ne 'POST';
        return problem(415, 'unsupported_media_type', 'Envoyez application/json.') if $type !~ m{^application/json\b}i;
        return create($body);
    }
    return (200, '[]', {}) if $method eq 'GET' && $path eq '/v1/store/orders';
    return (200, '{"id":1,"name":"Rex"}', { Deprecation => 'true', Sunset => 'Fri, 31 Dec 2027 23:59:59 GMT' }) if $method eq 'GET' && $path =~ m{^/v1/pets/[^/]+$};
    return problem(404, 'not_found', 'Ressource inconnue.');
}

sub answer {
    my ($method, $path, $h, $body) = @_;
    my $now = time;
    ($end, $used) = ($now + $window, 0) if $now >= $end;
    my ($status, $text, $more, $left) = (0, '', {}, $limit);
    my ($token) = ($h->{authorization} // '') =~ /^bearer +(.*)$/is;
    if (!defined $token || $token ne $key) {
        ($status, $text, $more) = problem(401, 'unauthorized', 'Une cl' . "\x{e9}" . ' valide est requise.');
        $more = { 'WWW-Authenticate' => 'Bearer realm="petstore"' };
    } elsif ($used >= $limit) {
        ($status, $text, $more) = problem(429, 'rate_limited', 'Trop de demandes.');
        my $wait = ceil($end - $now);
        ($left, $more) = (0, { 'Retry-After' => $wait < 1 ? 1 : $wait });
    } else {
        $left = $limit - ++$used;
        ($status, $text, $more) = route($method, $path, $h->{'content-type'} // '', $body);
    }
    my %head = ('Content-Type' => 'application/json', 'X-RateLimit-Limit' => $limit, 'X-RateLimit-Remaining' => $left, 'X-RateLimit-Reset' => ceil($end),
        Date => strftime('%a, %d %b %Y %H:%M:%S GMT', gmtime), 'Content-Length' => length $text, 'Keep-Alive' => 'timeout=30', Connection => 'Keep-Alive', %$more);
    return "HTTP/1.1 $status $reason{$status}\r\n" . join('', map { "$_: $head{$_}\r\n" } sort keys %head) . "\r\n" . $text;
}

my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], Listen => 64, ReuseAddr => 1) or die "cannot listen: $!";
my $select = IO::Select->new($server);
my %pending;    # what was read of each connection and not yet answered
while (my @ready = $select->can_read) {
    for my $s (@ready) {
        if ($s == $server) {
            my $c = $server->accept or next;
            setsockopt($c, IPPROTO_TCP, TCP_NODELAY, 1);
            $select->add($c);
            $pending{$c} = '';
            next;
        }
        my $n = sysread $s, $pending{$s}, 65536, length $pending{$s};
        if (!$n) { $select->remove($s); delete $pending{$s}; close $s; next }
        # One complete request after the other: head, blank line, as many bytes as Content-Length says.
        while ($pending{$s} =~ /^(.*?)\r\n\r\n/s) {
            my ($head, $skip) = ($1, length($1) + 4);
            my ($first, @lines) = split /\r\n/, $head;
            my ($method, $target) = split ' ', $first;
            my %h = map { /^([^:]+):[ \t]*(.*?)[ \t]*$/ ? (lc $1, $2) : () } @lines;
            my $size = $h{'content-length'} // 0;
            last if length($pending{$s}) < $skip + $size;
            my $body = substr $pending{$s}, $skip, $size;
            substr($pending{$s}, 0, $skip + $size) = '';
            my ($path) = split /\?/, $target;
            my $out = answer($method, $path, \%h, $body);
            while (length $out) { my $w = syswrite $s, $out; last unless defined $w; substr($out, 0, $w) = '' }
        }
    }
}
