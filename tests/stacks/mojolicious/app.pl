#!/usr/bin/env perl
# The pet store on Mojolicious::Lite.
#
# Environment: KEY, LIMIT, WINDOW_SECONDS.
use Mojolicious::Lite -signatures;

my @categories;
my %used;

# One window for each key, counted in memory.
hook before_dispatch => sub ($c) {
  my ($limit, $window) = @ENV{qw(LIMIT WINDOW_SECONDS)};
  my $start = int(time / $window) * $window;
  my $key   = $c->req->headers->authorization // '';
  $used{$key} = {start => $start, count => 0} unless $used{$key} && $used{$key}{start} == $start;
  my $left = $limit - ++$used{$key}{count};
  $c->res->headers->header('X-RateLimit-Limit'     => $limit);
  $c->res->headers->header('X-RateLimit-Remaining' => $left < 0 ? 0 : $left);
  $c->res->headers->header('X-RateLimit-Reset'     => $start + $window);
  return if $left >= 0;
  $c->res->headers->header('Retry-After' => $start + $window - time);
  $c->render(json => {code => 'too_many_requests', message => 'Slow down', status => 429}, status => 429);
};

under '/v1' => sub ($c) {
  return 1 if ($c->req->headers->authorization // '') eq "Bearer $ENV{KEY}";
  $c->render(json => {code => 'unauthorized', message => 'Missing or invalid API key', status => 401}, status => 401);
  return undef;
};

get '/categories' => sub ($c) {
  $c->render(json => \@categories);
};

post '/categories' => sub ($c) {
  my $new = $c->req->json;
  return $c->render(json => {code => 'invalid', message => 'name is required', status => 400}, status => 400)
    unless $new && $new->{name};
  my $category = {id => @categories + 1, name => $new->{name}};
  $category->{description} = $new->{description} if exists $new->{description};
  push @categories, $category;
  $c->render(json => $category, status => 201);
};

get '/pets/:pet_id' => sub ($c) {
  $c->res->headers->header(Sunset => 'Fri, 31 Dec 2027 00:00:00 GMT');
  $c->render(json => {code => 'not_found', message => 'No such pet', status => 404}, status => 404);
};

get '/store/orders' => sub ($c) {
  $c->render(json => []);
};

app->mode('production');
app->log->level('fatal');
app->start;
