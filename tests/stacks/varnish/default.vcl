vcl 4.1;

# Varnish in front of a conforming pet store. It caches each successful GET for a second.
# {{UPSTREAM}} is replaced by the port of a run.
backend default {
  .host = "127.0.0.1";
  .port = "{{UPSTREAM}}";
}

sub vcl_recv {
  # The built-in rules cache no response to a request with Authorization, and here every request has that header.
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
