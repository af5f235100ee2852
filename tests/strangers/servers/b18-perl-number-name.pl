# META {"legal": false, "start": ["perl"], "what": "Perl: scalars are not told apart, so a name that is a number (0 too) is stored as text with 201", "mustFail": ["invalid.name-type"], "mayFail": ["invalid.description-type"]}
use strict; use warnings;
use IO::Socket::INET; use JSON::PP; use Time::HiRes 'time'; use POSIX qw(ceil floor strftime); use B;
my $KEY = $ENV{KEY} || 'test-Key_0123456789-xyz'; my $W = ($ENV{WINDOW_MS} || 60000) / 1000; my $LIMIT = $ENV{LIMIT} || 60;
$SIG{TERM} = sub { exit 0 }; $SIG{PIPE} = 'IGNORE';
my $srv = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], Listen => 64, ReuseAddr => 1) or die;
$| = 1; print "ready\n";
my $js = JSON::PP->new->utf8->canonical->allow_nonref; my (@rows, $start, %used);
$start = 0;
sub err { my ($s, $m, @h) = @_; return ($s, { code => "e$s", message => $m, status => $s + 0 }, @h) }
sub num { my $f = B::svref_2object(\$_[0])->FLAGS; !ref $_[0] && ($f & (B::SVp_IOK | B::SVp_NOK)) && !($f & B::SVp_POK) }
sub create {
  my ($ct, $body) = @_;
  return err(415, 'application/json please') unless $ct =~ m{^application/json\s*(;|$)}i;
  my $v = eval { $js->decode($body) };
  return err(400, 'not JSON') if $@;
  return err(400, 'no object') unless ref $v eq 'HASH';
  my $n = $v->{name};
  return err(400, 'name') if !defined $n || ref $n || $n !~ /\S/;   # the point: numbers pass
  if (exists $v->{description}) { my $d = $v->{description}; return err(400, 'description') if !defined $d || ref $d || num($d); }
  my %r = (id => @rows + 1, name => "$n"); $r{description} = "$v->{description}" if exists $v->{description};
  push @rows, \%r;
  return (201, \%r);
}
while (1) {
  my $c = $srv->accept or next;
  eval {
    local $SIG{ALRM} = sub { die }; alarm 5;
    my $line = <$c>; die unless defined $line && $line =~ m{^(\S+) (\S+) HTTP}; my ($m, $p) = ($1, $2); my %h;
    while (defined(my $l = <$c>)) { $l =~ s/\r?\n$//; last if $l eq ''; my ($k, $x) = split /:\s*/, $l, 2; $x =~ s/\s+$//; $h{lc $k} = $x; }
    my $body = '';
    if (($h{'transfer-encoding'} // '') =~ /chunked/i) { while (1) { my $n = hex(<$c> =~ s/\s+$//r); my $b = ''; read($c, $b, $n); $body .= $b; <$c>; last unless $n; } }
    else { read $c, $body, $h{'content-length'} if $h{'content-length'}; }
    $p =~ s/\?.*//;
    my $ok = ($h{authorization} // '') =~ /^bearer (.*)$/i && $1 eq $KEY ? 1 : 0;
    my $now = time; my $s = floor($now / $W) * $W; ($start, %used) = ($s) if $s != $start;
    my $over = ($used{$ok} // 0) >= $LIMIT; $used{$ok}++ unless $over;
    my @a = $over ? err(429, 'too many', 'Retry-After: ' . ceil($s + $W - $now)) : !$ok ? err(401, 'key', 'WWW-Authenticate: Bearer')
      : "$m $p" eq 'GET /v1/categories' ? (200, \@rows) : "$m $p" eq 'POST /v1/categories' ? create($h{'content-type'} // '', $body)
      : "$m $p" =~ m{^GET /v1/pets/[^/]+$} ? (200, { id => 1 }) : "$m $p" eq 'GET /v1/store/orders' ? (200, []) : err(404, 'nothing here');
    my ($st, $v, @more) = @a; my $t = $js->encode($v);
    print $c join "\r\n", "HTTP/1.1 $st X", 'Content-Type: application/json', 'Date: ' . strftime('%a, %d %b %Y %H:%M:%S GMT', gmtime), "X-RateLimit-Limit: $LIMIT",
      'X-RateLimit-Remaining: ' . ($LIMIT - $used{$ok}), 'X-RateLimit-Reset: ' . ceil($s + $W), 'Content-Length: ' . length($t), 'Connection: close', @more, '', $t;
    alarm 0;
  };
  alarm 0;
  close $c;
}
