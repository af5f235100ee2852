import os

from rest_framework import authentication, exceptions
from rest_framework.throttling import SimpleRateThrottle


class ApiClient:
    is_authenticated = True


class ApiKeyAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request):
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        if header != f"Bearer {os.environ['KEY']}":
            raise exceptions.AuthenticationFailed("Invalid API key")
        return (ApiClient(), None)


class ApiKeyThrottle(SimpleRateThrottle):
    rate = os.environ["LIMIT"]

    def parse_rate(self, rate):
        return int(rate), int(os.environ["WINDOW_SECONDS"])

    def get_cache_key(self, request, view):
        return "throttle " + request.META["HTTP_AUTHORIZATION"]
