vcl 4.1;

# Varnish in front of a pet store that conforms: what was listed is kept for a second.
# {{UPSTREAM}} is replaced by the port of a run.
backend default {
  .host = "127.0.0.1";
  .port = "{{UPSTREAM}}";
}

sub vcl_recv {
  # The built-in rules keep nothing that was requested with Authorization, and here that is everything.
  if (req.method == "GET") {
    return (hash);
  }
}

sub vcl_backend_response {
  set beresp.grace = 0s;
  if (beresp.status == 200) {
    set beresp.ttl = 1s;
  } else {
    set beresp.ttl = 0s;
  }
  return (deliver);
}
