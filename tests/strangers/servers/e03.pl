# META {"legal": false, "what": "a gateway in Lua writes the ids in the list with 14 digits (7.5123456789012e+18), so they are other integers than in the 201", "mustFail": ["list.complete"], "mayFail": [], "mayWarn": []}
# After apache/apisix#4777 (1234567890123456789 becomes 1.2345678901235e+18) and openresty/lua-cjson#4 (a precision of 14 digits).
# Row list.complete: "with the fields and the id of its 201"; each listed id is an int64 integer (reading 9) and no two are the same, so only this row is broken.
use strict;
use warnings;
use POSIX ();
use Time::HiRes ();
require './hooked.pl';
our @categories;

# Ids as Snowflake makes them: milliseconds, then 22 bits. Two of them are at least 4,194,304 apart.
my $last_ms = 0;
sub next_id {
    my $ms = int(Time::HiRes::time() * 1000);
    $ms = $last_ms + 1 if $ms <= $last_ms;
    $last_ms = $ms;
    return ($ms << 22) | 0x2A123;
}

# The one defect: a plugin of the gateway decodes the list and encodes it again, numbers as %.14g.
sub listed_id { return sprintf '%.14g', $_[0] }

sub message {
    my ($status, $body, $headers, $method, $closing, @lines) = @_;
    return join("\r\n", "HTTP/1.1 $status Answer", 'Date: ' . http_date(), 'Content-Type: application/json',
        'Content-Length: ' . length($body), 'Connection: ' . ($closing ? 'close' : 'keep-alive'), @lines, '', '')
        . ($method eq 'HEAD' ? '' : $body);
}

push @categories, { id => next_id(), name => 'dog', description => 'barks' }, { id => next_id(), name => 'cat' };

serve_forever();
