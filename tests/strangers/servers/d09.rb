# META {"legal": false, "what": "Retry-After is a date in the local time of New York that calls itself GMT, so it lies hours in the past", "mustFail": ["limit.retry-after-value"], "mayFail": [], "mayWarn": []}
# After stefanprodan/AspNetCoreRateLimit#209 ("Retry-After contains 7500 = 300 + 2 * 3600, which fits our time zone"; west of Greenwich the same mistake points to the past) and OpenFeign/feign#2154.
# Rules 3: "retries after the time given in the Retry-After header". Row limit.retry-after-value: an HTTP-date, "not in the past". RFC 9110 5.6.7: GMT.
# Date and X-RateLimit-Reset are right; the window turns over when they say.
require_relative 'petlib'

ENV['TZ'] = 'EST5EDT'

class LocalTime < PetStore
  def retry_after(state)
    Time.at(state[:end].ceil).localtime.strftime('%a, %d %b %Y %H:%M:%S GMT')
  end
end

LocalTime.new.run
