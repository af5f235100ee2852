package petstore;

import java.util.HashMap;
import java.util.Map;

/** Counts the requests of each key in windows of a fixed length. */
class FixedWindow {

  record Usage(long limit, long remaining, long reset, boolean exceeded) {
    long retryAfter() {
      return Math.max(1, reset - System.currentTimeMillis() / 1000);
    }
  }

  private final long limit;
  private final long seconds;
  private final Map<String, Long> used = new HashMap<>();
  private long start;

  FixedWindow(long limit, long seconds) {
    this.limit = limit;
    this.seconds = seconds;
  }

  synchronized Usage use(String key) {
    long now = System.currentTimeMillis() / 1000;
    if (now - now % seconds != start) {
      start = now - now % seconds;
      used.clear();
    }
    long count = used.merge(String.valueOf(key), 1L, Long::sum);
    return new Usage(limit, Math.max(0, limit - count), start + seconds, count > limit);
  }
}
