package petstore;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** One bucket per address, which fills up greedily, as in bucket4j's example for REST interfaces. */
@Component
@Order(1)
public class IpThrottlingFilter extends OncePerRequestFilter {

  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final long limit;
  private final Duration window;

  public IpThrottlingFilter(@Value("${LIMIT}") long limit, @Value("${WINDOW_SECONDS}") long windowSeconds) {
    this.limit = limit;
    this.window = Duration.ofSeconds(windowSeconds);
  }

  @Override
  protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Bucket bucket = buckets.computeIfAbsent(request.getRemoteAddr(), address -> newBucket());
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    if (probe.isConsumed()) {
      response.setHeader("X-Rate-Limit-Remaining", Long.toString(probe.getRemainingTokens()));
      chain.doFilter(request, response);
      return;
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(probe.getNanosToWaitForRefill());
    response.setStatus(429);
    response.setContentType("text/plain");
    response.setHeader("X-Rate-Limit-Retry-After-Seconds", Long.toString(seconds));
    response.getWriter().append("Too many requests");
  }

  private Bucket newBucket() {
    return Bucket.builder().addLimit(bandwidth -> bandwidth.capacity(limit).refillGreedy(limit, window)).build();
  }
}
